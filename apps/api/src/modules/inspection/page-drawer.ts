import type { ReportFileMediaType } from '@zelab/contract'
import { workerProgram } from '../../platform/worker-program.ts'
import type { CodesResult, CodesTask, DrawnPage, DrawingResult, DrawingTask } from './inspection.ts'
import { createProcessPool } from './process-pool.ts'

export interface PageDrawer {
  /** Undefined if the page cannot be drawn within the limits. Rejects with `QueueFullError` if too many files wait. */
  drawFirstPage(file: {
    owner: number
    mediaType: ReportFileMediaType
    read: () => Promise<Uint8Array>
  }): Promise<DrawnPage | undefined>
  readCodes(file: {
    owner?: number | undefined
    mediaType: ReportFileMediaType
    read: () => Promise<Uint8Array>
    signal?: AbortSignal | undefined
  }): Promise<string[]>
  stop(): void
}

const QUEUE = { atOnce: 1, perOwner: 1, mostWaiting: 60, mostWaitingPerOwner: 8 }
/** A scanned page of 600 dpi takes 1.5 s and 480 MB. */
const BOUNDS = { cpuLimitMs: 6_000, wallLimitMs: 20_000, memoryLimitMb: 650, niceness: 10 }
const HEAP_MB = 384
const NO_OWNER = 0

/** Uses its own child processes, so that drawing and upload inspection do not wait for each other. */
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
