import { Box, Button, Group, Text } from '@mantine/core'
import { IconExternalLink, IconReplace } from '@tabler/icons-react'
import type { Report } from '@zelab/contract'
import type { Ref } from 'react'
import { fileAddress, fileNameOf } from '../../../lib/report-files.ts'
import { FileSign, ReportFilePanel } from '../form/report-file-panel.tsx'
import * as texts from '../texts.tsx'
import { NEW_TAB } from '../../../ui/actions/links.tsx'
import type { useReportUpload } from '../form/use-report-upload.ts'

interface AmendFilePanelProps {
  base: Report
  /** The current file's URL, the upload's URL, or empty until a new file is chosen. */
  fileUrl: string
  onFileUrl: (address: string) => void
  file: ReturnType<typeof useReportUpload>
  limitMb: number | undefined
  error: string | undefined
  chooserRef: Ref<HTMLButtonElement>
}

export function AmendFilePanel({ base, fileUrl, onFileUrl, ...chooser }: AmendFilePanelProps) {
  const isCurrent = fileUrl === base.filePath
  const keep = (
    <Button
      variant="subtle"
      size="xs"
      mt="xs"
      onClick={() => {
        chooser.file.cancel()
        onFileUrl(base.filePath)
      }}
    >
      {texts.keepTheCurrentFile}
    </Button>
  )
  return (
    <ReportFilePanel
      {...chooser}
      present={isCurrent && <CurrentFile report={base} onReplace={() => onFileUrl('')} />}
      wayBack={keep}
    />
  )
}

function CurrentFile({ report, onReplace }: { report: Report; onReplace: () => void }) {
  const { title, filePath, version } = report
  return (
    <Group gap="0.75rem 1rem" p="md" bg="var(--bench)" bdrs="sm" data-testid="current-file">
      <FileSign name={filePath} />
      <Box miw={0} flex="1 1 9rem">
        <Text inherit fw={500}>
          {fileNameOf(title, filePath)}
        </Text>
        <Text size="xs" c="dimmed">
          {version > 1 ? texts.currentFileVersion(version) : texts.currentFile}
        </Text>
      </Box>
      <Group align="stretch" gap="xs">
        <Button
          component="a"
          href={fileAddress(filePath)}
          {...NEW_TAB}
          variant="default"
          size="xs"
          leftSection={<IconExternalLink size={14} stroke={1.75} />}
        >
          {texts.viewFile}
        </Button>
        <Button
          variant="default"
          size="xs"
          onClick={onReplace}
          leftSection={<IconReplace size={14} stroke={1.75} />}
        >
          {texts.replaceFile}
        </Button>
      </Group>
    </Group>
  )
}
