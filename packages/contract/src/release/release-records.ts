import { envelope } from '../endpoint.ts'
import { outcomeSchema } from '../fields/bulk.ts'
import { timestamp } from '../fields/query-fields.ts'
import { GENDERS, RELEASE_RULES } from '../limits.ts'
import { SUCCESS } from '../messages.ts'
import { z } from '../zod.ts'

export const releaseSettingsSchema = z.object({
  twoPersons: z.enum(RELEASE_RULES),
  reportTypeIds: z.array(z.number()),
  techniciansRelease: z.boolean(),
  allowsAlone: z.boolean(),
})
export type ReleaseSettings = z.output<typeof releaseSettingsSchema>

const person = z.object({ fullName: z.string() })

export const unreleasedReportSchema = z.object({
  id: z.number(),
  state: z.enum(['awaiting', 'returned', 'released', 'discarded']),
  revision: z.number(),
  title: z.string(),
  remark: z.nullable(z.string()),
  reportType: z.object({ id: z.number(), title: z.string() }),
  patient: z.object({
    id: z.number(),
    fullName: z.string(),
    dateOfBirth: z.string(),
    gender: z.nullable(z.enum(GENDERS)),
  }),
  /** Null once discarded. `sha256` is in hexadecimal. */
  file: z.nullable(
    z.object({ address: z.string(), mediaType: z.string(), sizeBytes: z.number(), sha256: z.string() }),
  ),
  /** The published report that this amendment would change. */
  amends: z.nullable(
    z.object({
      reportId: z.number(),
      version: z.number(),
      reason: z.string(),
      note: z.nullable(z.string()),
      /** True if the patient and visitors do not see the published version. */
      isSuspended: z.boolean(),
    }),
  ),
  /** The visit that its release moves to the patient. */
  movesVisitId: z.nullable(z.number()),
  author: person,
  /** True if the caller is one of its authors, who cannot release it. */
  isOwn: z.boolean(),
  /** The whole file of this revision was sent to the caller. */
  isOpened: z.boolean(),
  /** Time of the first submission, also after a correction. */
  awaitingSince: timestamp,
  isLate: z.boolean(),
  isCritical: z.boolean(),
  /** The last time; the reply is that of the author who corrected it. */
  returned: z.nullable(
    z.object({ at: timestamp, by: person, reason: z.string(), reply: z.nullable(z.string()) }),
  ),
  discardReason: z.nullable(z.string()),
  released: z.nullable(
    z.object({
      at: timestamp,
      by: person,
      reportId: z.nullable(z.number()),
      aloneReason: z.nullable(z.string()),
      reviewed: z.nullable(z.object({ at: timestamp, by: person })),
    }),
  ),
})
export type UnreleasedReport = z.output<typeof unreleasedReportSchema>

export const openedUnreleasedSchema = z.extend(unreleasedReportSchema, {
  /** The newest other reports of the patient with the same type. */
  earlier: z.array(
    z.object({ id: z.number(), title: z.string(), version: z.number(), createdAt: timestamp }),
  ),
})
export type OpenedUnreleased = z.output<typeof openedUnreleasedSchema>

/** Answer of a request that would publish, when a second person has to release. */
export const awaitsReleaseAnswer = {
  response: envelope({ data: z.object({ unreleasedId: z.number() }) }),
  message: SUCCESS.reportAwaitsRelease,
}
export type AwaitsRelease = z.output<typeof awaitsReleaseAnswer.response>['data']

export const releaseOutcome = z.extend(outcomeSchema, { reportId: z.nullable(z.number()) })
export type ReleaseOutcome = z.output<typeof releaseOutcome>
