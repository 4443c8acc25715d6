import type { Queryable } from './database.ts'

const EVERY_LAB = -1
const EVERY_TYPE = 0

/** Adds up the slots of one counter, which triggers keep (migration 0005). */
const RECORD_COUNT = `
  select coalesce(sum(c.n), 0)::bigint as count from record_counts c
   where c.kind = $1 and c.lab_id = $2 and c.report_type_id = $3`

/** How many records the lists show, without counting them. `labId` undefined is every lab together. */
export const countRecords = async (
  db: Queryable,
  counted: { kind: 'patients' | 'reports'; labId: number | undefined; reportTypeId?: number },
): Promise<number> => {
  const { count } = await db.one<{ count: number }>(
    RECORD_COUNT,
    [counted.kind, counted.labId ?? EVERY_LAB, counted.reportTypeId ?? EVERY_TYPE],
    { name: 'count-records' },
  )
  return count
}
