import type { ChildProcess } from 'node:child_process'
import { createFairQueue, type QueueLimits } from '../../platform/fair-queue.ts'
import { UNREADABLE, type ProcessTask, type TaskByPath } from './inspection.ts'
import { endProcess, runOn, startProcess, type ProcessBounds } from './inspection-process.ts'

/**
 * How long an idle process keeps the parser loaded: starting one takes as much processor time as drawing three pages.
 * Extra ones end sooner, as each takes 80 to 150 MB, and 230 MB after a large scan.
 */
const IDLE_MS = 60_000
const SPARE_IDLE_MS = 3_000

export interface FileTask<Task extends ProcessTask> {
  /** Fairness key: the files of one user do not delay those of others. */
  owner: number
  /** Cancels the wait or the work. */
  signal?: AbortSignal | undefined
  /** Reads the content when it is this file's turn, to limit memory use. */
  task: () => Promise<Task>
  /** For a file on the local disk: the process reads it itself, if it can. */
  taskByPath?: TaskByPath<Task> | undefined
}

class StoppingError extends Error {
  constructor() {
    super('The service is stopping')
    this.name = 'StoppingError'
  }
}

/** Child processes that work on one file at a time and end when it takes too much time or memory. */
export const createProcessPool = <Task extends ProcessTask, Result>({
  program,
  queue: limits,
  bounds,
  heapMb,
  idleMs = IDLE_MS,
  fatal,
}: {
  /** What the processes run (`serve-tasks.ts`). */
  program: URL
  queue: QueueLimits
  bounds: ProcessBounds
  heapMb: number
  /** How long the last process is kept without work. */
  idleMs?: number
  /** The result for a file that ends its process. */
  fatal: (task: Omit<Task, 'content'>) => Result
}) => {
  const queue = createFairQueue<number>(limits)
  const idle: { child: ChildProcess; ending: NodeJS.Timeout }[] = []
  let preparing: Promise<void> | undefined
  /** Those that wait or run. */
  const tasks = new Set<AbortController>()
  let isStopping = false

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
      idle.length === 0 ? idleMs : SPARE_IDLE_MS,
    ).unref()
    idle.push({ child, ending })
  }

  const runInProcess = async (
    task: Task | TaskByPath<Task>,
    signal: AbortSignal | undefined,
  ): Promise<Result | typeof UNREADABLE> => {
    signal?.throwIfAborted()
    const child = await acquireProcess()
    let isReusable = false
    try {
      const outcome = await runOn<Result | typeof UNREADABLE>(child, task, bounds, signal)
      isReusable = outcome !== undefined
      return outcome ? outcome.result : fatal(task)
    } finally {
      if (isReusable) keepIdle(child)
      else await endProcess(child)
    }
  }

  const runTask = async ({ signal, task: readTask, taskByPath }: FileTask<Task>): Promise<Result> => {
    const result = taskByPath ? await runInProcess(taskByPath, signal) : UNREADABLE
    // Whether the file is missing is found out by reading it here.
    const read = result === UNREADABLE ? await runInProcess(await readTask(), signal) : result
    if (read === UNREADABLE) throw new Error('The inspection process did not get the file')
    return read
  }

  return {
    /** Starts a process if none is ready. */
    prepare(): void {
      if (preparing || tasks.size > 0 || idle.length > 0) return
      // A failure to start is reported by the next file.
      preparing = startProcess(program, heapMb)
        .then(keepIdle, () => {})
        .finally(() => (preparing = undefined))
    },

    /** Rejects with `QueueFullError` when too many files wait, and with the signal's reason when aborted. */
    async run(file: FileTask<Task>): Promise<Result> {
      if (isStopping) throw new StoppingError()
      const task = new AbortController()
      const { signal } = task
      const cancel = () => task.abort(file.signal?.reason)
      file.signal?.throwIfAborted()
      file.signal?.addEventListener('abort', cancel, { once: true })
      tasks.add(task)
      try {
        return await queue.run(file.owner, () => runTask({ ...file, signal }), signal)
      } finally {
        tasks.delete(task)
        file.signal?.removeEventListener('abort', cancel)
      }
    },

    /** Ends what waits and what runs: its callers' work is begun again later. */
    stop(): void {
      isStopping = true
      for (const task of tasks) task.abort(new StoppingError())
    },
  }
}
