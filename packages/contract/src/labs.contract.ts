import { z } from 'zod'
import { defineEndpoint, envelope } from './endpoint.ts'
import { blankable, emailField, idParams, phoneField, textField, timestamp } from './fields.ts'
import { LAB_NAME_LENGTH, TEXT_MAX_LENGTH } from './limits.ts'
import { VALIDATION } from './messages.ts'

export const labSchema = z.object({
  id: z.number(),
  name: z.string(),
  address: z.object({ line1: z.string(), city: z.string() }),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  createdAt: timestamp,
})
export type Lab = z.output<typeof labSchema>

const requiredText = (message: string) =>
  textField(message).min(1, { error: message }).max(TEXT_MAX_LENGTH, { error: VALIDATION.textTooLong })

export const createLabBody = z.object({
  name: textField(VALIDATION.labNameTooShort)
    .min(LAB_NAME_LENGTH.min, { error: VALIDATION.labNameTooShort })
    .max(LAB_NAME_LENGTH.max, { error: VALIDATION.labNameTooLong }),
  address: z.object(
    { line1: requiredText(VALIDATION.labAddress), city: requiredText(VALIDATION.labCity) },
    { error: VALIDATION.labAddress },
  ),
  email: blankable(emailField(VALIDATION.labEmail)),
})

export const updateLabBody = createLabBody.extend({ phone: blankable(phoneField) })

export const labEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/lab/getAll',
    access: 'staff',
    summary: 'All labs for the Admin; everyone else gets the own lab only (AMB-29)',
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
    body: updateLabBody,
    response: envelope({ data: labSchema }),
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/lab/delete/:id',
    access: 'labs:view',
    summary: 'Delete a lab that has neither users nor patients',
    params: idParams,
    response: envelope({}),
  }),
}
