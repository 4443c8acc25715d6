import type { ArrivingDocument, Intake, Origin } from '../modules/inbox/intake/arrival.ts'
import type { Database } from '../platform/database/database.ts'

export interface TakenDocument extends Omit<ArrivingDocument, 'content'> {
  origin: Origin
  content: Buffer | undefined
}

const readWhole = async (content: AsyncGenerator<Buffer>) => {
  const parts: Buffer[] = []
  for await (const part of content) parts.push(part)
  return Buffer.concat(parts)
}

/** In memory. Like the real inbox, it adds all documents of a transaction or none. */
export const createTestIntake = (database: Database) => {
  const taken: TakenDocument[] = []
  const state = {
    taken,
    failure: undefined as Error | undefined,
    pause: undefined as Promise<unknown> | undefined,
    knowsAll: false,
  }
  const intake: Intake = {
    async receive(origin, documents, options) {
      const read = await Promise.all(
        documents.map(async ({ content, ...others }) => ({
          ...others,
          origin,
          content: content && (await readWhole(content)),
        })),
      )
      await state.pause
      if (state.failure) throw state.failure
      if (state.knowsAll) return documents.map(() => ({ duplicate: true as const }))
      await database.transaction(async (tx) => {
        await options?.inTransaction?.(tx)
      })
      taken.push(...read)
      return read.map((_, index) => ({ itemId: taken.length - read.length + index + 1 }))
    },
  }
  return Object.assign(state, intake)
}
