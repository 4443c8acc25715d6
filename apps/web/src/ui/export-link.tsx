import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'

interface ExportLinkProps {
  address: string
  /** What the saved file is called. */
  fileName: string
}

/** What a list shows as a file: a link, so that the browser streams it to the disk, however long it is. */
export function ExportLink({ address, fileName }: ExportLinkProps) {
  return (
    <Button
      component="a"
      href={address}
      download={fileName}
      variant="default"
      leftSection={<IconDownload size={16} stroke={1.75} />}
    >
      Export CSV
    </Button>
  )
}
