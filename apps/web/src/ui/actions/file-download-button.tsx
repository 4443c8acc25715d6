import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { downloadReportFile } from '../../lib/report-files.ts'
import { IconButton } from './icon-button.tsx'
import { toastError } from '../feedback/toasts.ts'

interface FileDownloadButtonProps {
  /** Accessible name. */
  label: string
  /** Distinguishes files with the same name. */
  description?: string
  /** Tooltip, if it differs from the label. */
  hint?: string
  /** File name without extension. */
  title: string
  filePath: string
}

/** Downloads a report's file. A refusal shows a toast instead of the browser's error page. */
export function FileDownloadButton({
  label,
  description,
  hint = label,
  title,
  filePath,
}: FileDownloadButtonProps) {
  const download = useMutation({
    mutationFn: () => downloadReportFile(title, filePath),
    onError: (error) => toastError(error),
  })
  return (
    <IconButton
      label={hint}
      aria-label={label}
      aria-description={description}
      onClick={() => download.mutate()}
      isBusy={download.isPending}
    >
      <IconDownload size={18} stroke={1.75} aria-hidden="true" />
    </IconButton>
  )
}
