import type { ChildProcess } from 'node:child_process'
import { createFairQueue } from '../../platform/fair-queue.ts'
import type { InspectionResult, InspectionTask } from './inspection.ts'
import { endProcess, runOn, startProcess } from './inspection-process.ts'

export interface FileInspector {
  /** Starts a process if none is ready: a file is about to arrive. */
  prepare(): void
  /** Rejects with `QueueFullError` when too many files wait, and with the signal's reason when aborted. */
  inspect(file: FileToInspect): Promise<InspectionResult>
}

export type FileToInspect = Omit<InspectionTask, 'content'> & {
  /** Fairness key: only one file of each user is inspected at a time. */
  owner: number
  /** Cancels the wait or the inspection. */
  signal?: AbortSignal | undefined
  /** Reads the content when it is this file's turn, to limit memory use. */
  read: () => Promise<Uint8Array>
}

/** Waiting files stay on disk. */
const QUEUE = { atOnce: 2, perOwner: 1, mostWaiting: 100, mostWaitingPerOwner: 15 }
/** A report of 500 pages takes one second. */
const CPU_LIMIT_MS = 3_000
const WALL_LIMIT_MS = 20_000
/** How long an idle process keeps the parser loaded; extra ones end sooner, as each takes 80 MB. */
const IDLE_MS = 10_000
const SPARE_IDLE_MS = 3_000
const HEAP_MB = 384

/** Inspects uploads in child processes, which end when a file takes too much time or memory. */
export const createFileInspector = ({
  cpuLimitMs = CPU_LIMIT_MS,
  wallLimitMs = WALL_LIMIT_MS,
  heapMb = HEAP_MB,
} = {}): FileInspector => {
  const queue = createFairQueue<number>(QUEUE)
  const idle: { child: ChildProcess; ending: NodeJS.Timeout }[] = []
  let running = 0
  let preparing: Promise<void> | undefined

  const acquireProcess = async (): Promise<ChildProcess> => {
    if (idle.length === 0) await preparing
    const spare = idle.pop()
    if (!spare) return startProcess(heapMb)
    clearTimeout(spare.ending)
    const { child } = spare
    child.removeAllListeners('exit')
    child.ref()
    child.channel?.ref()
    return child
  }
  const keepIdle = (child: ChildProcess) => {
    // An idle process must not keep the service alive.
    child.unref()
    child.channel?.unref()
    const forget = () => {
      const index = idle.findIndex((spare) => spare.child === child)
      if (index !== -1) clearTimeout(idle.splice(index, 1)[0]?.ending)
    }
    child.once('exit', forget)
    const ending = setTimeout(
      () => {
        forget()
        child.kill('SIGKILL')
      },
      idle.length === 0 ? IDLE_MS : SPARE_IDLE_MS,
    ).unref()
    idle.push({ child, ending })
  }

  const runTask = async ({ owner: _, signal, read, ...file }: FileToInspect) => {
    const task = { ...file, content: await read() }
    signal?.throwIfAborted()
    const child = await acquireProcess()
    let isReusable = false
    try {
      const outcome = await runOn(child, task, { cpuLimitMs, wallLimitMs }, signal)
      isReusable = outcome.isReusable
      return outcome.result
    } finally {
      if (isReusable) keepIdle(child)
      else await endProcess(child)
    }
  }

  return {
    prepare() {
      if (preparing || running > 0 || idle.length > 0) return
      // A failure to start is reported by the next inspection.
      preparing = startProcess(heapMb)
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
