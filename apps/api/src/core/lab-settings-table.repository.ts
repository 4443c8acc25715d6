import {
  assignments,
  columnsOf,
  insertion,
  type Changes,
  type NewRecord,
} from '../platform/database/columns.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { RowOf, RowSchema } from '../platform/database/row-schema.ts'

/** A table with a row for each lab that changed its settings. */
export const labSettingsTable = <New extends RowSchema, Row extends RowSchema>(
  table: string,
  { newRow, row, defaults }: { newRow: New; row: Row; defaults: RowOf<Row> },
) => {
  const find = async (db: Queryable, labId: number): Promise<RowOf<Row>> =>
    (await db.maybeOne(row, `select ${columnsOf(row)} from ${table} where lab_id = $1`, [labId], {
      name: `find-${table}`,
    })) ?? defaults
  /** Fields that are absent or undefined stay as they are. */
  const save = async (
    tx: Queryable,
    labId: number,
    changes: { [Field in keyof RowOf<Row>]?: RowOf<Row>[Field] | undefined },
  ): Promise<void> => {
    const given = Object.entries(changes).filter(([, value]) => value !== undefined)
    const settings = { ...(await find(tx, labId)), ...Object.fromEntries(given) } as Changes<New>
    // The new row has the columns of the row, and the lab's id.
    const record = { ...settings, labId } as unknown as NewRecord<New>
    await tx.execute(
      (parameters) => `insert into ${table} ${insertion(newRow, record, parameters)}
       on conflict (lab_id) do update set ${assignments(newRow, settings, parameters)}`,
    )
  }
  return { find, save }
}
