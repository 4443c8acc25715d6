import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import { workerProgram } from '../../../../platform/worker-program.ts'
import { FILE_TOO_COMPLEX, RefusedFileError } from '../import-text.ts'
import type { ReadingPart, ReadingTask } from './file-reading.ts'
import type { ReadingMessage } from './reading-loop.ts'

const HEAP_MB = 256
/** Limits active time, without waits for the database. The largest real file takes seconds. */
const BUSY_LIMIT_MS = 120_000
const CHECK_MS = 250

interface ReadingBounds {
  heapMb?: number
  busyLimitMs?: number
}

const startThread = (task: ReadingTask, heapMb: number): Worker => {
  return new Worker(workerProgram(import.meta.url, 'reading'), {
    name: 'import-reading',
    workerData: task,
    transferList: [task.content.buffer as ArrayBuffer],
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
    env: {},
    execArgv: [],
  })
}

/** The thread has limits on memory and time. A file that exceeds one is rejected. */
export async function* readInThread(
  task: ReadingTask,
  { heapMb = HEAP_MB, busyLimitMs = BUSY_LIMIT_MS }: ReadingBounds = {},
): AsyncGenerator<ReadingPart> {
  const thread = startThread(task, heapMb)
  const ended = new AbortController()
  const refuse = () => ended.abort(new RefusedFileError(FILE_TOO_COMPLEX))
  thread.once('error', (error: NodeJS.ErrnoException) =>
    error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? refuse() : ended.abort(error),
  )
  thread.once('exit', () => ended.abort(new Error('The thread that reads imports ended')))
  const timer = setInterval(() => {
    if (thread.performance.eventLoopUtilization().active > busyLimitMs) refuse()
  }, CHECK_MS).unref()
  try {
    for await (const [message] of on(thread, 'message', { signal: ended.signal }) as AsyncIterable<
      [ReadingMessage]
    >) {
      if (message.kind === 'end') return
      if (message.kind === 'refused') throw new RefusedFileError(message.message)
      yield message
      thread.postMessage('next')
    }
  } catch (error) {
    if (error instanceof RefusedFileError) throw error
    throw ended.signal.aborted ? (ended.signal.reason as Error) : error
  } finally {
    clearInterval(timer)
    await thread.terminate()
  }
}
