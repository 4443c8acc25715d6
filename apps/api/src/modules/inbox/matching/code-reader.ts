import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../../core/context.ts'
import { findWithoutCodes } from './rematching.repository.ts'
import type { RematchingService } from './rematching.service.ts'

const BATCH = 50
const IDLE_MS = 5_000
/** Pause after each item, as a multiple of its duration. Rendering a page occupies a whole core. */
const REST = 4
const LONGEST_REST_MS = 3_000

/**
 * Reads barcodes of items without a certain patient, slowly and in sequence, so that a thousand new files do not slow
 * down requests. Opening an item reads its barcodes at once (`rematching.service.ts`).
 */
export const createCodeReader = ({
  database,
  rematching,
  onFailure,
  idleMs = IDLE_MS,
}: Pick<Context, 'database'> & {
  rematching: Pick<RematchingService, 'readCodes'>
  onFailure: (error: unknown) => void
  idleMs?: number
}) => {
  const stopping = new AbortController()
  const { signal } = stopping
  let running: Promise<void> | undefined

  const readOne = async (id: number): Promise<number> => {
    const startedAt = performance.now()
    try {
      await rematching.readCodes(id, signal)
      return Math.min((performance.now() - startedAt) * REST, LONGEST_REST_MS)
    } catch (error) {
      if (!signal.aborted) onFailure(error)
      return idleMs
    }
  }

  const work = async () => {
    let after = 0
    while (!signal.aborted) {
      const ids = await findWithoutCodes(database, { after, limit: BATCH }).catch((error: unknown) => {
        onFailure(error)
        return []
      })
      for (const id of ids) {
        await sleep(await readOne(id), undefined, { signal })
        after = id
      }
      if (ids.length < BATCH) {
        after = 0
        await sleep(idleMs, undefined, { signal })
      }
    }
  }

  return {
    start(): void {
      running = work().catch((error: unknown) => {
        if (!signal.aborted) throw error
      })
    },
    async stop(): Promise<void> {
      stopping.abort()
      await running
    },
  }
}
