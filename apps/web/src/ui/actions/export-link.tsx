import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import * as texts from '../texts.ts'

interface ExportLinkProps {
  address: string
  /** What the saved file is called. */
  fileName: string
  label?: string
}

/** What a list or a record shows as a file: a link, so that the browser streams it to the disk, however long it is. */
export function ExportLink({ address, fileName, label = texts.exportCsv }: ExportLinkProps) {
  return (
    <Button
      component="a"
      href={address}
      download={fileName}
      variant="default"
      leftSection={<IconDownload size={16} stroke={1.75} />}
    >
      {label}
    </Button>
  )
}
