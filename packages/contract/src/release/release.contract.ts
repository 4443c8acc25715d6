import { defineEndpoint, envelope } from '../endpoint.ts'
import { GENDERS, RELEASE_LISTS, RELEASE_RULES } from '../limits.ts'
import {
  idParams,
  limitField,
  pageField,
  paginationSchema,
  savedAt,
  seenAt,
  timestamp,
} from '../fields/query-fields.ts'
import {
  correctReportBody,
  discardReportBody,
  releaseManyBody,
  releaseReportBody,
  releaseSettingsBody,
  returnReportBody,
  reviewReleaseBody,
  suspensionBody,
  takeOverReportBody,
} from './release.forms.ts'
import { SUCCESS } from '../messages.ts'
import { z } from '../zod.ts'

export const unreleasedFileAddress = (id: number): string => `/api/v1/release/file/${id}`

const releaseSettingsSchema = z.object({
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

const releaseOutcome = z.object({
  id: z.number(),
  reportId: z.nullable(z.number()),
  /** Why it was not released. */
  problem: z.nullable(z.object({ code: z.string(), message: z.string() })),
})
export type ReleaseOutcome = z.output<typeof releaseOutcome>

const unreleasedAnswer = envelope({ data: unreleasedReportSchema })

export const releaseEndpoints = {
  getReleaseSettings: defineEndpoint({
    method: 'GET',
    path: '/lab/getReleaseSettings/:id',
    access: 'staff',
    summary: 'Which reports of a lab a second person has to release',
    params: idParams,
    response: envelope({ data: z.extend(releaseSettingsSchema, savedAt) }),
  }),
  updateReleaseSettings: defineEndpoint({
    method: 'PUT',
    path: '/lab/updateReleaseSettings/:id',
    access: 'labs:view',
    summary:
      'Change which reports of a lab a second person has to release; what already awaits release does so on',
    params: idParams,
    body: z.extend(releaseSettingsBody, seenAt),
    message: SUCCESS.saved,
    response: envelope({ data: z.extend(releaseSettingsSchema, savedAt) }),
  }),
  list: defineEndpoint({
    method: 'GET',
    path: '/release/getAll',
    access: 'reports:publish',
    patientData: 'list',
    summary:
      'Reports that await release, longest first; those that were sent back; the caller’s own; or those that their author released alone on duty. Empty for those who may not act on them',
    query: z.object({ page: pageField, limit: limitField, list: z.catch(z.enum(RELEASE_LISTS), 'awaiting') }),
    response: envelope({ data: z.array(unreleasedReportSchema), pagination: paginationSchema }),
  }),
  getCounts: defineEndpoint({
    method: 'GET',
    path: '/release/getCounts',
    access: 'reports:publish',
    summary:
      'How many reports await release, are late, were sent back, are the caller’s own or need a review, each up to 200',
    response: envelope({
      data: z.object({
        mayRelease: z.boolean(),
        mayReview: z.boolean(),
        mayTakeOver: z.boolean(),
        allowsAlone: z.boolean(),
        awaiting: z.number(),
        late: z.number(),
        sentBack: z.number(),
        own: z.number(),
        /** The caller’s own reports. */
        returned: z.number(),
        review: z.number(),
      }),
    }),
  }),
  getById: defineEndpoint({
    method: 'GET',
    path: '/release/getById/:id',
    access: 'reports:publish',
    patientData: 'view',
    summary: 'One report that awaits release, for its authors and those who may release it',
    params: idParams,
    response: envelope({ data: openedUnreleasedSchema }),
  }),
  readFile: defineEndpoint({
    method: 'GET',
    path: '/release/file/:id',
    access: 'reports:publish',
    summary:
      'The file of a report that awaits release; its entity tag is the SHA-256 of its bytes. Only a GET of the whole file counts as opening it',
    params: idParams,
    response: 'file',
    file: 'stored',
  }),
  release: defineEndpoint({
    method: 'POST',
    path: '/release/release/:id',
    access: 'reports:release',
    idempotent: true,
    patientData: 'change',
    summary:
      'Publish a report that awaits release. Needs a sign-in or a confirmed password within 15 minutes; another revision or file than the opened one, or a stored file with other bytes, is a conflict',
    params: idParams,
    body: releaseReportBody,
    message: SUCCESS.reportReleased,
    response: envelope({ data: z.object({ reportId: z.number() }) }),
  }),
  releaseMany: defineEndpoint({
    method: 'POST',
    path: '/release/releaseMany',
    access: 'reports:release',
    repeats: true,
    summary:
      'Release several reports whose files the caller has opened; always names what became of each, also of those that the caller released before',
    body: releaseManyBody,
    response: envelope({ data: z.array(releaseOutcome) }),
  }),
  sendBack: defineEndpoint({
    method: 'POST',
    path: '/release/return/:id',
    access: 'reports:release',
    idempotent: true,
    patientData: 'change',
    summary: 'Send a report back to its author with a reason',
    params: idParams,
    body: returnReportBody,
    message: SUCCESS.reportSentBack,
    response: unreleasedAnswer,
  }),
  correct: defineEndpoint({
    method: 'PUT',
    path: '/release/correct/:id',
    access: 'reports:publish',
    idempotent: true,
    patientData: 'change',
    summary: 'Correct an own report that awaits release or was sent back: it awaits release again',
    params: idParams,
    body: correctReportBody,
    message: SUCCESS.reportCorrected,
    response: unreleasedAnswer,
  }),
  takeOver: defineEndpoint({
    method: 'POST',
    path: '/release/takeOver/:id',
    access: 'reports:publish',
    idempotent: true,
    patientData: 'change',
    summary: 'Become an author of a report that was sent back, to correct it; by a Technician or Doctor',
    params: idParams,
    body: takeOverReportBody,
    message: SUCCESS.reportTakenOver,
    response: unreleasedAnswer,
  }),
  discard: defineEndpoint({
    method: 'POST',
    path: '/release/discard/:id',
    access: 'reports:publish',
    idempotent: true,
    patientData: 'change',
    summary:
      'Discard a report that awaits release or was sent back, by an author, or with a reason by someone who may release; one that is critical, by a Doctor with a reason. A file of the inbox returns there',
    params: idParams,
    body: discardReportBody,
    message: SUCCESS.reportDiscarded,
    response: unreleasedAnswer,
  }),
  suspend: defineEndpoint({
    method: 'POST',
    path: '/release/suspend/:id',
    access: 'reports:publish',
    idempotent: true,
    patientData: 'change',
    summary:
      'Hide the published version from the patient and visitors until this amendment is released or discarded; by an author or someone who may release. Names both versions, as lifting does',
    params: idParams,
    body: suspensionBody,
    message: SUCCESS.reportSuspended,
    response: unreleasedAnswer,
  }),
  lift: defineEndpoint({
    method: 'POST',
    path: '/release/lift/:id',
    access: 'reports:release',
    idempotent: true,
    patientData: 'change',
    summary: 'Show the suspended version again, although its amendment awaits release; by a Doctor',
    params: idParams,
    body: suspensionBody,
    message: SUCCESS.suspensionLifted,
    response: unreleasedAnswer,
  }),
  review: defineEndpoint({
    method: 'POST',
    path: '/release/review/:id',
    access: 'reports:release',
    idempotent: true,
    patientData: 'change',
    summary:
      'Confirm the review of a report that its author released alone on duty; by a Doctor who is none of its authors',
    params: idParams,
    body: reviewReleaseBody,
    message: SUCCESS.releaseReviewed,
    response: unreleasedAnswer,
  }),
}
