import type { ReportFileMediaType } from '@zelab/contract'
import { workerProgram } from '../../platform/worker-program.ts'
import type { DrawnPage, DrawingResult, DrawingTask } from './inspection.ts'
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
}

/** One at a time: uploads and requests come first. */
const QUEUE = { atOnce: 1, perOwner: 1, mostWaiting: 60, mostWaitingPerOwner: 8 }
/** A scanned page of 600 dpi takes 1.5 s and 480 MB. */
const BOUNDS = { cpuLimitMs: 6_000, wallLimitMs: 20_000, memoryLimitMb: 650, niceness: 10 }
const HEAP_MB = 384

/** Draws pages in child processes, apart from the inspection of uploads, so that neither waits for the other. */
export const createPageDrawer = (bounds: Partial<typeof BOUNDS> = {}): PageDrawer => {
  const pool = createProcessPool<DrawingTask, DrawingResult>({
    program: workerProgram(import.meta.url, 'inspection'),
    queue: QUEUE,
    bounds: { ...BOUNDS, ...bounds },
    heapMb: HEAP_MB,
    fatal: () => ({ page: undefined }),
  })
  return {
    async drawFirstPage({ owner, mediaType, read }) {
      const { page } = await pool.run({
        owner,
        task: async () => ({ kind: 'draw', mediaType, content: await read() }),
      })
      return page
    },
  }
}
