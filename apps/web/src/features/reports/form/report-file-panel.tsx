import { Box, Button, Group, Progress, Text, VisuallyHidden } from '@mantine/core'
import { IconExternalLink, IconFileTypePdf, IconPhoto, IconTrash } from '@tabler/icons-react'
import { REPORT_FILE_EXTENSIONS } from '@zelab/contract/limits'
import type { UploadedFile } from '@zelab/contract'
import { useFilesToInbox } from '../../../entities/inbox/use-files-to-inbox.ts'
import { fileAddress, isPictureFile } from '../../../lib/report-files.ts'
import { softDisabled } from '../../../ui/actions/icon-button.tsx'
import { NEW_TAB } from '../../../ui/actions/links.tsx'
import { FileDropZone } from '../../../ui/form/file-drop-zone.tsx'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import classes from '../reports.module.css'
import type { ReactNode, Ref } from 'react'
import * as texts from '../texts.tsx'
import type { Upload, useReportUpload } from './use-report-upload.ts'
import * as shared from '../../../ui/texts.ts'
import * as formTexts from '../../../ui/form/texts.ts'

const KB = 1024
const MB = KB * KB

/** "812 KB", "2.4 MB". */
const formatFileSize = (bytes: number): string =>
  bytes >= MB
    ? texts.megabytes((bytes / MB).toFixed(1))
    : texts.kilobytes(Math.max(1, Math.round(bytes / KB)))

interface ReportFilePanelProps {
  file: ReturnType<typeof useReportUpload>
  limitMb: number | undefined
  error: string | undefined
  chooserRef: Ref<HTMLButtonElement>
  /** Replaces the drop zone until an upload fails. */
  present?: ReactNode
  wayBack?: ReactNode
  children?: ReactNode
}

export function ReportFilePanel({
  file,
  limitMb,
  error,
  chooserRef,
  present,
  wayBack,
  children,
}: ReportFilePanelProps) {
  const { upload } = file
  const toInbox = useFilesToInbox()
  return (
    <SectionCard title={texts.reportFile}>
      <VisuallyHidden role="status">{spokenState(upload)}</VisuallyHidden>
      {upload.state === 'uploading' ? (
        <Uploading upload={upload} onCancel={file.cancel} />
      ) : upload.state === 'uploaded' ? (
        <Uploaded
          uploaded={upload.uploaded}
          size={upload.size}
          isRemoving={file.isRemoving}
          onRemove={() => file.remove(upload.uploaded)}
        />
      ) : present ? (
        present
      ) : (
        <>
          <FileDropZone
            accept={REPORT_FILE_EXTENSIONS}
            onFile={(chosen) => void file.start(chosen)}
            onReject={file.rejectKind}
            onSeveral={toInbox}
            hint={texts.fileHint(limitMb)}
            buttonRef={chooserRef}
            error={upload.state === 'error' ? upload.message : error}
            hasFirstFocus={upload.state === 'none' && (upload.wasEmptied === true || wayBack !== undefined)}
          />
          {wayBack}
        </>
      )}
      {children && <Box mt="md">{children}</Box>}
    </SectionCard>
  )
}

/** Screen reader announcement of the state; percentages would be announced constantly. */
const spokenState = (upload: Upload): string => {
  if (upload.state === 'uploading') return texts.uploading(upload.file.name)
  if (upload.state === 'uploaded') return texts.wasUploaded(upload.uploaded.originalFileName)
  return ''
}

interface UploadingProps {
  upload: Extract<Upload, { state: 'uploading' }>
  onCancel: () => void
}

function Uploading({ upload: { file, percent }, onCancel }: UploadingProps) {
  return (
    <Group gap="0.75rem 1rem" p="md" bg="var(--bench)" bdrs="sm" data-testid="upload-progress">
      <FileSign name={file.name} />
      <Box miw={0} flex="1 1 9rem">
        <Text inherit fw={500}>
          {file.name}
        </Text>
        <Progress.Root size="sm" my="xs">
          <Progress.Section value={percent} aria-label={texts.uploading(file.name)} />
        </Progress.Root>
        <Text size="xs" c="dimmed">
          {percent < 100
            ? texts.uploadedSoFar(percent, formatFileSize(file.size))
            : texts.checkingFileOf(formatFileSize(file.size))}
        </Text>
      </Box>
      <Button variant="default" size="xs" onClick={onCancel}>
        {shared.cancel}
      </Button>
    </Group>
  )
}

interface UploadedProps {
  uploaded: UploadedFile
  size: number
  isRemoving: boolean
  onRemove: () => void
}

function Uploaded({ uploaded, size, isRemoving, onRemove }: UploadedProps) {
  return (
    <Group gap="0.75rem 1rem" p="md" bg="var(--bench)" bdrs="sm" data-testid="uploaded-file">
      <FileSign name={uploaded.fileUrl} />
      <Box miw={0} flex="1 1 9rem">
        <Text inherit fw={500}>
          {uploaded.originalFileName}
        </Text>
        <Text size="xs" c="dimmed">
          {texts.uploaded(formatFileSize(size))}
        </Text>
      </Box>
      <Group align="stretch" gap="xs">
        <Button
          component="a"
          href={fileAddress(uploaded.fileSrc)}
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
          {...softDisabled(isRemoving, onRemove)}
          aria-busy={isRemoving}
          aria-label={texts.removeNamed(uploaded.originalFileName)}
          leftSection={<IconTrash size={14} stroke={1.75} />}
        >
          {isRemoving ? texts.removing : formTexts.remove}
        </Button>
      </Group>
    </Group>
  )
}

export function FileSign({ name }: { name: string }) {
  const Sign = isPictureFile(name) ? IconPhoto : IconFileTypePdf
  return (
    <span className={classes.sign}>
      <Sign size={22} stroke={1.5} aria-hidden="true" />
    </span>
  )
}
