import type { PatientRow, PatientFilter } from '@zelab/contract'
import { z } from 'zod'
import type { ListReader } from '../../../core/caller.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { patientCondition } from './patient-filter.repository.ts'
import { PATIENT_COLUMNS, PATIENT_JOINS, patientRow, toPatientRow } from './patient-row.ts'
import { orderBy, SORT_COLUMN, type PatientOrder } from './patients.repository.ts'

export interface ExportedPatient {
  patient: PatientRow
  sortKey: string
}

const SORT_TYPE = { createdAt: 'timestamptz', fullName: 'text' } as const

const exportedRow = patientRow.extend({ sortKey: z.string() })

export const findPatientsAfter = async (
  reader: ListReader,
  db: Queryable,
  query: PatientFilter & PatientOrder,
  batch: { limit: number; after: ExportedPatient | undefined },
): Promise<ExportedPatient[]> => {
  const rows = await db.query(exportedRow, (parameters) => {
    const conditions = [patientCondition(reader, query, parameters)]
    const sortColumn = SORT_COLUMN[query.sortBy]
    if (batch.after) {
      const key = `${parameters.add(batch.after.sortKey)}::${SORT_TYPE[query.sortBy]}`
      const operator = query.sortOrder === 'asc' ? '>' : '<'
      conditions.push(`(${sortColumn}, p.id) ${operator} (${key}, ${parameters.add(batch.after.patient.id)})`)
    }
    return `select ${PATIENT_COLUMNS}, ${sortColumn}::text as "sortKey" from patients p ${PATIENT_JOINS}
      where ${conditions.join(' and ')}
      order by ${orderBy(query)} limit ${parameters.add(batch.limit)}`
  })
  return rows.map((row) => ({ patient: toPatientRow(row), sortKey: row.sortKey }))
}
