import {
  DEFAULT_PHONE_COUNTRY,
  PATIENT_ID_PREFIX,
  readPhone,
  reportFileNameOf,
  type PatientProposal,
  type ProposalComparison,
  type ProposedPatient,
} from '@zelab/contract'
import { notFound } from '../../../core/app-error.ts'
import { labScopeOf, type Caller } from '../../../core/caller.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { IdentityHints } from '../../inspection/inspection.ts'
import { bareEmrId, birthDateText, dayText } from './identity-comparison.ts'
import { compareNames, isSameName } from './name-comparison.ts'
import { findUnpublishedFile } from './patient-match.repository.ts'
import { findIdentified, type FoundPatient } from './patient-proposal.repository.ts'

const PROPOSED = 5
/** Values of one kind that a screen shows or a search uses. A file with more is a list of patients. */
const VALUES_USED = 5

const NO_HINTS: IdentityHints = { names: [], birthDates: [], emrIds: [], patientIds: [], phones: [] }

const phonesOf = (hints: IdentityHints) =>
  (hints.phones ?? []).slice(0, VALUES_USED).flatMap((written) => {
    const phone = readPhone(written, DEFAULT_PHONE_COUNTRY)
    return phone ? [{ written, number: phone.number }] : []
  })

/** How a record may write an EMR ID of a file, in lower case: with a prefix that the file leaves out, or without. */
const emrIdSpellings = (id: string): string[] => {
  const bare = bareEmrId(id).toLowerCase()
  return [id.toLowerCase(), bare, ...['emr', 'mrn'].flatMap((prefix) => [prefix + bare, `${prefix}-${bare}`])]
}

/** One comparison for each kind of value that the file names; one agreeing value is enough. */
const compare = (hints: IdentityHints, patient: FoundPatient): ProposalComparison[] => {
  const comparison: ProposalComparison[] = []
  const add = <Value>(
    field: ProposalComparison['field'],
    values: readonly Value[],
    onRecord: string,
    write: (value: Value) => string,
    agrees: (value: Value) => boolean,
  ) => {
    const agreeing = values.find(agrees)
    const shown = agreeing ?? values[0]
    if (shown === undefined) return
    comparison.push({ field, inFile: write(shown), onRecord, agrees: agreeing !== undefined })
  }
  add(
    'patientId',
    hints.patientIds,
    `${PATIENT_ID_PREFIX}${patient.id}`,
    (id) => `${PATIENT_ID_PREFIX}${id}`,
    (id) => id === patient.id,
  )
  if (patient.emrId !== null)
    add(
      'emrId',
      hints.emrIds,
      patient.emrId,
      String,
      (id) => bareEmrId(id) === bareEmrId(patient.emrId ?? ''),
    )
  add(
    'phone',
    phonesOf(hints),
    patient.phone,
    ({ written }) => written,
    ({ number }) => number === patient.phone,
  )
  // A name in another script can neither agree nor differ.
  const comparable = hints.names.filter((name) => compareNames(name, patient.fullName) !== 'unknown')
  add('name', comparable, patient.fullName, String, (name) => isSameName(name, patient.fullName))
  add('dateOfBirth', hints.birthDates, dayText(patient.dateOfBirth), birthDateText, ({ dates }) =>
    dates.includes(patient.dateOfBirth),
  )
  return comparison
}

type Compared = Omit<ProposedPatient, 'certainty'>

/** Whether the file says nothing of another person: a file about two people identifies neither. */
const namesNoOther = (hints: IdentityHints, { id, emrId, fullName, dateOfBirth }: Compared) =>
  hints.patientIds.every((one) => one === id) &&
  (emrId === null || hints.emrIds.every((one) => bareEmrId(one) === bareEmrId(emrId))) &&
  hints.names.every((one) => isSameName(one, fullName)) &&
  hints.birthDates.every(({ dates }) => dates.includes(dateOfBirth))

const agrees = ({ comparison }: Compared, ...fields: ProposalComparison['field'][]) =>
  comparison.some((one) => one.agrees && fields.includes(one.field))

/** A number of this patient, and a name or a date of birth. A lab's phone number may be on the sheet as well. */
const isIdentified = (hints: IdentityHints, patient: Compared) =>
  agrees(patient, 'patientId', 'emrId') &&
  agrees(patient, 'name', 'dateOfBirth') &&
  namesNoOther(hints, patient)

/** A phone number proposes only whom nothing else excludes: it may be the lab's, or a family's. */
const isCandidate = (patient: Compared) =>
  agrees(patient, 'patientId', 'emrId', 'name') ||
  (agrees(patient, 'phone') && patient.comparison.every((one) => one.agrees))

const WEIGHTS = { patientId: 4, emrId: 4, phone: 2, name: 3, dateOfBirth: 3 } as const
const scoreOf = ({ comparison }: Compared) =>
  comparison.reduce((sum, { field, agrees: isSame }) => sum + WEIGHTS[field] * (isSame ? 1 : -1), 0)

/** Proposes the patient whom an upload names, so that a dropped file can be published without a search. */
export const createPatientProposalService = ({ database }: { database: Database }) => ({
  async propose(caller: Caller, fileUrl: string): Promise<PatientProposal> {
    const name = reportFileNameOf(fileUrl)
    const file = name && (await findUnpublishedFile(database, { name, uploadedBy: caller.user.id }))
    if (!file) throw notFound('FILE_NOT_FOUND')
    const hints = file.hints ?? NO_HINTS
    const found = await findIdentified(labScopeOf(caller), database, {
      ids: hints.patientIds.slice(0, VALUES_USED),
      emrIds: hints.emrIds.slice(0, VALUES_USED).flatMap(emrIdSpellings),
      phones: phonesOf(hints).map(({ number }) => number),
      names: hints.names.slice(0, VALUES_USED),
      datesOfBirth: hints.birthDates.slice(0, VALUES_USED).flatMap(({ dates }) => dates),
    })
    const candidates = found
      .map((patient) => ({
        ...patient,
        phone: { number: patient.phone },
        comparison: compare(hints, patient),
      }))
      .filter(isCandidate)
      .toSorted((one, other) => scoreOf(other) - scoreOf(one))
    const identified = candidates.filter((patient) => isIdentified(hints, patient))
    // A number that another patient has as well identifies neither.
    const isUnique =
      identified.length === 1 && candidates.filter((one) => agrees(one, 'patientId', 'emrId')).length === 1
    return {
      named: {
        names: hints.names.slice(0, VALUES_USED),
        datesOfBirth: hints.birthDates.slice(0, VALUES_USED).map(birthDateText),
        ids: [...hints.patientIds.map((id) => `${PATIENT_ID_PREFIX}${id}`), ...hints.emrIds].slice(
          0,
          VALUES_USED,
        ),
        phones: (hints.phones ?? []).slice(0, VALUES_USED),
      },
      candidates: candidates.slice(0, PROPOSED).map((patient) => ({
        ...patient,
        certainty: isUnique && patient === identified[0] ? 'certain' : 'possible',
      })),
      hasMore: candidates.length > PROPOSED,
    }
  },
})
export type PatientProposalService = ReturnType<typeof createPatientProposalService>
