import { defineEndpoint, envelope } from './endpoint.ts'
import {
  INBOX_PROBLEMS,
  INBOX_SOURCE_PROBLEMS,
  inboxAmendForm,
  inboxNotice,
  inboxPublishForm,
  inboxPublishMatchedBody,
  inboxRejectForm,
  inboxReviewBody,
  inboxSetTypeBody,
  inboxWithdrawForm,
} from './inbox.forms.ts'
import { GENDERS, INBOX_MATCHES, INBOX_SOURCE_KINDS, REPORT_FILE_PART } from './limits.ts'
import { proposedPatientSchema } from './patient-proposal.contract.ts'
import { idFilter, idParams, limitField, pageField, paginationSchema, timestamp } from './query-fields.ts'
import { awaitsReleaseAnswer } from './release.contract.ts'
import { z } from './zod.ts'

export const inboxFileAddress = (itemId: number): string => `/api/v1/inbox/file/${itemId}`

export const inboxItemSchema = z.object({
  id: z.number(),
  lab: z.object({ id: z.number(), name: z.string() }),
  source: z.object({ kind: z.enum(['upload', ...INBOX_SOURCE_KINDS]), name: z.string() }),
  kind: z.enum(['report', 'amendment', 'withdrawal']),
  fileName: z.string(),
  /** Null for a withdrawal. */
  file: z.nullable(
    z.object({
      address: z.string(),
      mediaType: z.string(),
      sizeBytes: z.number(),
      pageCount: z.nullable(z.number()),
    }),
  ),
  receivedAt: timestamp,
  /** When the sender last changed the details of this file; null if never. */
  changedAt: z.nullable(timestamp),
  /** Changes with every update by the sender; decisions name the revision that they are based on. */
  revision: z.number(),
  /**
   * green: a ZL id or EMR ID that only one patient has, the date of birth and the name all agree, and nothing differs
   * or is unread. amber: some agree, or there are several candidates. red: none agree.
   */
  match: z.enum(INBOX_MATCHES),
  problem: z.nullable(z.enum(INBOX_PROBLEMS)),
  notices: z.array(inboxNotice),
  /** The sender says so, and the lab uses critical results. */
  isCritical: z.boolean(),
  /** The sender states the visit, which is added when the item is published. */
  statesVisit: z.optional(z.boolean()),
  /** The matching patient of a green item; the best candidate of an amber item. */
  patient: z.nullable(
    z.object({
      id: z.number(),
      fullName: z.string(),
      dateOfBirth: z.string(),
      gender: z.nullable(z.enum(GENDERS)),
      emrId: z.nullable(z.string()),
    }),
  ),
  title: z.nullable(z.string()),
  reportType: z.nullable(z.object({ id: z.number(), title: z.string() })),
  /** Set when a second person has to release reports of this type, which are never published automatically. */
  needsRelease: z.optional(z.boolean()),
  /** Why the type is proposed, as long as no rule or person has set it. */
  proposal: z.nullable(z.enum(['file', 'last-choice'])),
  /** The report that the sender amends or withdraws, or that has the same file. */
  target: z.nullable(
    z.object({
      id: z.number(),
      title: z.string(),
      version: z.number(),
      reportType: z.object({ id: z.number(), title: z.string() }),
      patient: z.object({ id: z.number(), fullName: z.string() }),
    }),
  ),
  claim: z.nullable(z.object({ by: z.string(), isOwn: z.boolean(), until: timestamp })),
  state: z.enum(['open', 'published', 'rejected']),
  decided: z.nullable(
    z.object({
      at: timestamp,
      by: z.nullable(z.string()),
      reason: z.nullable(z.string()),
      note: z.nullable(z.string()),
    }),
  ),
  /** The report that the item became or changed. */
  reportId: z.nullable(z.number()),
  isAutomatic: z.boolean(),
  reviewed: z.nullable(z.object({ at: timestamp, by: z.string() })),
})
export type InboxItem = z.output<typeof inboxItemSchema>

export const openedInboxItemSchema = z.extend(inboxItemSchema, {
  /** Patient details from the file, its name, its barcodes and the sender, as written; at most five of each. */
  named: z.object({
    names: z.array(z.string()),
    datesOfBirth: z.array(z.string()),
    ids: z.array(z.string()),
    phones: z.array(z.string()),
    codes: z.array(z.string()),
  }),
  isReadWhole: z.boolean(),
  candidates: z.array(proposedPatientSchema),
  hasMore: z.boolean(),
  registration: z.object({
    fullName: z.nullable(z.string()),
    dateOfBirth: z.nullable(z.string()),
    emrId: z.nullable(z.string()),
    phone: z.nullable(z.string()),
  }),
})
export type OpenedInboxItem = z.output<typeof openedInboxItemSchema>

export const inboxListQuery = z.object({
  page: pageField,
  limit: limitField,
  /** `automatic`: published automatically and not reviewed. */
  view: z.catch(z.enum(['open', 'automatic', 'rejected']), 'open'),
  match: z.catch(z.optional(z.enum(INBOX_MATCHES)), undefined),
  source: z.catch(z.optional(z.enum(['upload', ...INBOX_SOURCE_KINDS])), undefined),
  labId: idFilter,
})
export type InboxListQuery = z.output<typeof inboxListQuery>

export const inboxCountsSchema = z.object({
  green: z.number(),
  amber: z.number(),
  red: z.number(),
  critical: z.number(),
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
    access: 'reports:publish',
    summary:
      'Add a PDF, JPEG or PNG file, or a ZIP archive of such files, to the inbox. Repeating a key adds nothing twice',
    query: z.object({
      key: z.string().check(z.regex(/^[\w-]{16,64}$/)),
      labId: idFilter,
    }),
    filePart: REPORT_FILE_PART,
    response: envelope({ data: z.array(receivedFileSchema) }),
  }),
  claim: defineEndpoint({
    method: 'POST',
    path: '/inbox/claim/:id',
    access: 'reports:publish',
    patientData: 'view',
    summary: 'Open an item, or stay in it: for five minutes no other person can publish or reject it',
    params: idParams,
    response: envelope({ data: openedInboxItemSchema }),
  }),
  release: defineEndpoint({
    method: 'POST',
    path: '/inbox/release/:id',
    access: 'reports:publish',
    summary: 'Leave an item, so that others can open it',
    params: idParams,
    response: envelope({}),
  }),
  publish: defineEndpoint({
    method: 'POST',
    path: '/inbox/publish/:id',
    access: 'reports:publish',
    idempotent: true,
    summary: 'Publish the file of an item as a report of a patient',
    params: idParams,
    query: inboxRevisionQuery,
    body: inboxPublishForm,
    response: reportAnswer,
    accepted: awaitsReleaseAnswer,
  }),
  publishMatched: defineEndpoint({
    method: 'POST',
    path: '/inbox/publishMatched',
    access: 'reports:publish',
    summary: 'Publish green items as listed; one that changed stays in the inbox. Repeating changes nothing',
    repeats: true,
    body: inboxPublishMatchedBody,
    response: envelope({ data: z.array(publishOutcome) }),
  }),
  amend: defineEndpoint({
    method: 'POST',
    path: '/inbox/amend/:id',
    access: 'reports:edit',
    idempotent: true,
    summary: 'Publish the file of an item as the next version of a report',
    params: idParams,
    query: inboxRevisionQuery,
    body: inboxAmendForm,
    response: reportAnswer,
    accepted: awaitsReleaseAnswer,
  }),
  withdraw: defineEndpoint({
    method: 'POST',
    path: '/inbox/withdraw/:id',
    access: 'reports:delete',
    idempotent: true,
    summary: 'Withdraw a report as the sender of an item proposes',
    params: idParams,
    query: inboxRevisionQuery,
    body: inboxWithdrawForm,
    response: reportAnswer,
  }),
  reject: defineEndpoint({
    method: 'POST',
    path: '/inbox/reject/:id',
    access: 'reports:publish',
    summary: 'Reject an item; it is kept for 30 days',
    params: idParams,
    query: inboxRevisionQuery,
    body: inboxRejectForm,
    response: envelope({}),
  }),
  restore: defineEndpoint({
    method: 'POST',
    path: '/inbox/restore/:id',
    access: 'reports:publish',
    summary: 'Put a rejected item back into the inbox',
    params: idParams,
    response: envelope({}),
  }),
  setType: defineEndpoint({
    method: 'POST',
    path: '/inbox/setType',
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
