import { defineEndpoint, envelope } from '../endpoint.ts'
import { idParams, timestamp } from '../fields/query-fields.ts'
import { z } from '../zod.ts'

export const LOOKUP_OUTCOMES = [
  'current',
  'superseded',
  'withdrawn',
  'suspended',
  'file-matches',
  'file-original',
  'file-slip',
  'file-other-version',
  'file-unknown',
  'pass-refused',
  'shown',
] as const
export type LookupOutcome = (typeof LOOKUP_OUTCOMES)[number]

export const LOOKUPS_SHOWN = 20
/** Counting stops here. */
export const LOOKUP_COUNT_LIMIT = 1000
/** Within these minutes, the same look-up from one network is recorded once. */
export const LOOKUP_MINUTES = 10
/** Look-ups are removed after this many days. */
export const LOOKUP_DAYS = 90

export const verificationSchema = z.object({
  code: z.string(),
  /** The verification address; ends with the code. */
  address: z.string(),
  /** The newest of the last 90 days, for all versions. */
  lookups: z.array(
    z.object({
      at: timestamp,
      version: z.number(),
      outcome: z.enum(LOOKUP_OUTCOMES),
      /** The visitor's network, for example 203.0.113.0/24. */
      network: z.string(),
    }),
  ),
  totalLookups: z.number(),
})
export type Verification = z.output<typeof verificationSchema>

export const verificationEndpoints = {
  getVerification: defineEndpoint({
    method: 'GET',
    path: '/report/getVerification/:id',
    access: 'reports:view',
    summary:
      'The verification code of a report’s current version and who looked it up, at most the newest 20',
    params: idParams,
    response: envelope({ data: verificationSchema }),
  }),
}
