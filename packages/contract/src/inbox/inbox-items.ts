import { INBOX_PROBLEMS, inboxNotice } from './inbox.forms.ts'
import { GENDERS, INBOX_MATCHES, INBOX_ORIGINS } from '../limits.ts'
import { proposedPatientSchema } from '../reports/patient-proposal.contract.ts'
import { timestamp } from '../fields/query-fields.ts'
import { z } from '../zod.ts'

/** The open list in its order. Items of a critical result come first, ready ones can be published as proposed. */
export const INBOX_GROUPS = ['critical', 'ready', 'check', 'no-patient'] as const
export type InboxGroup = (typeof INBOX_GROUPS)[number]

export const inboxFileAddress = (itemId: number): string => `/api/v1/inbox/file/${itemId}`

export const inboxItemSchema = z.object({
  id: z.number(),
  lab: z.object({ id: z.number(), name: z.string() }),
  source: z.object({ kind: z.enum(INBOX_ORIGINS), name: z.string() }),
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
  /** Time of the sender's last change of the details; null if never. */
  changedAt: z.nullable(timestamp),
  /** Changes with every update by the sender; decisions name the revision that they are based on. */
  revision: z.number(),
  /**
   * green: a ZL id or EMR ID that only one patient has, the date of birth and the name all agree, and nothing differs
   * or is unread. amber: some agree, or there are several candidates. red: none agree.
   */
  match: z.enum(INBOX_MATCHES),
  group: z.enum(INBOX_GROUPS),
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
  /** The whole file was sent to the caller. */
  isOpened: z.boolean(),
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
