import type { ChildProcess } from 'node:child_process'
import { createFairQueue, type QueueLimits } from '../../platform/fair-queue.ts'
import { UNREADABLE, type ProcessTask, type TaskByPath } from './inspection.ts'
import { endProcess, runOn, startProcess, type ProcessBounds } from './inspection-process.ts'

/**
 * An idle process stays this long, because a start costs as much processor time as drawing three pages. Extra
 * processes end sooner, because each takes 80 to 150 MB, or 230 MB after a large scan.
 */
const IDLE_MS = 60_000
const SPARE_IDLE_MS = 3_000

export interface FileTask<Task extends ProcessTask> {
  owner: number
  signal?: AbortSignal | undefined
  task: () => Promise<Task>
  /** The process reads a file on the local disk itself if possible. */
  taskByPath?: TaskByPath<Task> | undefined
}

class StoppingError extends Error {
  constructor() {
    super('The service is stopping')
    this.name = 'StoppingError'
  }
}

export const createProcessPool = <Task extends ProcessTask, Result>({
  program,
  queue: limits,
  bounds,
  heapMb,
  idleMs = IDLE_MS,
  fatal,
}: {
  program: URL
  queue: QueueLimits
  bounds: ProcessBounds
  heapMb: number
  idleMs?: number
  fatal: (task: Omit<Task, 'content'>) => Result
}) => {
  const queue = createFairQueue<number>(limits)
  const idle: { child: ChildProcess; ending: NodeJS.Timeout }[] = []
  let preparing: Promise<void> | undefined
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
    // Reading here reveals whether the file is missing.
    const read = result === UNREADABLE ? await runInProcess(await readTask(), signal) : result
    if (read === UNREADABLE) throw new Error('The inspection process did not get the file')
    return read
  }

  return {
    prepare(): void {
      if (preparing || tasks.size > 0 || idle.length > 0) return
      preparing = startProcess(program, heapMb)
        .then(keepIdle, () => {})
        .finally(() => (preparing = undefined))
    },

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

    stop(): void {
      isStopping = true
      for (const task of tasks) task.abort(new StoppingError())
    },
  }
}
