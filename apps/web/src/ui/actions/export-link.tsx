import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import * as texts from '../texts.ts'

interface ExportLinkProps {
  address: string
  fileName: string
  label?: string
}

/** A link, so that the browser streams an export of any length to disk. */
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
