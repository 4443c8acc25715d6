import { z } from 'zod'

/** The visit in a sender's order. Times are ISO texts: days, or local without an offset. */
export const statedVisit = z.object({
  orderNumber: z.string(),
  collectedAt: z.string().nullable(),
  receivedAt: z.string().nullable(),
  referrer: z.string().nullable(),
})
export type StatedVisit = z.output<typeof statedVisit>
