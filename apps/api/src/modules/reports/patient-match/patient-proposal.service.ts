import { reportFileNameOf, type PatientProposal } from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import { notFound } from '../../../core/app-error.ts'
import { labScopeOf, type Caller } from '../../../core/caller.ts'
import type { IdentityHints } from '../../inspection/inspection.ts'
import {
  agrees,
  findCandidates,
  haveNumber,
  namedIn,
  namesNoOther,
  NO_HINTS,
  type Candidate,
} from './identity-candidates.ts'
import { findUnpublishedFile } from './patient-match.repository.ts'

const PROPOSED = 5

/**
 * Needs a number of this patient, and a name or a date of birth, because the sheet may also show the lab's phone
 * number.
 */
const isIdentified = (hints: IdentityHints, patient: Candidate) =>
  agrees(patient, 'patientId', 'emrId') &&
  agrees(patient, 'name', 'dateOfBirth') &&
  namesNoOther(hints, patient)

/** Lets a dropped file be published without a search. */
export const createPatientProposalService = ({ database }: Pick<Context, 'database'>) => ({
  async propose(caller: Caller, fileUrl: string): Promise<PatientProposal> {
    const name = reportFileNameOf(fileUrl)
    const file = name && (await findUnpublishedFile(database, { name, uploadedBy: caller.user.id }))
    if (!file) throw notFound('FILE_NOT_FOUND')
    const hints = file.hints ?? NO_HINTS
    const candidates = await findCandidates(labScopeOf(caller), database, { hints })
    const identified = candidates.filter((patient) => isIdentified(hints, patient))
    const isUnique = identified.length === 1 && haveNumber(candidates).length === 1
    return {
      named: namedIn(hints),
      candidates: candidates.slice(0, PROPOSED).map((patient) => ({
        ...patient,
        certainty: isUnique && patient === identified[0] ? 'certain' : 'possible',
      })),
      hasMore: candidates.length > PROPOSED,
    }
  },
})
export type PatientProposalService = ReturnType<typeof createPatientProposalService>
