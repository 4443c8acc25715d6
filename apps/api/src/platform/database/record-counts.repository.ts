import type { Queryable } from './database.ts'
import type { SqlParameters } from './sql-parameters.ts'

const EVERY_LAB = -1
const EVERY_TYPE = 0

/** `labId` undefined counts all labs, a type of 0 all types. */
export interface Counted {
  kind: 'patients' | 'reports'
  labId: number | undefined
  reportTypeId?: number
}

/** Sums the slots of one counter, which triggers maintain (migration 0005). */
export const recordCount = (counted: Counted, parameters: SqlParameters): string =>
  `(select coalesce(sum(c.n), 0)::bigint from record_counts c
     where c.kind = '${counted.kind}' and c.lab_id = ${parameters.add(counted.labId ?? EVERY_LAB)}
       and c.report_type_id = ${parameters.add(counted.reportTypeId ?? EVERY_TYPE)})`

export const countRecords = (db: Queryable, counted: Counted): Promise<number> =>
  db.countRows((parameters) => `select ${recordCount(counted, parameters)} as count`, {
    name: `count-${counted.kind}`,
  })
