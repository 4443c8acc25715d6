import type { DateOrder, PatientImport } from '@zelab/contract'
import { IMPORT_MAX_MB, type ImportEncoding } from '@zelab/contract/limits'
import { FALLBACK } from '@zelab/contract/fallback-messages'
import { fileTooLarge } from '@zelab/contract/messages'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { uploadPatientFile } from './queries.ts'

type Upload = { state: 'none'; problem?: string } | { state: 'uploading'; fileName: string; percent: number }

const BYTES_PER_MB = 1024 * 1024

export const useImportUpload = (onStarted: (started: PatientImport, file: File) => void) => {
  const [upload, setUpload] = useState<Upload>({ state: 'none' })
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  const start = async (
    file: File,
    query: { dateOrder: DateOrder; labId: number | undefined; encoding: ImportEncoding | undefined },
  ) => {
    // Refused before the upload instead of after it.
    if (file.size > IMPORT_MAX_MB * BYTES_PER_MB)
      return setUpload({ state: 'none', problem: fileTooLarge(IMPORT_MAX_MB) })
    const controller = new AbortController()
    running.current = controller
    const show = (percent: number) => setUpload({ state: 'uploading', fileName: file.name, percent })
    show(0)
    try {
      const started = await uploadPatientFile(file, query, { signal: controller.signal, onProgress: show })
      setUpload({ state: 'none' })
      onStarted(started, file)
    } catch (error) {
      if (controller.signal.aborted) return
      setUpload({ state: 'none', problem: messageOf(error, FALLBACK.upload) })
    }
  }

  return {
    upload,
    start,
    refuse: (problem: string) => setUpload({ state: 'none', problem }),
    cancel: () => {
      running.current?.abort()
      setUpload({ state: 'none' })
    },
  }
}
