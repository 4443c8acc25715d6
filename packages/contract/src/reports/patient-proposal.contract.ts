import { defineEndpoint, envelope } from '../endpoint.ts'
import { GENDERS } from '../limits.ts'
import { fileUrlField } from './reports.forms.ts'
import { z } from '../zod.ts'

export const proposalComparisonSchema = z.object({
  field: z.enum(['patientId', 'emrId', 'phone', 'name', 'dateOfBirth']),
  inFile: z.string(),
  onRecord: z.string(),
  agrees: z.boolean(),
})
export type ProposalComparison = z.output<typeof proposalComparisonSchema>

export const proposedPatientSchema = z.object({
  id: z.number(),
  fullName: z.string(),
  dateOfBirth: z.string(),
  gender: z.nullable(z.enum(GENDERS)),
  emrId: z.nullable(z.string()),
  phone: z.object({ number: z.string() }),
  /** certain: a ZL id or EMR ID unique to this patient and the name or date of birth agree, and nothing differs. */
  certainty: z.enum(['certain', 'possible']),
  /** Fields that the file does not contain are omitted. */
  comparison: z.array(proposalComparisonSchema),
})
export type ProposedPatient = z.output<typeof proposedPatientSchema>

export const patientProposalSchema = z.object({
  /** Patient details in the file, as written; empty for an image or a file without any. */
  named: z.object({
    names: z.array(z.string()),
    datesOfBirth: z.array(z.string()),
    ids: z.array(z.string()),
    phones: z.array(z.string()),
  }),
  /** At most five, the best first. */
  candidates: z.array(proposedPatientSchema),
  hasMore: z.boolean(),
})
export type PatientProposal = z.output<typeof patientProposalSchema>

export const patientProposalEndpoints = {
  proposePatients: defineEndpoint({
    method: 'POST',
    path: '/report/proposePatients',
    changes: [],
    shows: 'checks',
    access: 'reports:publish',
    changesNothing: true,
    patientData: 'list',
    summary:
      'The patients in scope whom an upload of the caller names: the file that is published afterwards, without sending it again',
    body: z.object({ fileUrl: fileUrlField }),
    response: envelope({ data: patientProposalSchema }),
  }),
}
