import { defineEndpoint, envelope } from '../endpoint.ts'
import {
  idParams,
  limitField,
  pageField,
  paginationSchema,
  pathId,
  timestamp,
  dateRangeFields,
  idFilter,
} from '../fields/query-fields.ts'
import { SUCCESS } from '../messages.ts'
import { z } from '../zod.ts'
import {
  CHANGE_TYPES,
  CLIENT_SCOPES,
  INTEGRATION_KINDS,
  INTEGRATION_STATES,
  PAUSE_CAUSES,
  PROCESSING_IDS,
  RECEIVER_KINDS,
  SENDING_STATES,
} from './integration-records.ts'
import { clientBody, integrationChanges, receiverBody, replayBody } from './integrations.forms.ts'

const reachSchema = z.union([
  z.object({ kind: z.literal('lab') }),
  z.object({ kind: z.literal('referrer'), id: z.number(), name: z.string() }),
])

const integrationSchema = z.object({
  id: z.number(),
  name: z.string(),
  purpose: z.string(),
  country: z.string(),
  legalBasis: z.nullable(z.string()),
  reach: reachSchema,
  includesSensitive: z.boolean(),
  state: z.enum(INTEGRATION_STATES),
  pauseCause: z.nullable(z.enum(PAUSE_CAUSES)),
  createdAt: timestamp,
  updatedAt: timestamp,
  lastUsedAt: z.nullable(timestamp),
})

export const apiClientSchema = z.extend(integrationSchema, {
  clientId: z.string(),
  scopes: z.array(z.enum(CLIENT_SCOPES)),
  /** Ids of its keys, if it has given a key set. */
  keyIds: z.nullable(z.array(z.string())),
  jwksUri: z.nullable(z.string()),
  /** End of the bearer key. */
  expiresAt: z.nullable(timestamp),
})
export type ApiClient = z.output<typeof apiClientSchema>

export const receiverSchema = z.extend(integrationSchema, {
  kind: z.enum(RECEIVER_KINDS),
  url: z.nullable(z.string()),
  host: z.nullable(z.string()),
  port: z.nullable(z.number()),
  ca: z.nullable(z.string()),
  serverName: z.nullable(z.string()),
  processingId: z.nullable(z.enum(PROCESSING_IDS)),
  sendingApplication: z.nullable(z.string()),
  sendingFacility: z.nullable(z.string()),
  receivingApplication: z.nullable(z.string()),
  receivingFacility: z.nullable(z.string()),
  assigningAuthority: z.nullable(z.string()),
  /** Up to 1,000. */
  waiting: z.number(),
  waitingSince: z.nullable(timestamp),
  refused: z.number(),
  /** Null while it answers. */
  failing: z.nullable(z.object({ since: timestamp, answer: z.string(), nextTryAt: z.nullable(timestamp) })),
})
export type Receiver = z.output<typeof receiverSchema>

/** One change on its way to a receiver. */
export const attemptSchema = z.object({
  id: z.number(),
  report: z.number(),
  /** Null before it was sent. */
  version: z.nullable(z.number()),
  type: z.enum(CHANGE_TYPES),
  state: z.enum(SENDING_STATES),
  at: timestamp,
  tries: z.number(),
  /** The receiver's answer, or the failure. */
  answer: z.nullable(z.string()),
})
export type Attempt = z.output<typeof attemptSchema>

export const reportSendingSchema = z.extend(attemptSchema, {
  receiver: z.object({ id: z.number(), name: z.string(), kind: z.enum(INTEGRATION_KINDS) }),
  /** True for a refused one that no later change of the report has replaced. */
  mayResend: z.boolean(),
  /** The receiver may still show a report that was withdrawn, suspended or taken from it. */
  isUnsettled: z.boolean(),
  /** A person may confirm that it no longer does. */
  maySettle: z.boolean(),
})
export type ReportSending = z.output<typeof reportSendingSchema>

const labParams = z.object({ labId: pathId })

/** `secret` is shown once, and absent when the request is repeated. */
const addedClient = envelope({
  data: z.object({ id: z.number(), clientId: z.string(), secret: z.optional(z.string()) }),
})
const addedReceiver = envelope({ data: z.object({ id: z.number(), secret: z.optional(z.string()) }) })

export const integrationEndpoints = {
  getClients: defineEndpoint({
    method: 'GET',
    path: '/integration/getClients/:labId',
    shows: 'labs',
    access: 'labs:view',
    summary: 'Systems that may read reports of a lab, without ended ones',
    params: labParams,
    response: envelope({ data: z.array(apiClientSchema) }),
  }),
  getReceivers: defineEndpoint({
    method: 'GET',
    path: '/integration/getReceivers/:labId',
    shows: 'labs',
    access: 'labs:view',
    summary: 'Systems that are told of changes of a lab’s reports, without ended ones',
    params: labParams,
    response: envelope({ data: z.array(receiverSchema) }),
  }),
  addClient: defineEndpoint({
    method: 'POST',
    path: '/integration/addClient/:labId',
    changes: ['labs'],
    afterRefusal: true,
    access: 'labs:view',
    idempotent: true,
    summary:
      'Let a system read reports of a lab; requires a recent sign-in or confirmed password. `secret` is the bearer key, shown once',
    params: labParams,
    body: clientBody,
    message: SUCCESS.saved,
    response: addedClient,
  }),
  addReceiver: defineEndpoint({
    method: 'POST',
    path: '/integration/addReceiver/:labId',
    changes: ['labs'],
    afterRefusal: true,
    access: 'labs:view',
    idempotent: true,
    summary:
      'Tell a system of changes of a lab’s reports; requires a recent sign-in or confirmed password. `secret` signs webhooks, shown once',
    params: labParams,
    body: receiverBody,
    message: SUCCESS.saved,
    response: addedReceiver,
  }),
  update: defineEndpoint({
    method: 'POST',
    path: '/integration/update/:id',
    changes: ['labs'],
    afterRefusal: true,
    access: 'labs:view',
    summary: 'Change a connection; requires a recent sign-in or confirmed password',
    params: idParams,
    body: integrationChanges,
    message: SUCCESS.saved,
    response: envelope({}),
  }),
  rotate: defineEndpoint({
    method: 'POST',
    path: '/integration/rotate/:id',
    changes: ['labs'],
    afterRefusal: true,
    access: 'labs:view',
    summary:
      'New secret of a webhook, the earlier one signs for 24 hours too; or new bearer key, the earlier one ends. 409 for other connections',
    params: idParams,
    response: envelope({ data: z.object({ secret: z.string() }) }),
  }),
  pause: defineEndpoint({
    method: 'POST',
    path: '/integration/pause/:id',
    changes: ['labs'],
    afterRefusal: true,
    access: 'labs:view',
    summary: 'Pause a connection: a client is refused, and changes wait for a receiver',
    params: idParams,
    response: envelope({}),
  }),
  resume: defineEndpoint({
    method: 'POST',
    path: '/integration/resume/:id',
    changes: ['labs'],
    afterRefusal: true,
    access: 'labs:view',
    summary: 'Resume a connection; requires a recent sign-in or confirmed password',
    params: idParams,
    response: envelope({}),
  }),
  end: defineEndpoint({
    method: 'POST',
    path: '/integration/end/:id',
    changes: ['labs'],
    afterRefusal: true,
    access: 'labs:view',
    summary: 'End a connection for good, with its keys and what waits for it',
    params: idParams,
    response: envelope({}),
  }),
  test: defineEndpoint({
    method: 'POST',
    path: '/integration/test/:id',
    changes: ['labs'],
    afterRefusal: true,
    access: 'labs:view',
    summary: 'Send a test to a receiver and return its answer',
    params: idParams,
    response: envelope({ data: z.object({ isAccepted: z.boolean(), answer: z.string() }) }),
  }),
  tryNow: defineEndpoint({
    method: 'POST',
    path: '/integration/tryNow/:id',
    changes: ['labs'],
    afterRefusal: true,
    access: 'labs:view',
    summary: 'Send what waits for a receiver now instead of at its next try',
    params: idParams,
    response: envelope({}),
  }),
  replay: defineEndpoint({
    method: 'POST',
    path: '/integration/replay/:id',
    changes: ['labs'],
    afterRefusal: true,
    access: 'labs:view',
    repeats: true,
    summary: 'Send the latest change of every report that changed since a time again, with the same id',
    params: idParams,
    body: replayBody,
    response: envelope({ data: z.object({ queued: z.number() }) }),
  }),
  getAttempts: defineEndpoint({
    method: 'GET',
    path: '/integration/getAttempts/:id',
    shows: 'labs',
    access: 'labs:view',
    summary: 'Changes sent to a receiver within 90 days, or waiting, newest first',
    params: idParams,
    query: z.object({
      page: pageField,
      limit: limitField,
      state: z.catch(z.optional(z.enum(SENDING_STATES)), undefined),
      report: idFilter,
      /** Days of the last change. */
      ...dateRangeFields,
    }),
    response: envelope({ data: z.array(attemptSchema), pagination: paginationSchema }),
  }),
  getSendings: defineEndpoint({
    method: 'GET',
    path: '/report/getSendings/:id',
    shows: 'reports',
    access: 'reports:view',
    summary: 'Where a report in scope was sent: the latest 100 changes of all receivers',
    params: idParams,
    response: envelope({ data: z.array(reportSendingSchema) }),
  }),
  resend: defineEndpoint({
    method: 'POST',
    path: '/report/resendSending/:id',
    changes: ['reports'],
    afterRefusal: true,
    access: 'reports:resend',
    summary: 'Send a refused change of a report in scope again',
    params: idParams,
    response: envelope({}),
  }),
  settle: defineEndpoint({
    method: 'POST',
    path: '/report/settleSending/:id',
    changes: ['reports'],
    afterRefusal: true,
    access: 'reports:resend',
    summary: 'Confirm that a receiver no longer shows a report, although it did not accept that',
    params: idParams,
    response: envelope({}),
  }),
}
