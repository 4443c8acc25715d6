import { FALLBACK } from '@zelab/contract/fallback-messages'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { invalidate } from '../../lib/endpoint-query.ts'
import { useSessionStore } from '../../lib/session-store.ts'
import { forgetUploads, storedUploads, storeUpload, type StoredUpload } from '../../lib/stored-uploads.ts'
import { uploadInboxFile } from '../../lib/upload.ts'
import { queryClient } from '../../lib/query-client.ts'
import { problemOfFile } from './file-choice.ts'
import {
  changeUpload,
  isDuplicate,
  isUnfinished,
  resetUploads,
  resultOf,
  useUploads,
} from './upload-store.ts'

const AT_ONCE = 2
const FIRST_DELAY_MS = 2000
const LONGEST_DELAY_MS = 60_000
const REFRESH_MS = 2000
/** Temporary failures that are retried. */
const PASSING = new Set([408, 429, 502, 503, 504])

const files = new Map<string, StoredUpload>()
const running = new Map<string, AbortController>()
let failures = 0
let delay: ReturnType<typeof setTimeout> | undefined
let refresh: ReturnType<typeof setTimeout> | undefined

/** `crypto.randomUUID` needs HTTPS, which not every installation has. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(16).padStart(8, '0')).join(
    '-',
  )

/** Debounced, because an upload may have hundreds of files. */
const refreshInbox = (): void => {
  refresh ??= setTimeout(() => {
    refresh = undefined
    invalidate(queryClient, ['inbox'])
  }, REFRESH_MS)
}

const finish = (key: string, change: Parameters<typeof changeUpload>[1]): void => {
  files.delete(key)
  void forgetUploads([key])
  changeUpload(key, { percent: 100, ...change })
  refreshInbox()
}

const waitLonger = (): void => {
  failures += 1
  const longest = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - 1))
  clearTimeout(delay)
  // Jitter, so that clients do not retry at the same moment.
  delay = setTimeout(
    () => {
      delay = undefined
      useUploads.setState({ isDelayed: false })
      pump()
    },
    longest * (0.75 + Math.random() / 2),
  )
  useUploads.setState({ isDelayed: true })
}

const send = async ({ key, file, labId }: StoredUpload): Promise<void> => {
  const controller = new AbortController()
  running.set(key, controller)
  changeUpload(key, { state: 'sending', percent: 0 })
  try {
    const received = await uploadInboxFile(
      file,
      { key, labId },
      { signal: controller.signal, onProgress: (percent) => changeUpload(key, { percent }) },
    )
    failures = 0
    finish(key, resultOf(received))
  } catch (error) {
    if (controller.signal.aborted) return
    changeUpload(key, { state: 'waiting', percent: 0 })
    // The session has ended; the files wait for the same user.
    if (error instanceof ApiError && error.hasEndedSession) return
    if (error instanceof ApiError && !PASSING.has(error.status))
      finish(key, {
        state: isDuplicate(error.code) ? 'duplicate' : 'refused',
        message: messageOf(error, FALLBACK.upload),
      })
    else waitLonger()
  } finally {
    running.delete(key)
    pump()
  }
}

const pump = (): void => {
  if (delay !== undefined || !useSessionStore.getState().isAuthenticated) return
  for (const { key, state } of useUploads.getState().uploads) {
    if (running.size >= AT_ONCE) return
    const upload = state === 'waiting' ? files.get(key) : undefined
    if (upload && !running.has(key)) void send(upload)
  }
}

const queue = (uploads: readonly StoredUpload[]): void => {
  for (const upload of uploads) files.set(upload.key, upload)
  useUploads.setState((present) => ({
    uploads: [
      ...present.uploads,
      ...uploads.map(({ key, file }) => ({ key, name: file.name, state: 'waiting' as const, percent: 0 })),
    ],
  }))
  pump()
}

/** Sequential; the first files are already being sent. */
const keep = async (uploads: readonly StoredUpload[]): Promise<void> => {
  for (const upload of uploads) {
    if (!files.has(upload.key)) continue
    const isStored = await storeUpload(upload)
    if (!isStored) return useUploads.setState({ isStored: false })
    // The file was sent meanwhile.
    if (!files.has(upload.key)) await forgetUploads([upload.key])
  }
}

/** Adds files to the inbox. `limitMb` is undefined until the settings are loaded. */
export const addFiles = (
  chosen: readonly File[],
  { labId, limitMb }: { labId: number | undefined; limitMb: number | undefined },
): void => {
  const { user } = useSessionStore.getState()
  if (!user) return
  if (!useUploads.getState().uploads.some(isUnfinished)) resetUploads()
  const checked = chosen.map((file) => ({ file, message: problemOfFile(file, limitMb) }))
  const refused = checked.flatMap(({ file: { name }, message }) =>
    message === undefined ? [] : [{ key: newKey(), name, state: 'refused' as const, percent: 100, message }],
  )
  useUploads.setState(({ uploads }) => ({ uploads: [...uploads, ...refused] }))
  const uploads = checked
    .filter(({ message }) => message === undefined)
    // Keeps the order across a reload.
    .map(({ file }, index) => ({
      key: newKey(),
      userId: user.id,
      labId,
      file,
      addedAt: Date.now() + index / 1000,
    }))
  queue(uploads)
  void keep(uploads)
}

export const cancelUploads = (): void => {
  clearTimeout(delay)
  delay = undefined
  const keys = [...files.keys()]
  files.clear()
  for (const controller of running.values()) controller.abort()
  void forgetUploads(keys)
  useUploads.setState(({ uploads }) => ({
    uploads: uploads.filter((upload) => !isUnfinished(upload)),
    isStored: true,
    isDelayed: false,
  }))
}

/** With several tabs, only the first one resumes stored uploads. */
const continuesHere = (): Promise<boolean> =>
  new Promise((resolve) => {
    // The Web Locks API needs HTTPS.
    if (!('locks' in navigator)) return resolve(true)
    void navigator.locks.request('zelab-uploads', { ifAvailable: true }, (lock) => {
      resolve(lock !== null)
      return lock ? new Promise(() => undefined) : undefined
    })
  })
let isFirstTab: Promise<boolean> | undefined

/** Resumes the uploads of an earlier page with the same keys. */
export const continueUploads = async (userId: number): Promise<void> => {
  pump()
  isFirstTab ??= continuesHere()
  if (!(await isFirstTab)) return
  const stored = await storedUploads(userId)
  if (useSessionStore.getState().user?.id !== userId) return
  queue(stored.filter(({ key }) => !useUploads.getState().uploads.some((upload) => upload.key === key)))
}

// Stored files wait for the same user; sign-out removes them (`upload-cleanup.ts`).
useSessionStore.subscribe((now, before) => {
  if (!before.user || now.user) return
  for (const controller of running.values()) controller.abort()
  clearTimeout(delay)
  delay = undefined
  files.clear()
  resetUploads()
})

window.addEventListener('beforeunload', (event) => {
  const { uploads, isStored } = useUploads.getState()
  if (!isStored && uploads.some(isUnfinished)) event.preventDefault()
})
