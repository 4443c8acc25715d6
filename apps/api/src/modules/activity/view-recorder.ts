import { REFUSAL } from '@zelab/contract'
import { AppError } from '../../core/app-error.ts'
import type { ListView } from '../../core/caller.ts'
import { sqlState } from '../../platform/database/database.ts'
import type { EntryActor, NewEntry } from './activity-entry.ts'
import { createListViews } from './list-views.ts'

export interface ViewLimits {
  batchMs: number
  /** Repetitions of a list within this time make one entry. */
  listWindowMs: number
  /** After failing this long, views are refused. */
  closeAfterMs: number
  retryMs: number
  /** Above this number of pending entries, views are refused at once. */
  maxPending: number
}

const DEFAULT_LIMITS: ViewLimits = {
  batchMs: 200,
  listWindowMs: 60_000,
  closeAfterMs: 60_000,
  retryMs: 2_000,
  maxPending: 20_000,
}
const BATCH_ENTRIES = 1_000
const MAX_LISTS = 2_000
const RETRY_AFTER_SECONDS = 10

/** Errors caused by the content recur on every retry. */
const isPermanentError = (error: unknown) => /^2[23]/.test(sqlState(error) ?? '')

/** Retries failed writes. After a minute of failures, views are refused. */
export const createViewRecorder = ({
  write,
  onLost,
  limits,
}: {
  write: (entries: NewEntry[]) => Promise<void>
  onLost: (error: unknown, count: number) => void
  limits?: Partial<ViewLimits> | undefined
}) => {
  const { batchMs, listWindowMs, closeAfterMs, retryMs, maxPending } = { ...DEFAULT_LIMITS, ...limits }
  const lists = createListViews()
  let pending: NewEntry[] = []
  let timer: NodeJS.Timeout | undefined
  let listTimer: NodeJS.Timeout | undefined
  let failingSince: number | undefined
  let writing: Promise<void> = Promise.resolve()

  const failingMs = () => (failingSince === undefined ? 0 : performance.now() - failingSince)
  const isClosed = () => failingMs() > closeAfterMs || pending.length + lists.size() >= maxPending

  const writeOneByOne = async (entries: NewEntry[]): Promise<void> => {
    for (const entry of entries)
      await write([entry]).catch((error: unknown) => {
        if (!isPermanentError(error)) throw error
        onLost(error, 1)
      })
  }

  const schedule = (ms: number) => {
    timer ??= setTimeout(() => {
      timer = undefined
      void writeAll()
    }, ms).unref()
  }

  const writePending = async (): Promise<void> => {
    while (pending.length > 0) {
      const batch = pending.slice(0, BATCH_ENTRIES)
      try {
        await write(batch).catch((error: unknown) => {
          if (!isPermanentError(error)) throw error
          return writeOneByOne(batch)
        })
        pending = pending.slice(batch.length)
        failingSince = undefined
      } catch (error) {
        if (failingSince === undefined) onLost(error, batch.length)
        failingSince ??= performance.now()
        schedule(retryMs)
        return
      }
    }
  }

  const writeAll = (): Promise<void> => {
    writing = writing.then(writePending)
    return writing
  }

  const closeLists = () => {
    clearTimeout(listTimer)
    listTimer = undefined
    pending.push(...lists.take())
  }

  const expectRecording = () => {
    if (isClosed())
      throw new AppError('UNAVAILABLE', 'VIEWS_NOT_RECORDED', { retryAfterSeconds: RETRY_AFTER_SECONDS })
  }

  return {
    /** Throws if views cannot be recorded. Nothing may be shown then. */
    add(entry: NewEntry): void {
      expectRecording()
      pending.push(entry)
      schedule(batchMs)
    },

    addList: (actor: EntryActor, view: ListView): void => {
      expectRecording()
      lists.add(actor, view)
      const write = () => {
        closeLists()
        schedule(0)
      }
      if (lists.size() >= MAX_LISTS) write()
      else listTimer ??= setTimeout(write, listWindowMs).unref()
    },

    flush: (): Promise<void> => {
      closeLists()
      clearTimeout(timer)
      timer = undefined
      return writeAll()
    },

    failingSeconds: (): number => failingMs() / 1000,

    check: (): Promise<void> =>
      isClosed() ? Promise.reject(new Error(REFUSAL.VIEWS_NOT_RECORDED)) : Promise.resolve(),
  }
}
