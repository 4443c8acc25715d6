import { workerProgram } from '../../platform/worker-program.ts'
import type { InspectionResult, InspectionTask } from './inspection.ts'
import { createProcessPool } from './process-pool.ts'

export interface FileInspector {
  prepare(): void
  /** Rejects with `QueueFullError` if too many files wait, and with the signal's reason on abort. */
  inspect(file: FileToInspect): Promise<InspectionResult>
  stop(): void
}

export type FileToInspect = Omit<InspectionTask, 'content' | 'kind'> & {
  owner: number
  signal?: AbortSignal | undefined
  path?: string | undefined
  /** Called when the inspection starts, to limit memory use. */
  read: () => Promise<Uint8Array>
}

/** Waiting files stay on disk. */
const QUEUE = { atOnce: 2, perOwner: 1, mostWaiting: 100, mostWaitingPerOwner: 15 }
/** A report of 500 pages takes one second. */
const CPU_LIMIT_MS = 3_000
const WALL_LIMIT_MS = 20_000
const HEAP_MB = 384
/** A process start costs as much processor time as fifty files. */
const IDLE_MS = 5 * 60_000

/** A child process ends if a file takes too much time or memory. */
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
