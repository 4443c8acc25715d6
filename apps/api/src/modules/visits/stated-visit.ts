import { z } from 'zod'

/** What a sender's order says of the visit. Times are ISO texts: days, or local without an offset. */
export const statedVisit = z.object({
  orderNumber: z.string(),
  collectedAt: z.string().nullable(),
  receivedAt: z.string().nullable(),
  referrer: z.string().nullable(),
})
export type StatedVisit = z.output<typeof statedVisit>
