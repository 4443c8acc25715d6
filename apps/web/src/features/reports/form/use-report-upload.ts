import type { UploadedFile } from '@zelab/contract'
import { fileTooLarge, FALLBACK, REFUSAL } from '@zelab/contract/messages'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../../lib/api-error.ts'
import { useDeleteReportFile } from '../../../entities/report/queries.ts'
import { keptInput } from '../../../lib/unsaved-input.ts'
import { uploadReportFile } from '../../../lib/upload.ts'
import { toastError, toastProblem } from '../../../ui/feedback/toasts.ts'

/** The form that publishes a report, among those whose input can be handed over. */
export const PUBLISH_FORM = 'publish'

/** The states of section 4. */
export type Upload =
  | { state: 'none'; wasEmptied?: true }
  | { state: 'uploading'; file: File; percent: number }
  | { state: 'uploaded'; uploaded: UploadedFile; size: number }
  | { state: 'error'; message: string }

const BYTES_PER_MB = 1024 * 1024
const NONE: Upload = { state: 'none' }
/** The user removed the file, with a button that disappeared with it. */
const EMPTIED: Upload = { state: 'none', wasEmptied: true }

const keptUpload = (formName: string): Upload => {
  const kept = keptInput(formName)?.besides as { upload: Upload } | undefined
  return kept?.upload.state === 'uploaded' ? kept.upload : NONE
}

interface UploadOptions {
  /** The limit of the settings; undefined while it is not known, when the server alone judges. */
  limitMb: number | undefined
  /** The address of the uploaded file, or the empty text after it was removed. */
  onFileUrl: (fileUrl: string) => void
  /** A file that was there when the session ended is there again, as are the fields of its form. */
  formName: string
}

/** One report file on its way to the server, and off it again. */
export const useReportUpload = ({ limitMb, onFileUrl, formName }: UploadOptions) => {
  const [upload, setUpload] = useState<Upload>(() => keptUpload(formName))
  const running = useRef<AbortController>(null)
  const deleteFile = useDeleteReportFile()

  useEffect(() => () => running.current?.abort(), [])

  const refuse = (message: string) => {
    setUpload({ state: 'error', message })
    toastProblem(message)
  }

  const start = async (file: File): Promise<void> => {
    // Waiting for a hundred megabytes only to be refused would be unkind.
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
      toastError(error, FALLBACK.upload)
    }
  }

  const cancel = () => {
    running.current?.abort()
    setUpload(EMPTIED)
  }

  /** The card goes only when the server has removed the file (section 4). */
  const remove = (uploaded: UploadedFile) =>
    deleteFile.mutate(uploaded.fileUrl, {
      onSuccess: () => {
        setUpload(EMPTIED)
        onFileUrl('')
      },
      onError: (error) => toastError(error),
    })

  return {
    upload,
    isRemoving: deleteFile.isPending,
    start,
    rejectKind: () => refuse(REFUSAL.FILE_TYPE_NOT_ALLOWED),
    cancel,
    remove,
  }
}
