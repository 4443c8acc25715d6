import { defineEndpoint, envelope } from './endpoint.ts'
import { DELEGATE_RELATIONS } from './limits.ts'
import { limitField, pageField, paginationSchema } from './query-fields.ts'
import { z } from './zod.ts'

/** A patient who becomes an adult soon, so that the access of guardians ends. */
export const agingOutPatientSchema = z.object({
  /** The date of birth is a plain date, YYYY-MM-DD. */
  patient: z.object({ id: z.number(), fullName: z.string(), dateOfBirth: z.string() }),
  /** The birthday, which is the first day without access. */
  endsOn: z.string(),
  guardians: z.array(
    z.object({ id: z.number(), fullName: z.string(), relation: z.enum(DELEGATE_RELATIONS) }),
  ),
  /** Whether the patient agreed to be reached at a contact that none of these guardians has, too. */
  canBeReached: z.boolean(),
})
export type AgingOutPatient = z.output<typeof agingOutPatientSchema>

export const agingOutEndpoints = {
  getAgingOut: defineEndpoint({
    method: 'GET',
    path: '/delivery/getAgingOut',
    access: 'reports:send',
    patientData: 'list',
    summary: 'Patients who become adults within 30 days and whose guardians lose access, the next one first',
    query: z.object({ page: pageField, limit: limitField }),
    response: envelope({ data: z.array(agingOutPatientSchema), pagination: paginationSchema }),
  }),
}
