import { z } from 'zod'

/** The visit in a sender's order. Times are ISO texts: days, or local without an offset. */
export const statedVisit = z.object({
  orderNumber: z.string(),
  collectedAt: z.string().nullable(),
  receivedAt: z.string().nullable(),
  referrer: z.string().nullable(),
  /** License number of the referrer. A name alone is uncertain. */
  referrerLicense: z.string().optional(),
})
export type StatedVisit = z.output<typeof statedVisit>

/** Messages about one visit of an order differ by days at most. */
const DAYS = 3
/** Limit for orders whose times cannot be compared: cultures take weeks. */
const UNDATED_DAYS = 60

const difference = (stated: string, name: 'collected' | 'received') =>
  `abs(left(${stated} ->> '${name}At', 10)::date
       - coalesce((v.collected_at at time zone 'UTC')::date, v.collected_on)) > ${DAYS}`.replaceAll(
    'v.collected_',
    `v.${name}_`,
  )

/** Compares a visit `v` with its referrer `f` with a stated visit, a jsonb expression. */
export const orderVisitConditions = (stated: string) => ({
  /** The order number was used again, for another visit. */
  isOutside: `coalesce(${difference(stated, 'collected')}, ${difference(stated, 'received')},
                       now()::date - v.created_at::date > ${UNDATED_DAYS})`,
  hasOtherReferrer: `coalesce(fold_text(f.name) <> fold_text(${stated} ->> 'referrer')
                               and coalesce(lower(f.license_number) <> lower(${stated} ->> 'referrerLicense'), true), false)`,
})
