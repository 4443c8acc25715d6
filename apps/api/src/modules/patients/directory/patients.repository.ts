import { survivorOf } from '../../../core/patient-search-condition.ts'
import type { PatientListQuery, PatientRow } from '@zelab/contract'
import { z } from 'zod'
import type { LabScope } from '../../../core/caller.ts'
import { labCondition } from '../../../core/conditions.ts'
import type { TotalledRows } from '../../../core/pagination.ts'
import { patients } from '../../../core/tables.gen.ts'
import { insertion, type NewRecord, columnsOf } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import {
  countRecords,
  recordCount,
  type Counted,
} from '../../../platform/database/record-counts.repository.ts'
import { pageClause, pageName, type PageOfRows } from '../../../platform/database/sql-parameters.ts'
import { patientValuesRow } from './patient-values.ts'
import { PATIENT_COLUMNS, PATIENT_JOINS, patientRow, toPatientRow } from './patient-row.ts'

const newPatientRow = patientValuesRow.extend({ labId: patients.labId, registeredBy: patients.registeredBy })
export type NewPatient = NewRecord<typeof newPatientRow>

export interface PatientOrder {
  sortBy: PatientListQuery['sortBy']
  sortOrder: PatientListQuery['sortOrder']
}

/** Names are sorted in any spelling: the first line of the search text is the folded name (`fold_text`). */
export const SORT_COLUMN = {
  createdAt: 'p.created_at',
  fullName: String.raw`split_part(p.search, E'\n', 1)`,
} as const

export const orderBy = ({ sortBy, sortOrder }: PatientOrder) =>
  `${SORT_COLUMN[sortBy]} ${sortOrder}, p.id ${sortOrder}`

const allPatientsIn = (scope: LabScope): Counted => ({
  kind: 'patients',
  labId: scope.everyLab ? undefined : scope.labId,
})

export const countPatients = (scope: LabScope, db: Queryable): Promise<number> =>
  countRecords(db, allPatientsIn(scope))

const listedRow = patientRow.extend({ total: z.int() })

/** Scans only ordered ids up to the offset and reads full rows only of the page. */
export const findPatients = async (
  scope: LabScope,
  db: Queryable,
  order: PatientOrder,
  page: PageOfRows,
): Promise<TotalledRows<PatientRow>> => {
  const rows = await db.query(
    listedRow,
    (parameters) => `select ${PATIENT_COLUMNS}, ${recordCount(allPatientsIn(scope), parameters)} as total
       from (select p.id from patients p
              where p.merged_into is null and ${labCondition(scope, parameters, 'p.lab_id')}
              order by ${orderBy(order)} ${pageClause(page, parameters)}) k
       join patients p on p.id = k.id ${PATIENT_JOINS}
      order by ${orderBy(order)}`,
    pageName(page, 'find-patients', [scope.everyLab ? 'anywhere' : 'lab', order.sortBy, order.sortOrder]),
  )
  return { rows: rows.map(toPatientRow), total: rows[0]?.total }
}

const findPatientWhere = async (
  scope: LabScope,
  db: Queryable,
  id: number,
  lookUp: { name: string; condition: (id: string) => string },
): Promise<PatientRow | undefined> => {
  const row = await db.maybeOne(
    patientRow,
    (parameters) => `select ${PATIENT_COLUMNS} from patients p ${PATIENT_JOINS}
      where ${lookUp.condition(parameters.add(id))} and ${labCondition(scope, parameters, 'p.lab_id')}`,
    { name: scope.everyLab ? `${lookUp.name}-anywhere` : lookUp.name },
  )
  return row && toPatientRow(row)
}

/**
 * A merged id returns the surviving patient, over any number of merges. Merged ids are rare, so they are checked
 * last.
 */
export const findPatient = async (
  scope: LabScope,
  db: Queryable,
  id: number,
): Promise<PatientRow | undefined> =>
  (await findPatientWhere(scope, db, id, {
    name: 'find-patient',
    condition: (wanted) => `p.id = ${wanted} and p.merged_into is null`,
  })) ??
  (await findPatientWhere(scope, db, id, {
    name: 'find-surviving-patient',
    condition: (wanted) => `p.id = surviving_patient(${wanted})`,
  }))

const lockedLabRow = z.object({ labId: patients.labId, isMerged: z.boolean() })

export const lockPatientLab = (
  scope: LabScope,
  tx: Queryable,
  id: number,
): Promise<{ labId: number; isMerged: boolean } | undefined> =>
  tx.maybeOne(
    lockedLabRow,
    (parameters) =>
      `select ${columnsOf(lockedLabRow, 'p', { isMerged: 'p.merged_into is not null' })} from patients p
      where p.id = ${parameters.add(id)} and ${labCondition(scope, parameters, 'p.lab_id')} for key share`,
    { name: scope.everyLab ? 'hold-patient-anywhere' : 'hold-patient' },
  )

const labOfPatientRow = z.object({ labId: patients.labId })

export const findLabOfPatient = async (
  scope: LabScope,
  db: Queryable,
  id: number,
): Promise<number | undefined> => {
  const row = await db.maybeOne(
    labOfPatientRow,
    (parameters) => `select ${columnsOf(labOfPatientRow, 'p')} from patients p
      where p.id = ${parameters.add(id)} and ${labCondition(scope, parameters, 'p.lab_id')}`,
  )
  return row?.labId
}

const MANY_NAMESAKES = 20

const namesakeRow = z.object({ id: patients.id, fullName: patients.fullName })

export const findPatientsByPhone = (
  scope: LabScope,
  db: Queryable,
  phone: string,
): Promise<{ id: number; fullName: string }[]> =>
  db.query(
    namesakeRow,
    (parameters) => `select ${columnsOf(namesakeRow, 'p')} from patients p
      where p.merged_into is null
        and p.id = any(array(select ${survivorOf('m')} from patients m where m.phone = ${parameters.add(phone)}
                              limit ${5 * MANY_NAMESAKES}))
        and ${labCondition(scope, parameters, 'p.lab_id')}
      order by p.id limit ${MANY_NAMESAKES}`,
    { name: scope.everyLab ? 'find-by-phone-anywhere' : 'find-by-phone' },
  )

const LOCK_FUNCTION = {
  exclusive: 'pg_advisory_xact_lock',
  shared: 'pg_advisory_xact_lock_shared',
} as const

/** Shared locks of one lab wait only for an exclusive one. */
export const lockRegistrations = async (
  tx: Queryable,
  labId: number,
  mode: keyof typeof LOCK_FUNCTION,
): Promise<void> => {
  await tx.execute(`select ${LOCK_FUNCTION[mode]}(hashtextextended('zelab registrations', $1))`, [labId], {
    name: `lock-registrations-${mode}`,
  })
}

export const insertPatient = async (db: Queryable, patient: NewPatient): Promise<PatientRow> =>
  toPatientRow(
    await db.one(
      patientRow,
      (parameters) =>
        `with p as (insert into patients ${insertion(newPatientRow, patient, parameters)} returning *)
       select ${PATIENT_COLUMNS} from p ${PATIENT_JOINS}`,
      { name: 'insert-patient' },
    ),
  )
