import { delegateForm } from './delegates.forms.ts'
import { defineEndpoint, envelope } from '../endpoint.ts'
import { DELEGATE_KINDS, DELEGATE_RELATIONS, LANGUAGES } from '../limits.ts'
import { phoneField } from '../fields/phone.ts'
import { idParams, timestamp } from '../fields/query-fields.ts'
import { SUCCESS } from '../messages.ts'
import { z } from '../zod.ts'

export const DELEGATE_END_REASONS = ['staff', 'changed', 'expired', 'adult'] as const
export type DelegateEndReason = (typeof DELEGATE_END_REASONS)[number]

export const delegateSchema = z.object({
  id: z.number(),
  kind: z.enum(DELEGATE_KINDS),
  fullName: z.string(),
  relation: z.enum(DELEGATE_RELATIONS),
  language: z.enum(LANGUAGES),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  documentSeen: z.string(),
  validFrom: z.string(),
  validUntil: z.nullable(z.string()),
  /** The first day without access, by the entered date or the patient's age; null for unlimited access. */
  endsOn: z.nullable(z.string()),
  isActive: z.boolean(),
  recorded: z.object({ at: timestamp, by: z.object({ fullName: z.string() }) }),
  ended: z.nullable(
    z.object({
      at: timestamp,
      reason: z.enum(DELEGATE_END_REASONS),
      /** Null for changes made by the service. */
      by: z.nullable(z.object({ fullName: z.string() })),
    }),
  ),
})
export type Delegate = z.output<typeof delegateSchema>

const delegateBody = delegateForm(phoneField)

export const delegateEndpoints = {
  getDelegates: defineEndpoint({
    method: 'GET',
    path: '/patient/getDelegates/:id',
    access: 'patients:view',
    patientData: 'list',
    summary: 'Guardians and delegates of a patient: those with access first, then the newest that ended',
    params: idParams,
    response: envelope({ data: z.array(delegateSchema) }),
  }),
  addDelegate: defineEndpoint({
    method: 'POST',
    path: '/patient/addDelegate/:id',
    changes: ['delegates', 'deliveries', 'sendOptions', 'activity'],
    afterRefusal: true,
    access: 'reports:send',
    idempotent: true,
    patientData: 'change',
    summary: 'Record a guardian or delegate of a patient, with consent to the entered contacts',
    params: idParams,
    body: delegateBody,
    message: SUCCESS.saved,
    response: envelope({ data: delegateSchema }),
  }),
  changeDelegate: defineEndpoint({
    method: 'PUT',
    path: '/patient/changeDelegate/:id',
    changes: ['delegates', 'deliveries', 'sendOptions', 'activity'],
    afterRefusal: true,
    access: 'reports:send',
    idempotent: true,
    patientData: 'change',
    summary: 'Replace a guardian or delegate; links that were sent to the former one end',
    params: idParams,
    body: delegateBody,
    message: SUCCESS.saved,
    response: envelope({ data: delegateSchema }),
  }),
  endDelegate: defineEndpoint({
    method: 'POST',
    path: '/patient/endDelegate/:id',
    changes: ['delegates', 'deliveries', 'sendOptions', 'activity'],
    afterRefusal: true,
    access: 'reports:send',
    idempotent: true,
    patientData: 'change',
    summary:
      'End the access of a guardian or delegate: waiting messages are canceled, links and sessions end',
    params: idParams,
    response: envelope({ data: delegateSchema }),
  }),
}
