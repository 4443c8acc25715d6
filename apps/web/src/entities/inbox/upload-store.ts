import type { ReceivedFile } from '@zelab/contract'
import { create } from 'zustand'

type UploadState = 'waiting' | 'sending' | 'done' | 'duplicate' | 'refused'

export interface Upload {
  /** Chosen by the client; the server adds each key only once. */
  key: string
  name: string
  state: UploadState
  percent: number
  message?: string | undefined
  /** Result for each file of a ZIP archive. */
  entries?: readonly ReceivedFile[] | undefined
}

interface UploadsState {
  uploads: readonly Upload[]
  /** True if every waiting file would survive a reload. */
  isStored: boolean
  /** The server is unreachable; a retry is scheduled. */
  isDelayed: boolean
}

const NONE: UploadsState = { uploads: [], isStored: true, isDelayed: false }

/** Global state, so that an upload continues while the user visits other pages. */
export const useUploads = create<UploadsState>()(() => NONE)

export const resetUploads = (): void => useUploads.setState(NONE)

export const isUnfinished = ({ state }: Upload): boolean => state === 'waiting' || state === 'sending'

export const changeUpload = (key: string, change: Partial<Upload>): void =>
  useUploads.setState(({ uploads }) => ({
    uploads: uploads.map((upload) => (upload.key === key ? { ...upload, ...change } : upload)),
  }))

const DUPLICATE = 'INBOX_DUPLICATE'
export const isDuplicate = (code: string | undefined): boolean => code === DUPLICATE

export const resultOf = (received: readonly ReceivedFile[]): Partial<Upload> => {
  const [first] = received
  if (received.length !== 1 || !first) return { state: 'done', entries: received }
  if (!first.problem) return { state: 'done' }
  return isDuplicate(first.problem.code)
    ? { state: 'duplicate', message: first.problem.message }
    : { state: 'refused', message: first.problem.message }
}

/** Totals by result; an archive counts as its files. */
export const summaryOf = (uploads: readonly Upload[]) => {
  const states = uploads.flatMap(({ state, entries }) =>
    entries
      ? entries.map(({ problem }) =>
          !problem ? 'done' : isDuplicate(problem.code) ? 'duplicate' : ('refused' as const),
        )
      : [state],
  )
  const count = (wanted: UploadState) => states.filter((state) => state === wanted).length
  return { added: count('done'), duplicates: count('duplicate'), refused: count('refused') }
}
