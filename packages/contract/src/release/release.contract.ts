import { defineEndpoint, envelope } from '../endpoint.ts'
import { RELEASE_LISTS } from '../limits.ts'
import { idParams, limitField, pageField, paginationSchema, savedAt, seenAt } from '../fields/query-fields.ts'
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
import {
  openedUnreleasedSchema,
  releaseOutcome,
  releaseSettingsSchema,
  unreleasedReportSchema,
} from './release-records.ts'
import { SUCCESS } from '../messages.ts'
import { z } from '../zod.ts'

export const unreleasedFileAddress = (id: number): string => `/api/v1/release/file/${id}`

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
