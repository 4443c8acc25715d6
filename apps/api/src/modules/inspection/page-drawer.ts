import type { ReportFileMediaType } from '@zelab/contract'
import { workerProgram } from '../../platform/worker-program.ts'
import type { CodesResult, CodesTask, DrawnPage, DrawingResult, DrawingTask } from './inspection.ts'
import { createProcessPool } from './process-pool.ts'

export interface PageDrawer {
  /**
   * Draws the first page of a published file; undefined when it cannot be drawn within the limits. Rejects with
   * `QueueFullError` when too many files wait.
   */
  drawFirstPage(file: {
    owner: number
    mediaType: ReportFileMediaType
    read: () => Promise<Uint8Array>
  }): Promise<DrawnPage | undefined>
  /**
   * The texts of the barcodes and QR codes on the first page of a file; none when it cannot be drawn within the limits.
   * Rejects with `QueueFullError` when too many files wait, and with the signal's reason when aborted.
   */
  readCodes(file: {
    /** A user; the files of a source without one wait behind each other. */
    owner?: number | undefined
    mediaType: ReportFileMediaType
    read: () => Promise<Uint8Array>
    signal?: AbortSignal | undefined
  }): Promise<string[]>
  /** Ends what waits and what runs, which rejects. */
  stop(): void
}

/** One at a time: uploads and requests come first. */
const QUEUE = { atOnce: 1, perOwner: 1, mostWaiting: 60, mostWaitingPerOwner: 8 }
/** A scanned page of 600 dpi takes 1.5 s and 480 MB. */
const BOUNDS = { cpuLimitMs: 6_000, wallLimitMs: 20_000, memoryLimitMb: 650, niceness: 10 }
const HEAP_MB = 384
/** No user has this id. */
const NO_OWNER = 0

/** Draws pages in child processes, apart from the inspection of uploads, so that neither waits for the other. */
export const createPageDrawer = (bounds: Partial<typeof BOUNDS> = {}): PageDrawer => {
  const pool = createProcessPool<DrawingTask | CodesTask, DrawingResult | CodesResult>({
    program: workerProgram(import.meta.url, 'inspection'),
    queue: QUEUE,
    bounds: { ...BOUNDS, ...bounds },
    heapMb: HEAP_MB,
    fatal: ({ kind }) => (kind === 'draw' ? { page: undefined } : { codes: [] }),
  })
  return {
    stop: () => pool.stop(),
    async drawFirstPage({ owner, mediaType, read }) {
      const result = await pool.run({
        owner,
        task: async () => ({ kind: 'draw', mediaType, content: await read() }),
      })
      return 'page' in result ? result.page : undefined
    },
    async readCodes({ owner = NO_OWNER, mediaType, read, signal }) {
      const result = await pool.run({
        owner,
        signal,
        task: async () => ({ kind: 'read-codes', mediaType, content: await read() }),
      })
      return 'codes' in result ? result.codes : []
    },
  }
}
