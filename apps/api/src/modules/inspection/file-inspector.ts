import { createFairQueue } from '../../platform/fair-queue.ts'
import type { InspectionResult, InspectionTask } from './inspection.ts'
import { runOn, startThread, type InspectionThread } from './inspection-thread.ts'

export interface FileInspector {
  /** Starts a thread if none is ready: a file is about to arrive. */
  prepare(): void
  /** Rejects with `QueueFullError` when too many files wait, and with the signal's reason when aborted. */
  inspect(file: FileToInspect): Promise<InspectionResult>
}

export type FileToInspect = Omit<InspectionTask, 'content'> & {
  /** Fairness key: only one file of each user is inspected at a time. */
  owner: number
  /** Cancels the wait or the inspection. */
  signal?: AbortSignal | undefined
  /**
   * Reads the content when it is this file's turn, to limit memory use. The buffer must be exclusive: it is
   * transferred to the thread.
   */
  read: () => Promise<Uint8Array>
}

/** Waiting files stay on disk. */
const QUEUE = { atOnce: 2, perOwner: 1, mostWaiting: 100, mostWaitingPerOwner: 15 }
/** A report of 500 pages takes one second. */
const CPU_LIMIT_MS = 3_000
const WALL_LIMIT_MS = 20_000
/** How long an idle thread keeps the parser loaded; extra threads end sooner, as each takes 70 MB. */
const IDLE_MS = 10_000
const SPARE_IDLE_MS = 3_000
const HEAP_MB = 384

/** Inspects uploads in threads that are terminated when a file takes too much time or memory. */
export const createFileInspector = ({
  cpuLimitMs = CPU_LIMIT_MS,
  wallLimitMs = WALL_LIMIT_MS,
  heapMb = HEAP_MB,
} = {}): FileInspector => {
  const queue = createFairQueue<number>(QUEUE)
  const idle: { thread: InspectionThread; ending: NodeJS.Timeout }[] = []
  let running = 0
  let preparing: Promise<void> | undefined

  const acquireThread = async (): Promise<InspectionThread> => {
    if (idle.length === 0) await preparing
    const spare = idle.pop()
    if (!spare) return startThread(heapMb)
    clearTimeout(spare.ending)
    const { worker } = spare.thread
    worker.removeAllListeners('error').removeAllListeners('exit')
    worker.ref()
    return spare.thread
  }
  const keepIdle = (thread: InspectionThread) => {
    const { worker } = thread
    // An idle thread must not keep the process alive.
    worker.unref()
    const forget = () => {
      const index = idle.findIndex((spare) => spare.thread === thread)
      if (index !== -1) clearTimeout(idle.splice(index, 1)[0]?.ending)
    }
    worker.once('exit', forget)
    const ending = setTimeout(
      () => {
        forget()
        void worker.terminate()
      },
      idle.length === 0 ? IDLE_MS : SPARE_IDLE_MS,
    ).unref()
    idle.push({ thread, ending })
  }

  const runTask = async ({ owner: _, signal, read, ...file }: FileToInspect) => {
    const task = { ...file, content: await read() }
    signal?.throwIfAborted()
    const thread = await acquireThread()
    let isReusable = false
    try {
      const { result, isAlive } = await runOn(thread, task, { cpuLimitMs, wallLimitMs }, signal)
      isReusable = isAlive
      return result
    } finally {
      if (isReusable) keepIdle(thread)
      else await thread.worker.terminate()
    }
  }

  return {
    prepare() {
      if (preparing || running > 0 || idle.length > 0) return
      // A failure to start is reported by the next inspection.
      preparing = startThread(heapMb)
        .then(keepIdle, () => {})
        .finally(() => (preparing = undefined))
    },

    inspect: (file) =>
      queue.run(
        file.owner,
        async () => {
          running += 1
          try {
            return await runTask(file)
          } finally {
            running -= 1
          }
        },
        file.signal,
      ),
  }
}
