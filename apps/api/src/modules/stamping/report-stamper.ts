import type { ReportFileMediaType } from '@zelab/contract'
import { workerProgram } from '../../platform/worker-program.ts'
import { createProcessPool } from '../inspection/process-pool.ts'
import type { SealText } from '../../platform/pdf-seal/add-seal-placeholder.ts'
import type { StampContent, StampResult, StampTask } from './stamping.ts'

export interface ReportStamper {
  /**
   * Makes a stamped copy, or a slip for a file that must not be changed. Deterministic. Rejects with `QueueFullError`
   * if too many files wait.
   */
  stamp(file: {
    owner: number
    mediaType: ReportFileMediaType
    stamp: StampContent
    seal?: SealText | undefined
    read: () => Promise<Uint8Array>
  }): Promise<StampResult>
  stop(): void
}

/** One at a time, so that uploads and requests have priority. */
const QUEUE = { atOnce: 1, perOwner: 1, mostWaiting: 60, mostWaitingPerOwner: 8 }
/** A scanned page of 600 dpi takes 2 s and 480 MB, as PNG 720 MB. */
const BOUNDS = { cpuLimitMs: 10_000, wallLimitMs: 30_000, memoryLimitMb: 750, niceness: 10 }
const HEAP_MB = 384

/** Uses its own child processes, so that stamping and upload inspection do not wait for each other. */
export const createReportStamper = (bounds: Partial<typeof BOUNDS> = {}): ReportStamper => {
  const pool = createProcessPool<StampTask, StampResult>({
    program: workerProgram(import.meta.url, 'stamping'),
    queue: QUEUE,
    bounds: { ...BOUNDS, ...bounds },
    heapMb: HEAP_MB,
    fatal: () => ({ outcome: 'failed' }),
  })
  return {
    stop: () => pool.stop(),
    stamp: ({ owner, read, ...file }) =>
      pool.run({ owner, task: async () => ({ ...file, kind: 'stamp', content: await read() }) }),
  }
}
