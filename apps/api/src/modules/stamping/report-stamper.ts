import type { ReportFileMediaType } from '@zelab/contract'
import { workerProgram } from '../../platform/worker-program.ts'
import { createProcessPool } from '../inspection/process-pool.ts'
import type { SealText } from '../../platform/pdf-seal/add-seal-placeholder.ts'
import type { StampContent, StampResult, StampTask } from './stamping.ts'

export interface ReportStamper {
  /**
   * Makes a stamped copy of a published file, or a slip for a file that must not be changed. The same input gives the
   * same bytes. Rejects with `QueueFullError` when too many files wait.
   */
  stamp(file: {
    owner: number
    mediaType: ReportFileMediaType
    stamp: StampContent
    /** Room for a seal is added; without it there is none. */
    seal?: SealText | undefined
    read: () => Promise<Uint8Array>
  }): Promise<StampResult>
  /** Ends what waits and what runs, which rejects. */
  stop(): void
}

/** One at a time: uploads and requests come first. */
const QUEUE = { atOnce: 1, perOwner: 1, mostWaiting: 60, mostWaitingPerOwner: 8 }
/** A scanned page of 600 dpi takes 2 s and 480 MB. */
const BOUNDS = { cpuLimitMs: 10_000, wallLimitMs: 30_000, memoryLimitMb: 750, niceness: 10 }
const HEAP_MB = 384

/** Stamps files in child processes, apart from the inspection of uploads, so that neither waits for the other. */
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
