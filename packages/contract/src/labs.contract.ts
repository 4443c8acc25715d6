import { defineEndpoint, envelope } from './endpoint.ts'
import { createLabBody, labFields } from './labs.forms.ts'
import { phoneField } from './phone.ts'
import { idParams, timestamp } from './query-fields.ts'
import { z } from './zod.ts'

export const labSchema = z.object({
  id: z.number(),
  name: z.string(),
  address: z.object({ line1: z.string(), city: z.string() }),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  createdAt: timestamp,
})
export type Lab = z.output<typeof labSchema>

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
  create: defineEndpoint({
    method: 'POST',
    path: '/lab/create',
    access: 'labs:view',
    summary: 'Add a lab',
    body: createLabBody,
    response: envelope({ data: labSchema }),
  }),
  update: defineEndpoint({
    method: 'PUT',
    path: '/lab/update/:id',
    access: 'labs:view',
    summary: 'Change a lab',
    params: idParams,
    body: labFields(phoneField),
    response: envelope({ data: labSchema }),
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/lab/delete/:id',
    access: 'labs:view',
    summary: 'Delete a lab without users and patients',
    params: idParams,
    response: envelope({}),
  }),
}
