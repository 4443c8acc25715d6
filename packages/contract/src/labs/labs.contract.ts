import { ADDED, REPORT_CHANGED } from '../record-kinds.ts'
import { defineEndpoint, envelope } from '../endpoint.ts'
import { createLabBody, labFields } from './labs.forms.ts'
import { phoneField } from '../fields/phone.ts'
import {
  idParams,
  limitField,
  pageField,
  paginationSchema,
  searchText,
  timestamp,
} from '../fields/query-fields.ts'
import { staffMemberSchema } from '../users/users.contract.ts'
import { RELEASE_RULES } from '../limits.ts'
import { SUCCESS } from '../messages.ts'
import { z } from '../zod.ts'

export const labSchema = z.object({
  id: z.number(),
  name: z.string(),
  address: z.object({ line1: z.string(), city: z.string() }),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  createdAt: timestamp,
  updatedAt: timestamp,
  /** In the list of labs, when the lab uses them. */
  usesCriticalResults: z.optional(z.boolean()),
  usesVisits: z.optional(z.boolean()),
  /** True if a second person releases some or all reports. */
  usesTwoPersons: z.optional(z.boolean()),
})
export type Lab = z.output<typeof labSchema>

/** What a lab uses, as set in its tabs. */
const labCapabilitiesSchema = z.object({
  usesLetterhead: z.boolean(),
  sendsAutomatically: z.boolean(),
  /** Sources of the inbox that are on. */
  sources: z.number(),
  failingSources: z.number(),
  usesVisits: z.boolean(),
  /** Target of critical results; null when the lab does not use them. */
  criticalMinutes: z.nullable(z.number()),
  twoPersons: z.enum(RELEASE_RULES),
  /** The report types that need two people, where not all do. */
  releaseTypes: z.array(z.string()),
  /** Systems that get changes, and those that read reports. */
  receivers: z.number(),
  failingReceivers: z.number(),
  clients: z.number(),
})
export type LabCapabilities = z.output<typeof labCapabilitiesSchema>

export const labOverviewSchema = z.object({
  lab: labSchema,
  patients: z.number(),
  /** Published by the lab and not withdrawn. */
  reports: z.number(),
  users: z.number(),
  /** Neither invited nor deactivated. */
  activeUsers: z.number(),
  lastActivityAt: z.nullable(timestamp),
  capabilities: labCapabilitiesSchema,
})
export type LabOverview = z.output<typeof labOverviewSchema>

export const labStaffMemberSchema = z.extend(staffMemberSchema, { lastActiveAt: z.nullable(timestamp) })
export type LabStaffMember = z.output<typeof labStaffMemberSchema>

export const labEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/lab/getAll',
    access: 'staff',
    summary: 'All labs for the Admin; other users get only their lab (AMB-29)',
    response: envelope({ data: z.array(labSchema) }),
  }),
  getById: defineEndpoint({
    method: 'GET',
    path: '/lab/get/:id',
    access: 'labs:view',
    summary: 'One lab',
    params: idParams,
    response: envelope({ data: labSchema }),
  }),
  getOverview: defineEndpoint({
    method: 'GET',
    path: '/lab/getOverview/:id',
    access: 'labs:view',
    summary: 'One lab with its numbers of patients, reports and users, its last activity, and what it uses',
    params: idParams,
    response: envelope({ data: labOverviewSchema }),
  }),
  listStaff: defineEndpoint({
    method: 'GET',
    path: '/lab/getStaff/:id',
    shows: 'users',
    access: 'users:view',
    summary: 'The staff of one lab by name, deactivated users last',
    params: idParams,
    query: z.object({ page: pageField, limit: limitField, search: z.catch(searchText, '') }),
    response: envelope({ data: z.array(labStaffMemberSchema), pagination: paginationSchema }),
  }),
  create: defineEndpoint({
    method: 'POST',
    path: '/lab/create',
    changes: ADDED,
    access: 'labs:view',
    summary: 'Add a lab',
    body: createLabBody,
    message: SUCCESS.labAdded,
    response: envelope({ data: labSchema }),
  }),
  update: defineEndpoint({
    method: 'PUT',
    path: '/lab/update/:id',
    changes: REPORT_CHANGED,
    afterRefusal: true,
    access: 'labs:view',
    summary: 'Change a lab',
    params: idParams,
    body: z.extend(z.partial(labFields(phoneField)), { updatedAt: z.optional(timestamp) }),
    message: SUCCESS.saved,
    response: envelope({ data: labSchema }),
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/lab/delete/:id',
    changes: ADDED,
    access: 'labs:view',
    summary: 'Delete a lab without users and patients',
    params: idParams,
    message: SUCCESS.labDeleted,
    response: envelope({}),
  }),
}
