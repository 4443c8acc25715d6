import { REFUSAL } from '@zelab/contract'
import { AppError } from '../../core/app-error.ts'
import type { Caller } from '../../core/caller.ts'
import { sqlState } from '../../platform/database/database.ts'
import type { NewEntry } from './activity-entry.ts'
import { createListViews, type ListView } from './list-views.ts'

export interface ViewLimits {
  /** Views of single records are written together this often. */
  batchMs: number
  /** The same list, read again within this time, is one entry. */
  listWindowMs: number
  /** When views could not be written for so long, nothing more is shown. */
  closeAfterMs: number
  retryMs: number
  /** Entries that wait at the most; beyond, nothing more is shown at once. */
  mostWaiting: number
}

const DEFAULT_LIMITS: ViewLimits = {
  batchMs: 200,
  listWindowMs: 60_000,
  closeAfterMs: 60_000,
  retryMs: 2_000,
  mostWaiting: 20_000,
}
const BATCH_ENTRIES = 1_000
const MOST_LISTS = 2_000
const RETRY_AFTER_SECONDS = 10

/** What the database refuses for its content it will refuse again. */
const isHopeless = (error: unknown) => /^2[23]/.test(sqlState(error) ?? '')

/**
 * Writes views behind the reader's back, many in one statement. What cannot be written waits and is tried again; while
 * that lasts for more than a minute, no view is let through any more.
 */
export const createViewRecorder = ({
  write,
  onLost,
  limits,
}: {
  write: (entries: NewEntry[]) => Promise<void>
  /** Told of entries that cannot be written ever, and when writing begins to fail. */
  onLost: (error: unknown, count: number) => void
  limits?: Partial<ViewLimits> | undefined
}) => {
  const { batchMs, listWindowMs, closeAfterMs, retryMs, mostWaiting } = { ...DEFAULT_LIMITS, ...limits }
  const lists = createListViews()
  let waiting: NewEntry[] = []
  let timer: NodeJS.Timeout | undefined
  let listTimer: NodeJS.Timeout | undefined
  let failingSince: number | undefined
  let writing: Promise<void> = Promise.resolve()

  const failingMs = () => (failingSince === undefined ? 0 : performance.now() - failingSince)
  const isClosed = () => failingMs() > closeAfterMs || waiting.length + lists.size() >= mostWaiting

  const writeOneByOne = async (entries: NewEntry[]): Promise<void> => {
    for (const entry of entries)
      await write([entry]).catch((error: unknown) => {
        if (!isHopeless(error)) throw error
        onLost(error, 1)
      })
  }

  const schedule = (ms: number) => {
    timer ??= setTimeout(() => {
      timer = undefined
      void writeAll()
    }, ms).unref()
  }

  const writeWaiting = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH_ENTRIES)
      try {
        await write(batch).catch((error: unknown) => {
          if (!isHopeless(error)) throw error
          return writeOneByOne(batch)
        })
        waiting = waiting.slice(batch.length)
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
    writing = writing.then(writeWaiting)
    return writing
  }

  const closeLists = () => {
    clearTimeout(listTimer)
    listTimer = undefined
    waiting.push(...lists.take())
  }

  const expectRecording = () => {
    if (isClosed())
      throw new AppError('UNAVAILABLE', 'VIEWS_NOT_RECORDED', { retryAfterSeconds: RETRY_AFTER_SECONDS })
  }

  return {
    /** Throws when views cannot be recorded: then there is nothing to see. */
    add(entry: NewEntry): void {
      expectRecording()
      waiting.push(entry)
      schedule(batchMs)
    },

    /** Likewise, of a list. */
    addList: (caller: Caller, view: ListView): void => {
      expectRecording()
      lists.add(caller, view)
      const write = () => {
        closeLists()
        schedule(0)
      }
      if (lists.size() >= MOST_LISTS) write()
      else listTimer ??= setTimeout(write, listWindowMs).unref()
    },

    /** Writes everything now, if it can be written. */
    flush: (): Promise<void> => {
      closeLists()
      clearTimeout(timer)
      timer = undefined
      return writeAll()
    },

    /** For how long views could not be written; 0 while they can. */
    failingSeconds: (): number => failingMs() / 1000,

    /** Rejects while nothing can be shown. */
    check: (): Promise<void> =>
      isClosed() ? Promise.reject(new Error(REFUSAL.VIEWS_NOT_RECORDED)) : Promise.resolve(),
  }
}
