import { RELEASE_CHANGED } from '../record-kinds.ts'
import { defineEndpoint, envelope } from '../endpoint.ts'
import { INBOX_GROUPS, inboxItemSchema, openedInboxItemSchema } from './inbox-items.ts'
import {
  inboxAmendForm,
  inboxPublishForm,
  inboxPublishMatchedBody,
  inboxRejectForm,
  inboxReviewBody,
  inboxSetTypeBody,
  inboxWithdrawForm,
} from './inbox.forms.ts'
import { INBOX_SOURCE_PROBLEMS } from './inbox-sources.forms.ts'
import { INBOX_MATCHES, INBOX_ORIGINS, INBOX_VIEWS, REPORT_FILE_PART } from '../limits.ts'
import {
  idFilter,
  idParams,
  limitField,
  pageField,
  paginationSchema,
  timestamp,
} from '../fields/query-fields.ts'
import { awaitsReleaseAnswer } from '../release/release-records.ts'
import { SUCCESS } from '../messages.ts'
import { z } from '../zod.ts'

export const inboxListQuery = z.object({
  page: pageField,
  limit: limitField,
  view: z.catch(z.enum(INBOX_VIEWS), 'open'),
  match: z.catch(z.optional(z.enum(INBOX_MATCHES)), undefined),
  source: z.catch(z.optional(z.enum(INBOX_ORIGINS)), undefined),
  labId: idFilter,
})
export type InboxListQuery = z.output<typeof inboxListQuery>

export const inboxCountsSchema = z.object({
  green: z.number(),
  amber: z.number(),
  red: z.number(),
  critical: z.number(),
  groups: z.record(z.enum(INBOX_GROUPS), z.number()),
  /** Published automatically and not reviewed; counted up to 1,000. */
  toReview: z.number(),
  problems: z.array(z.object({ name: z.string(), problem: z.enum(INBOX_SOURCE_PROBLEMS), since: timestamp })),
})
export type InboxCounts = z.output<typeof inboxCountsSchema>

export const receivedFileSchema = z.object({
  fileName: z.string(),
  /** Null for a file that was refused or is already in the inbox. */
  itemId: z.nullable(z.number()),
  problem: z.nullable(z.object({ code: z.string(), message: z.string() })),
})
export type ReceivedFile = z.output<typeof receivedFileSchema>

const publishOutcome = z.object({
  id: z.number(),
  /** `changed`: the item, its patient or the rules changed since the confirmation. `failed`: unexpectedly, try again. */
  outcome: z.enum(['published', 'awaiting-release', 'changed', 'claimed', 'closed', 'failed']),
  reportId: z.nullable(z.number()),
})
export type InboxPublishOutcome = z.output<typeof publishOutcome>

/** The revision that the user saw: deciding on an item that its sender has changed since is a conflict. */
export const inboxRevisionQuery = z.object({ revision: idFilter })

const reportAnswer = envelope({ data: z.object({ reportId: z.number() }) })

export const inboxEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/inbox/getAll',
    access: 'reports:publish',
    patientData: 'list',
    summary:
      'Items of the inbox: open ones critical first, then oldest first; rejected and automatically published ones newest first',
    query: inboxListQuery,
    response: envelope({ data: z.array(inboxItemSchema), pagination: paginationSchema }),
  }),
  getCounts: defineEndpoint({
    method: 'GET',
    path: '/inbox/getCounts',
    access: 'reports:publish',
    summary: 'How many open items the inbox has, and which sources do not work',
    query: z.object({ labId: idFilter }),
    response: envelope({ data: inboxCountsSchema }),
  }),
  upload: defineEndpoint({
    method: 'POST',
    path: '/inbox/uploadFile',
    changes: ['inbox'],
    access: 'reports:publish',
    summary:
      'Add a PDF, JPEG or PNG file, or a ZIP archive of such files, to the inbox. Repeating a key adds nothing twice',
    query: z.object({
      key: z.string().check(z.regex(/^[\w-]{16,64}$/)),
      labId: idFilter,
    }),
    filePart: REPORT_FILE_PART,
    message: SUCCESS.fileUploaded,
    response: envelope({ data: z.array(receivedFileSchema) }),
  }),
  claim: defineEndpoint({
    method: 'POST',
    path: '/inbox/claim/:id',
    changes: [],
    access: 'reports:publish',
    patientData: 'view',
    summary: 'Open an item, or stay in it: for five minutes no other person can publish or reject it',
    params: idParams,
    response: envelope({ data: openedInboxItemSchema }),
  }),
  release: defineEndpoint({
    method: 'POST',
    path: '/inbox/release/:id',
    changes: [],
    access: 'reports:publish',
    summary: 'Leave an item, so that others can open it',
    params: idParams,
    response: envelope({}),
  }),
  publish: defineEndpoint({
    method: 'POST',
    path: '/inbox/publish/:id',
    changes: RELEASE_CHANGED,
    afterRefusal: true,
    access: 'reports:publish',
    idempotent: true,
    summary: 'Publish the file of an item as a report of a patient',
    params: idParams,
    query: inboxRevisionQuery,
    body: inboxPublishForm,
    message: SUCCESS.reportPublished,
    response: reportAnswer,
    accepted: awaitsReleaseAnswer,
  }),
  publishMatched: defineEndpoint({
    method: 'POST',
    path: '/inbox/publishMatched',
    changes: RELEASE_CHANGED,
    afterRefusal: true,
    access: 'reports:publish',
    summary: 'Publish green items as listed; one that changed stays in the inbox. Repeating changes nothing',
    repeats: true,
    body: inboxPublishMatchedBody,
    response: envelope({ data: z.array(publishOutcome) }),
  }),
  amend: defineEndpoint({
    method: 'POST',
    path: '/inbox/amend/:id',
    changes: RELEASE_CHANGED,
    afterRefusal: true,
    access: 'reports:edit',
    idempotent: true,
    summary: 'Publish the file of an item as the next version of a report',
    params: idParams,
    query: inboxRevisionQuery,
    body: inboxAmendForm,
    message: SUCCESS.reportAmended,
    response: reportAnswer,
    accepted: awaitsReleaseAnswer,
  }),
  withdraw: defineEndpoint({
    method: 'POST',
    path: '/inbox/withdraw/:id',
    changes: RELEASE_CHANGED,
    afterRefusal: true,
    access: 'reports:delete',
    idempotent: true,
    summary: 'Withdraw a report as the sender of an item proposes',
    params: idParams,
    query: inboxRevisionQuery,
    body: inboxWithdrawForm,
    message: SUCCESS.reportWithdrawn,
    response: reportAnswer,
  }),
  reject: defineEndpoint({
    method: 'POST',
    path: '/inbox/reject/:id',
    changes: ['inbox'],
    afterRefusal: true,
    access: 'reports:publish',
    summary: 'Reject an item; it is kept for 30 days',
    params: idParams,
    query: inboxRevisionQuery,
    body: inboxRejectForm,
    message: SUCCESS.inboxRejected,
    response: envelope({}),
  }),
  restore: defineEndpoint({
    method: 'POST',
    path: '/inbox/restore/:id',
    changes: ['inbox'],
    afterRefusal: true,
    access: 'reports:publish',
    summary: 'Put a rejected item back into the inbox',
    params: idParams,
    message: SUCCESS.inboxRestored,
    response: envelope({}),
  }),
  setType: defineEndpoint({
    method: 'POST',
    path: '/inbox/setType',
    changes: ['inbox'],
    afterRefusal: true,
    access: 'reports:publish',
    summary:
      'Set the report type of open items, and their title unless the sender gave one. Repeating changes nothing',
    body: inboxSetTypeBody,
    response: envelope({
      /** `left`: closed, opened by another person, or no new report. */
      data: z.object({ set: z.number(), left: z.number() }),
    }),
  }),
  review: defineEndpoint({
    method: 'POST',
    path: '/inbox/review',
    changes: ['inbox'],
    afterRefusal: true,
    access: 'reports:publish',
    summary: 'Mark automatically published items as reviewed',
    body: inboxReviewBody,
    response: envelope({}),
  }),
  readFile: defineEndpoint({
    method: 'GET',
    path: '/inbox/file/:id',
    access: 'reports:publish',
    summary: 'The file of an item, inline, with Range and ETag',
    params: idParams,
    response: 'file',
    file: 'stored',
  }),
}
