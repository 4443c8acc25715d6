import { activePatientFilters, type PatientFilter } from '@zelab/contract'
import type { LabScope, ListReader } from '../../../core/caller.ts'
import { survivorOf } from '../../../core/patient-search-condition.ts'
import { identifierIn, type PatientIdentifier } from '../../../core/patient-search-text.ts'
import type { Queryable, QueryOptions } from '../../../platform/database/database.ts'
import { SqlParameters } from '../../../platform/database/sql-parameters.ts'
import { patientCondition } from './patient-filter.repository.ts'
import { PATIENT_COUNT_LIMIT } from './search-sample.repository.ts'

interface LookUp {
  name: string
  condition: (parameters: SqlParameters) => string
}

/** Includes patients whose merged records meet the condition. */
const ofRecord = (scope: LabScope, condition: string, parameters: SqlParameters) => {
  // Indexes begin with the lab.
  const labs = scope.everyLab
    ? 'array(select l.id from labs l)'
    : `array[${parameters.add(scope.labId)}::bigint]`
  return `p.id = any(array(
     select ${survivorOf('m')} from patients m
      where m.lab_id = any (${labs}) and ${condition} limit ${PATIENT_COUNT_LIMIT + 1}))`
}

const withEmrId = (scope: LabScope, emrId: string): LookUp => ({
  name: 'emr-id',
  condition: (parameters) =>
    ofRecord(scope, `fold_text(m.emr_id) = fold_text(${parameters.add(emrId)})`, parameters),
})

const withPhone = (scope: LabScope, phone: string): LookUp => ({
  name: 'phone',
  condition: (parameters) => ofRecord(scope, `m.phone = ${parameters.add(phone)}`, parameters),
})

const lookUpsOf = (scope: LabScope, identifier: PatientIdentifier): LookUp[] => {
  if ('id' in identifier)
    return [
      { name: 'id', condition: (parameters) => `p.id = ${parameters.add(identifier.id)}` },
      {
        name: 'former-id',
        condition: (parameters) => `p.id = surviving_patient(${parameters.add(identifier.id)})`,
      },
    ]
  if ('nationalId' in identifier) {
    const { nationalId } = identifier
    const condition: LookUp['condition'] = (parameters) =>
      ofRecord(scope, `m.national_id = ${parameters.add(nationalId)}`, parameters)
    const byPhone = scope.everyLab ? [] : [withPhone(scope, `+${nationalId}`)]
    return [{ name: 'national-id', condition }, ...byPhone]
  }
  if (scope.everyLab) return []
  return 'phone' in identifier ? [withPhone(scope, identifier.phone)] : [withEmrId(scope, identifier.emrId)]
}

const preparedAs = (scope: LabScope, filter: PatientFilter, name: string): QueryOptions =>
  activePatientFilters(filter).length === 1
    ? { name: ['identified-by', name, scope.everyLab ? 'anywhere' : 'lab'].join('-') }
    : {}

/**
 * Ids of patients that match the complete text (AMB-48). Empty above the count limit, because such a number
 * identifies no person.
 */
export const findIdentifiedPatients = async (
  reader: ListReader,
  db: Queryable,
  filter: PatientFilter,
): Promise<number[]> => {
  const { scope } = reader
  const identifier = identifierIn(filter.search)
  if (!identifier) return []
  const read = async ({ name, condition }: LookUp) => {
    const parameters = new SqlParameters()
    const others = patientCondition(reader, { ...filter, search: '' }, parameters)
    return db.findIds(
      `select p.id from patients p where ${others} and ${condition(parameters)} limit ${PATIENT_COUNT_LIMIT + 1}`,
      parameters.values,
      preparedAs(scope, filter, name),
    )
  }
  for (const lookUp of lookUpsOf(scope, identifier)) {
    const found = await read(lookUp)
    if (found.length === 0) continue
    // Another patient may have the same text as an EMR ID, such as a number from an earlier system.
    if (!scope.everyLab && !('emrId' in identifier))
      found.push(...(await read(withEmrId(scope, filter.search))))
    const ids = [...new Set(found)]
    return ids.length > PATIENT_COUNT_LIMIT ? [] : ids
  }
  return []
}
