import type { UploadedFile } from '@zelab/contract'
import { FALLBACK } from '@zelab/contract/fallback-messages'
import { fileTooLarge, REFUSAL } from '@zelab/contract/messages'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../../lib/api-error.ts'
import { keptInput } from '../../../lib/unsaved-input.ts'
import { uploadReportFile } from '../../../lib/upload.ts'
import { toastError, toastProblem } from '../../../ui/feedback/toasts.ts'
import { useEndpoint } from '../../../lib/endpoint-mutation.ts'
import { api } from '../../../lib/api-client.ts'

export const PUBLISH_FORM = 'publish'

export type Upload =
  | { state: 'none'; wasEmptied?: true }
  | { state: 'uploading'; file: File; percent: number }
  | { state: 'uploaded'; uploaded: UploadedFile; size: number }
  | { state: 'error'; message: string }

const BYTES_PER_MB = 1024 * 1024
const NONE: Upload = { state: 'none' }
/** The removed file's button is gone, so the focus has to move. */
const EMPTIED: Upload = { state: 'none', wasEmptied: true }

const keptUpload = (formName: string): Upload => {
  const kept = keptInput(formName)?.besides as { upload: Upload } | undefined
  return kept?.upload.state === 'uploaded' ? kept.upload : NONE
}

interface UploadOptions {
  /** Undefined while loading; then only the server enforces the limit. */
  limitMb: number | undefined
  /** URL of the upload; empty after its removal. */
  onFileUrl: (fileUrl: string) => void
  /** Key of the input kept when a session ends; the upload is restored with the form. */
  formName: string
}

export const useReportUpload = ({ limitMb, onFileUrl, formName }: UploadOptions) => {
  const [upload, setUpload] = useState<Upload>(() => keptUpload(formName))
  const running = useRef<AbortController>(null)
  const deleteFile = useEndpoint(api.reports.deleteFile)

  useEffect(() => () => running.current?.abort(), [])

  const refuse = (message: string) => {
    setUpload({ state: 'error', message })
    toastProblem(message, { isSilent: true })
  }

  const start = async (file: File): Promise<void> => {
    // Refused before the upload instead of after it.
    if (limitMb !== undefined && file.size > limitMb * BYTES_PER_MB) return refuse(fileTooLarge(limitMb))
    const controller = new AbortController()
    running.current = controller
    setUpload({ state: 'uploading', file, percent: 0 })
    try {
      const uploaded = await uploadReportFile(file, {
        signal: controller.signal,
        onProgress: (percent) => setUpload({ state: 'uploading', file, percent }),
      })
      setUpload({ state: 'uploaded', uploaded, size: file.size })
      onFileUrl(uploaded.fileUrl)
    } catch (error) {
      if (controller.signal.aborted) return
      setUpload({ state: 'error', message: messageOf(error, FALLBACK.upload) })
      toastError(error, FALLBACK.upload, { isSilent: true })
    }
  }

  const cancel = () => {
    running.current?.abort()
    setUpload(EMPTIED)
  }

  /** The file stays on screen until the server has deleted it (section 4). */
  const remove = (uploaded: UploadedFile) =>
    deleteFile.mutate(
      { body: { fileUrl: uploaded.fileUrl } },
      {
        onSuccess: () => {
          setUpload(EMPTIED)
          onFileUrl('')
        },
        onError: (error) => toastError(error),
      },
    )

  return {
    upload,
    isRemoving: deleteFile.isPending,
    start,
    rejectKind: () => refuse(REFUSAL.FILE_TYPE_NOT_ALLOWED),
    cancel,
    remove,
  }
}
