import { defineEndpoint, envelope } from '../endpoint.ts'
import { INBOX_SOURCE_PROBLEMS, inboxSourceChanges, inboxSourceForm } from './inbox-sources.forms.ts'
import { inboxSettingsForm } from './inbox.forms.ts'
import { HL7_CHARSETS, INBOX_SOURCE_KINDS } from '../limits.ts'
import { idParams, pathId, savedAt, seenAt, timestamp } from '../fields/query-fields.ts'
import { SUCCESS } from '../messages.ts'
import { z } from '../zod.ts'

export const inboxSettingsSchema = z.object({
  fileNamePattern: z.nullable(z.string()),
  rules: z.array(
    z.object({
      field: z.enum(['text', 'fileName', 'any']),
      contains: z.string(),
      reportType: z.object({ id: z.number(), title: z.string() }),
      title: z.string(),
    }),
  ),
})
export type InboxSettings = z.output<typeof inboxSettingsSchema>

export const ruleTrialSchema = z.object({
  fileName: z.string(),
  receivedAt: timestamp,
  rule: z.nullable(z.number()),
  named: z.array(z.string()),
})
export type RuleTrial = z.output<typeof ruleTrialSchema>

export const inboxSourceSchema = z.object({
  id: z.number(),
  kind: z.enum(INBOX_SOURCE_KINDS),
  name: z.string(),
  isOn: z.boolean(),
  publishesAutomatically: z.boolean(),
  publisher: z.nullable(z.object({ id: z.number(), fullName: z.string() })),
  folder: z.nullable(z.string()),
  certificate: z.nullable(z.string()),
  addresses: z.array(z.string()),
  charset: z.nullable(z.enum(HL7_CHARSETS)),
  problem: z.nullable(z.object({ code: z.enum(INBOX_SOURCE_PROBLEMS), since: timestamp })),
  lastReceivedAt: z.nullable(timestamp),
})
export type InboxSource = z.output<typeof inboxSourceSchema>

export const inboxSourcesSchema = z.object({
  sources: z.array(inboxSourceSchema),
  /** INBOX_DIR; null when watched folders are not set up. */
  root: z.nullable(z.string()),
  /** Where HL7 senders connect; null when HL7 is not set up. */
  hl7Port: z.nullable(z.number()),
  publishers: z.array(z.object({ id: z.number(), fullName: z.string() })),
})
export type InboxSources = z.output<typeof inboxSourcesSchema>

const labAndSource = z.object({ id: pathId, sourceId: pathId })

export const inboxSettingsEndpoints = {
  getSettings: defineEndpoint({
    method: 'GET',
    path: '/lab/getInboxSettings/:id',
    shows: 'labs',
    access: 'labs:view',
    summary: 'Rules and file name pattern of a lab’s inbox',
    params: idParams,
    response: envelope({ data: z.extend(inboxSettingsSchema, savedAt) }),
  }),
  updateSettings: defineEndpoint({
    method: 'PUT',
    path: '/lab/updateInboxSettings/:id',
    changes: ['labs', 'inbox'],
    afterRefusal: true,
    access: 'labs:view',
    summary: 'Change rules and file name pattern; open items without a type are sorted again',
    params: idParams,
    body: z.extend(z.partial(inboxSettingsForm), seenAt),
    message: SUCCESS.saved,
    response: envelope({ data: z.extend(inboxSettingsSchema, savedAt) }),
  }),
  trySettings: defineEndpoint({
    method: 'POST',
    path: '/lab/tryInboxSettings/:id',
    changes: [],
    access: 'labs:view',
    changesNothing: true,
    patientData: 'list',
    summary: 'What rules and a pattern would make of the newest 100 files, before they are saved',
    params: idParams,
    body: inboxSettingsForm,
    response: envelope({ data: z.array(ruleTrialSchema) }),
  }),
  getSources: defineEndpoint({
    method: 'GET',
    path: '/lab/getInboxSources/:id',
    shows: 'labs',
    access: 'labs:view',
    summary: 'Watched folders and HL7 senders of a lab',
    params: idParams,
    response: envelope({ data: z.extend(inboxSourcesSchema, savedAt) }),
  }),
  addSource: defineEndpoint({
    method: 'POST',
    path: '/lab/addInboxSource/:id',
    changes: ['labs', 'inbox'],
    afterRefusal: true,
    access: 'labs:view',
    idempotent: true,
    summary: 'Add a watched folder or an HL7 sender',
    params: idParams,
    body: inboxSourceForm,
    message: SUCCESS.saved,
    response: envelope({ data: inboxSourceSchema }),
  }),
  updateSource: defineEndpoint({
    method: 'PUT',
    path: '/lab/updateInboxSource/:id/:sourceId',
    changes: ['labs', 'inbox'],
    afterRefusal: true,
    access: 'labs:view',
    summary: 'Change a source; its kind stays',
    params: labAndSource,
    body: z.safeExtend(inboxSourceChanges, seenAt),
    message: SUCCESS.saved,
    response: envelope({ data: z.extend(inboxSourceSchema, savedAt) }),
  }),
  removeSource: defineEndpoint({
    method: 'DELETE',
    path: '/lab/removeInboxSource/:id/:sourceId',
    changes: ['labs', 'inbox'],
    afterRefusal: true,
    access: 'labs:view',
    summary: 'Remove a source; its items stay in the inbox',
    params: labAndSource,
    response: envelope({}),
  }),
}
