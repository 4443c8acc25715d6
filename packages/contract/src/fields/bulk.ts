import { BULK_MAX } from '../limits.ts'
import { VALIDATION } from '../messages.ts'
import { z } from '../zod.ts'

/** The records that a request changes one by one. */
export const bulkOf = <Item extends z.ZodMiniType>(item: Item) =>
  z
    .array(item)
    .check(z.minLength(1, { error: VALIDATION.bulk }), z.maxLength(BULK_MAX, { error: VALIDATION.bulk }))

/** The outcome for one of them. */
export const outcomeSchema = z.object({
  id: z.number(),
  /** Null when it was changed. */
  problem: z.nullable(z.object({ code: z.string(), message: z.string() })),
})
export type Outcome = z.output<typeof outcomeSchema>
