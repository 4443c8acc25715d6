import { workerProgram } from '../../platform/worker-program.ts'
import type { InspectionResult, InspectionTask } from './inspection.ts'
import { createProcessPool } from './process-pool.ts'

export interface FileInspector {
  /** Starts a process if none is ready: a file is about to arrive. */
  prepare(): void
  /** Rejects with `QueueFullError` when too many files wait, and with the signal's reason when aborted. */
  inspect(file: FileToInspect): Promise<InspectionResult>
  /** Ends what waits and what runs, which rejects. */
  stop(): void
}

export type FileToInspect = Omit<InspectionTask, 'content' | 'kind'> & {
  /** Fairness key: only one file of each user is inspected at a time. */
  owner: number
  /** Cancels the wait or the inspection. */
  signal?: AbortSignal | undefined
  /** Where the file is on the local disk, if it is there: the process then reads it itself. */
  path?: string | undefined
  /** Reads the content when it is this file's turn, to limit memory use. */
  read: () => Promise<Uint8Array>
}

/** Waiting files stay on disk. */
const QUEUE = { atOnce: 2, perOwner: 1, mostWaiting: 100, mostWaitingPerOwner: 15 }
/** A report of 500 pages takes one second. */
const CPU_LIMIT_MS = 3_000
const WALL_LIMIT_MS = 20_000
const HEAP_MB = 384
/** A start takes as much processor time as fifty files. */
const IDLE_MS = 5 * 60_000

/** Inspects uploads in child processes, which end when a file takes too much time or memory. */
export const createFileInspector = ({
  cpuLimitMs = CPU_LIMIT_MS,
  wallLimitMs = WALL_LIMIT_MS,
  heapMb = HEAP_MB,
} = {}): FileInspector => {
  const pool = createProcessPool<InspectionTask, InspectionResult>({
    program: workerProgram(import.meta.url, 'inspection'),
    queue: QUEUE,
    bounds: { cpuLimitMs, wallLimitMs },
    heapMb,
    idleMs: IDLE_MS,
    // Too slow, too much memory, a crashed parser.
    fatal: ({ mediaType }) => ({
      problem: mediaType === 'application/pdf' ? 'PDF_DAMAGED' : 'IMAGE_DAMAGED',
    }),
  })
  return {
    stop: () => pool.stop(),
    prepare: () => pool.prepare(),
    inspect: ({ owner, signal, read, path, ...file }) =>
      pool.run({
        owner,
        signal,
        task: async () => ({ ...file, kind: 'inspect', content: await read() }),
        taskByPath: path === undefined ? undefined : { ...file, kind: 'inspect', path },
      }),
  }
}
