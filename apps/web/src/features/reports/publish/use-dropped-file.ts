import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ProposedPatient } from '@zelab/contract'
import { REPORT_FILE_EXTENSIONS } from '@zelab/contract/limits'
import { FALLBACK } from '@zelab/contract/fallback-messages'
import { fileTooLarge, REFUSAL } from '@zelab/contract/messages'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../../lib/api-error.ts'
import { contactQuery } from '../../../lib/queries/settings.ts'
import { uploadReportFile } from '../../../lib/upload.ts'
import type { Upload } from '../form/use-report-upload.ts'
import { endpointQuery } from '../../../lib/endpoint-query.ts'
import { api } from '../../../lib/api-client.ts'
import { useEndpoint } from '../../../lib/endpoint-mutation.ts'

export type DroppedFile =
  | { state: 'none' }
  | { state: 'uploading'; name: string; percent: number }
  | {
      state: 'uploaded'
      upload: Extract<Upload, { state: 'uploaded' }>
      fileUrl: string
      candidates: readonly ProposedPatient[]
    }
  | { state: 'error'; message: string }

const BYTES_PER_MB = 1024 * 1024
const NONE: DroppedFile = { state: 'none' }

/** Uploads a file and requests its patient proposal. Calls back at once for a certain match. */
export const useDroppedFile = (
  onCertain: (patientId: number, file: Extract<DroppedFile, { state: 'uploaded' }>) => void,
) => {
  const [dropped, setDropped] = useState<DroppedFile>(NONE)
  const client = useQueryClient()
  const limitMb = useQuery(contactQuery()).data?.uploadLimitMb
  const deleteFile = useEndpoint(api.reports.deleteFile)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  const refuse = (message: string) => setDropped({ state: 'error', message })

  const send = async (file: File): Promise<void> => {
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    setDropped({ state: 'uploading', name: file.name, percent: 0 })
    try {
      const uploaded = await uploadReportFile(file, {
        signal,
        onProgress: (percent) => setDropped({ state: 'uploading', name: file.name, percent }),
      })
      const { fileUrl } = uploaded
      // Without a proposal, the user searches for the patient.
      const { candidates } = await client
        .ensureQueryData({
          ...endpointQuery(api.reports.proposePatients, { body: { fileUrl } }),
          staleTime: 30_000,
          gcTime: 60_000,
        })
        .catch(() => ({ candidates: [] }))
      if (signal.aborted) return
      const ready = {
        state: 'uploaded' as const,
        upload: { state: 'uploaded' as const, uploaded, size: file.size },
        fileUrl,
        candidates,
      }
      const certain = candidates.find(({ certainty }) => certainty === 'certain')
      if (certain) onCertain(certain.id, ready)
      else setDropped(ready)
    } catch (error) {
      if (!signal.aborted) refuse(messageOf(error, FALLBACK.upload))
    }
  }

  return {
    dropped,
    limitMb,
    start: (file: File) => {
      if (!REPORT_FILE_EXTENSIONS.some((ending) => file.name.toLowerCase().endsWith(ending)))
        return refuse(REFUSAL.FILE_TYPE_NOT_ALLOWED)
      if (limitMb !== undefined && file.size > limitMb * BYTES_PER_MB) return refuse(fileTooLarge(limitMb))
      void send(file)
    },
    reject: () => refuse(REFUSAL.FILE_TYPE_NOT_ALLOWED),
    discard: () => {
      // If this fails, the server deletes the file like every orphaned upload.
      if (dropped.state === 'uploaded') deleteFile.mutate({ body: { fileUrl: dropped.fileUrl } })
      setDropped(NONE)
    },
  }
}
