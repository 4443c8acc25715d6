import type { ChildProcess } from 'node:child_process'
import { createFairQueue, type QueueLimits } from '../../platform/fair-queue.ts'
import type { ProcessTask } from './inspection.ts'
import { endProcess, runOn, startProcess, type ProcessBounds } from './inspection-process.ts'

/** How long an idle process keeps the parser loaded; extra ones end sooner, as each takes 80 MB. */
const IDLE_MS = 10_000
const SPARE_IDLE_MS = 3_000

export interface FileTask<Task> {
  /** Fairness key: the files of one user do not delay those of others. */
  owner: number
  /** Cancels the wait or the work. */
  signal?: AbortSignal | undefined
  /** Reads the content when it is this file's turn, to limit memory use. */
  task: () => Promise<Task>
}

/** Child processes that work on one file at a time and end when it takes too much time or memory. */
export const createProcessPool = <Task extends ProcessTask, Result>({
  program,
  queue: limits,
  bounds,
  heapMb,
  fatal,
}: {
  /** What the processes run (`serve-tasks.ts`). */
  program: URL
  queue: QueueLimits
  bounds: ProcessBounds
  heapMb: number
  /** The result for a file that ends its process. */
  fatal: (task: Task) => Result
}) => {
  const queue = createFairQueue<number>(limits)
  const idle: { child: ChildProcess; ending: NodeJS.Timeout }[] = []
  let running = 0
  let preparing: Promise<void> | undefined

  const acquireProcess = async (): Promise<ChildProcess> => {
    if (idle.length === 0) await preparing
    const spare = idle.pop()
    if (!spare) return startProcess(program, heapMb)
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

  const runTask = async ({ signal, task: readTask }: FileTask<Task>): Promise<Result> => {
    const task = await readTask()
    signal?.throwIfAborted()
    const child = await acquireProcess()
    let isReusable = false
    try {
      const outcome = await runOn<Result>(child, task, bounds, signal)
      isReusable = outcome !== undefined
      return outcome ? outcome.result : fatal(task)
    } finally {
      if (isReusable) keepIdle(child)
      else await endProcess(child)
    }
  }

  return {
    /** Starts a process if none is ready. */
    prepare(): void {
      if (preparing || running > 0 || idle.length > 0) return
      // A failure to start is reported by the next file.
      preparing = startProcess(program, heapMb)
        .then(keepIdle, () => {})
        .finally(() => (preparing = undefined))
    },

    /** Rejects with `QueueFullError` when too many files wait, and with the signal's reason when aborted. */
    run: (file: FileTask<Task>): Promise<Result> =>
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
