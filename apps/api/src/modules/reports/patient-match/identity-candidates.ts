import {
  DEFAULT_PHONE_COUNTRY,
  PATIENT_ID_PREFIX,
  readPhone,
  type PatientProposal,
  type ProposalComparison,
  type ProposedPatient,
} from '@zelab/contract'
import type { LabScope } from '../../../core/caller.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { IdentityHints } from '../../inspection/inspection.ts'
import { bareEmrId, birthDateText, dayText } from './identity-comparison.ts'
import { compareNames, isSameName } from './name-comparison.ts'
import { findIdentified, type FoundPatient } from './patient-proposal.repository.ts'

/** Values per kind for screens and searches. A file with more is a list of patients. */
const VALUES_USED = 5
const SHORTEST_CODE = 4

export const NO_HINTS: IdentityHints = { names: [], birthDates: [], emrIds: [], patientIds: [], phones: [] }

export interface ReadIdentity {
  hints: IdentityHints
  codes?: readonly string[] | undefined
}

const phonesOf = (hints: IdentityHints) =>
  (hints.phones ?? []).slice(0, VALUES_USED).flatMap((written) => {
    const phone = readPhone(written, DEFAULT_PHONE_COUNTRY)
    return phone ? [{ written, number: phone.number }] : []
  })

/** In lower case, with and without the prefix, which files and records may omit. */
const emrIdSpellings = (id: string): string[] => {
  const bare = bareEmrId(id).toLowerCase()
  return [id.toLowerCase(), bare, ...['emr', 'mrn'].flatMap((prefix) => [prefix + bare, `${prefix}-${bare}`])]
}

const usableCodes = (codes: readonly string[]) =>
  codes.filter((code) => bareEmrId(code).length >= SHORTEST_CODE).slice(0, VALUES_USED)

/** Includes merged records, which a file may name. */
const recordsOf = (patient: FoundPatient) => [patient, ...patient.former]

const isEmrIdOf = (patient: FoundPatient, id: string) =>
  recordsOf(patient).some(({ emrId }) => emrId !== null && bareEmrId(id) === bareEmrId(emrId))

const isNameOf = (patient: FoundPatient, name: string) =>
  recordsOf(patient).some(({ fullName }) => isSameName(name, fullName))

/** One comparison per kind of value. One matching value suffices. */
const compare = ({ hints, codes = [] }: ReadIdentity, patient: FoundPatient): ProposalComparison[] => {
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
    (id) => recordsOf(patient).some((record) => record.id === id),
  )
  if (recordsOf(patient).some(({ emrId }) => emrId !== null))
    add(
      'emrId',
      // A different code may be a specimen number, so it is not a mismatch.
      [...hints.emrIds, ...usableCodes(codes).filter((code) => isEmrIdOf(patient, code))],
      patient.emrId ?? '',
      String,
      (id) => isEmrIdOf(patient, id),
    )
  add(
    'phone',
    phonesOf(hints),
    patient.phone,
    ({ written }) => written,
    ({ number }) => recordsOf(patient).some(({ phone }) => phone === number),
  )
  // Names in different scripts neither match nor differ.
  const comparable = hints.names.filter((name) => compareNames(name, patient.fullName) !== 'unknown')
  add('name', comparable, patient.fullName, String, (name) => isNameOf(patient, name))
  add('dateOfBirth', hints.birthDates, dayText(patient.dateOfBirth), birthDateText, ({ dates }) =>
    dates.includes(patient.dateOfBirth),
  )
  return comparison
}

export type Candidate = Omit<ProposedPatient, 'certainty'> & Pick<FoundPatient, 'former'>

/** A file that names two people identifies neither. */
export const namesNoOther = (
  hints: IdentityHints,
  { id, emrId, fullName, dateOfBirth, former }: Candidate,
): boolean => {
  const records = [{ id, emrId, fullName }, ...former]
  return (
    hints.patientIds.every((one) => records.some((record) => record.id === one)) &&
    (emrId === null ||
      hints.emrIds.every((one) =>
        records.some((record) => bareEmrId(one) === bareEmrId(record.emrId ?? '')),
      )) &&
    hints.names.every((one) => records.some((record) => isSameName(one, record.fullName))) &&
    hints.birthDates.every(({ dates }) => dates.includes(dateOfBirth))
  )
}

export const agrees = ({ comparison }: Candidate, ...fields: ProposalComparison['field'][]): boolean =>
  comparison.some((one) => one.agrees && fields.includes(one.field))

/** A phone match needs no contradicting field, because the number may belong to the lab or a family. */
const isCandidate = (patient: Candidate) =>
  agrees(patient, 'patientId', 'emrId', 'name') ||
  (agrees(patient, 'phone') && patient.comparison.every((one) => one.agrees))

const WEIGHTS = { patientId: 4, emrId: 4, phone: 2, name: 3, dateOfBirth: 3 } as const
const scoreOf = ({ comparison }: Candidate) =>
  comparison.reduce((sum, { field, agrees: isSame }) => sum + WEIGHTS[field] * (isSame ? 1 : -1), 0)

export const findCandidates = async (
  scope: LabScope,
  database: Database,
  identity: ReadIdentity,
): Promise<Candidate[]> => {
  const { hints, codes = [] } = identity
  const found = await findIdentified(scope, database, {
    ids: hints.patientIds.slice(0, VALUES_USED),
    emrIds: [...hints.emrIds.slice(0, VALUES_USED), ...usableCodes(codes)].flatMap(emrIdSpellings),
    phones: phonesOf(hints).map(({ number }) => number),
    names: hints.names.slice(0, VALUES_USED),
    datesOfBirth: hints.birthDates.slice(0, VALUES_USED).flatMap(({ dates }) => dates),
  })
  return found
    .map((patient) => ({
      ...patient,
      phone: { number: patient.phone },
      comparison: compare(identity, patient),
    }))
    .filter(isCandidate)
    .toSorted((one, other) => scoreOf(other) - scoreOf(one))
}

/** A number shared with another candidate identifies neither. */
export const haveNumber = (candidates: readonly Candidate[]): Candidate[] =>
  candidates.filter((one) => agrees(one, 'patientId', 'emrId'))

export const namedIn = (hints: IdentityHints): PatientProposal['named'] => ({
  names: hints.names.slice(0, VALUES_USED),
  datesOfBirth: hints.birthDates.slice(0, VALUES_USED).map(birthDateText),
  ids: [...hints.patientIds.map((id) => `${PATIENT_ID_PREFIX}${id}`), ...hints.emrIds].slice(0, VALUES_USED),
  phones: (hints.phones ?? []).slice(0, VALUES_USED),
})
