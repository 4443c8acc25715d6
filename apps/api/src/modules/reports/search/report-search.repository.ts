import { REPORT_MARKS, type FoundReport } from '@zelab/contract'
import { z } from 'zod'
import type { LabScope } from '../../../core/caller.ts'
import { labCondition, reportMarks } from '../../../core/conditions.ts'
import { patients, reports } from '../../../core/tables.gen.ts'
import { columnsOf, from, pick } from '../../../platform/database/columns.ts'
import { type Database, type Queryable, withTimeLimit } from '../../../platform/database/database.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'
import { likeFolded, SqlParameters } from '../../../platform/database/sql-parameters.ts'

const RANK_LIMIT = 100
const SCAN_LIMIT = 3000

/** Time budget for type-ahead search. Slower results are omitted. */
const TIME_LIMIT_MS = 1000

const foundRow = z.object({
  ...pick(reports, 'id title'),
  typeTitle: from('r.report_type_title', reports.reportTypeTitle),
  patientId: from('p.id', patients.id),
  patientName: from('p.full_name', patients.fullName),
  ...pick(reports, 'createdAt version'),
  marks: from(reportMarks('r'), z.array(z.enum(REPORT_MARKS))),
})

const FOUND_COLUMNS = columnsOf(foundRow, 'r')
const FOUND_JOINS = 'join patients p on p.id = r.patient_id'

const toFound = (row: RowOf<typeof foundRow>): FoundReport => ({
  id: row.id,
  title: row.title,
  reportType: { title: row.typeTitle },
  patient: { id: row.patientId, fullName: row.patientName },
  createdAt: row.createdAt,
  version: row.version,
  marks: row.marks,
})

/** In the given order: published by the lab or for its patients (AMB-33). */
export const findReportsByIds = async (
  scope: LabScope,
  db: Queryable,
  ids: readonly number[],
): Promise<FoundReport[]> => {
  const parameters = new SqlParameters()
  const rows = await db.query(
    foundRow,
    `select ${FOUND_COLUMNS} from unnest(${parameters.add(ids)}::bigint[]) with ordinality as k(id, place)
       join reports r on r.id = k.id ${FOUND_JOINS}
      where r.withdrawn_at is null and ${labCondition(scope, parameters, 'r.lab_id', 'p.lab_id')}
      order by k.place`,
    parameters.values,
    { name: scope.everyLab ? 'reports-by-ids-anywhere' : 'reports-by-ids' },
  )
  return rows.map(toFound)
}

const NEWEST = 'order by r.created_at desc, r.id desc'

/**
 * Titles that begin with the text, then the newest. Scans only the newest reports if the text is too short for the
 * index.
 */
export const findReportsByTitle = async (
  scope: LabScope,
  database: Database,
  search: { typed: string; isIndexed: boolean },
  limit: number,
): Promise<FoundReport[]> => {
  const rows = await withTimeLimit(database, TIME_LIMIT_MS, (tx) =>
    tx.query(foundRow, (parameters) => {
      const text = likeFolded(search.typed, parameters)
      const inScope = `r.withdrawn_at is null and ${labCondition(scope, parameters, 'r.lab_id')}`
      const looked = search.isIndexed
        ? `select r.id, r.folded_title, r.created_at from reports r
        where ${inScope} and r.folded_title like '%' || ${text} || '%' ${NEWEST} limit ${RANK_LIMIT}`
        : `select r.* from (select r.id, r.folded_title, r.created_at from reports r
                         where ${inScope} ${NEWEST} limit ${SCAN_LIMIT}) r
        where r.folded_title like '%' || ${text} || '%' ${NEWEST} limit ${RANK_LIMIT}`
      return `with best as (
       select r.id, row_number() over (
                order by r.folded_title not like ${text} || '%', r.created_at desc, r.id desc) as place
         from (${looked}) r
        order by place limit ${parameters.add(limit)})
     select ${FOUND_COLUMNS} from best join reports r on r.id = best.id ${FOUND_JOINS} order by best.place`
    }),
  )
  return (rows ?? []).map(toFound)
}
