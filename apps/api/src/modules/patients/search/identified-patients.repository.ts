import { activePatientFilters, PATIENT_COUNT_LIMIT, type PatientFilter } from '@zelab/contract'
import type { LabScope } from '../../../core/caller.ts'
import { identifierIn, type PatientIdentifier } from '../../../core/patient-search-text.ts'
import type { Queryable, QueryOptions } from '../../../platform/database/database.ts'
import { idRow } from '../../../platform/database/row-schema.ts'
import { SqlParameters } from '../../../platform/database/sql-parameters.ts'
import { patientCondition } from '../registry/patient-filter.repository.ts'

interface LookUp {
  name: string
  condition: (parameters: SqlParameters) => string
}

/** The look-ups of an identifier, tried in order. */
const lookUpsOf = (scope: LabScope, identifier: PatientIdentifier): LookUp[] => {
  if ('id' in identifier)
    return [
      { name: 'id', condition: (parameters) => `p.id = ${parameters.add(identifier.id)}` },
      // The id of a merged record finds the surviving one: rare, so checked last.
      {
        name: 'former-id',
        condition: (parameters) => `p.id = surviving_patient(${parameters.add(identifier.id)})`,
      },
    ]
  // Their indexes begin with the lab.
  if (scope.everyLab) return []
  return 'phone' in identifier
    ? [{ name: 'phone', condition: (parameters) => `p.phone = ${parameters.add(identifier.phone)}` }]
    : [
        {
          name: 'emr-id',
          condition: (parameters) => `fold_text(p.emr_id) = fold_text(${parameters.add(identifier.emrId)})`,
        },
      ]
}

const preparedAs = (scope: LabScope, filter: PatientFilter, name: string): QueryOptions =>
  activePatientFilters(filter).length === 1
    ? { name: ['identified-by', name, scope.everyLab ? 'anywhere' : 'lab'].join('-') }
    : {}

/** The ids of the patients whom the searched text identifies as a whole; none for other texts (AMB-48). */
export const findIdentifiedPatients = async (
  scope: LabScope,
  db: Queryable,
  filter: PatientFilter,
  timeZone: string,
): Promise<number[]> => {
  const identifier = identifierIn(filter.search)
  if (!identifier) return []
  for (const { name, condition } of lookUpsOf(scope, identifier)) {
    const parameters = new SqlParameters()
    const others = patientCondition(scope, { ...filter, search: '' }, parameters, timeZone)
    const rows = await db.query(
      idRow,
      `select p.id from patients p where ${others} and ${condition(parameters)} limit ${PATIENT_COUNT_LIMIT + 1}`,
      parameters.values,
      preparedAs(scope, filter, name),
    )
    if (rows.length > 0) return rows.map(({ id }) => id)
  }
  return []
}
