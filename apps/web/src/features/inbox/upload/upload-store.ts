import type { ReceivedFile } from '@zelab/contract'
import { create } from 'zustand'

type UploadState = 'waiting' | 'sending' | 'done' | 'duplicate' | 'refused'

export interface Upload {
  /** Chosen here; the server adds the file of a key once. */
  key: string
  name: string
  state: UploadState
  percent: number
  /** Why it was refused. */
  message?: string | undefined
  /** What became of each file of a ZIP archive. */
  entries?: readonly ReceivedFile[] | undefined
}

interface UploadsState {
  uploads: readonly Upload[]
  /** Whether every file that waits would be there after a reload. */
  isStored: boolean
  /** The server could not be reached; the next attempt is scheduled. */
  isDelayed: boolean
}

const NONE: UploadsState = { uploads: [], isStored: true, isDelayed: false }

/** Outlives the pages: an upload continues while the user does something else. */
export const useUploads = create<UploadsState>()(() => NONE)

export const resetUploads = (): void => useUploads.setState(NONE)

export const isUnfinished = ({ state }: Upload): boolean => state === 'waiting' || state === 'sending'

export const changeUpload = (key: string, change: Partial<Upload>): void =>
  useUploads.setState(({ uploads }) => ({
    uploads: uploads.map((upload) => (upload.key === key ? { ...upload, ...change } : upload)),
  }))

const DUPLICATE = 'INBOX_DUPLICATE'
export const isDuplicate = (code: string | undefined): boolean => code === DUPLICATE

/** What the server said about a file, or about each file of an archive. */
export const resultOf = (received: readonly ReceivedFile[]): Partial<Upload> => {
  const [first] = received
  if (received.length !== 1 || !first) return { state: 'done', entries: received }
  if (!first.problem) return { state: 'done' }
  return isDuplicate(first.problem.code)
    ? { state: 'duplicate', message: first.problem.message }
    : { state: 'refused', message: first.problem.message }
}

/** How many files were sent, added, known already and refused; an archive counts as its files. */
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
