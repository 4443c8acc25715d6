import { describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../testing/test-database.ts'
import { stopAtEnd } from '../../testing/stop-at-end.ts'
import { APPLICATION_RIGHTS } from '../../database-tables.ts'
import type { TableRights } from './table-rights.ts'

const { database } = await stopAtEnd(
  createTestDatabase().then((made) => ({ ...made, stop: () => made.drop() })),
)

const columns = await database.query<{ table: string; column: string; isDerived: boolean }>(
  `select table_name as table, column_name as column, is_generated = 'ALWAYS' as "isDerived"
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name, ordinal_position`,
)
const tables = [...new Set(columns.map(({ table }) => table))]
const rights = Object.entries(APPLICATION_RIGHTS.tables)
const rightsOn = (table: string): TableRights => APPLICATION_RIGHTS.tables[table] ?? {}
const namesIn = (text: string | false = '') => (text || '').trim().split(/\s+/)
const isListed = (list: 'adds' | 'changes', { table, column }: (typeof columns)[number]) =>
  namesIn(rightsOn(table)[list]).includes(column)

/** Names of the columns or tables that the statement is allowed for, as the application role. */
const allowed = async <Tried>(all: readonly Tried[], statementFor: (tried: Tried) => string) => {
  const permitted: Tried[] = []
  for (const tried of all)
    await database
      .transaction(async (tx) => {
        await tx.execute('set local role zelab_application')
        await tx.execute(statementFor(tried))
        permitted.push(tried)
      })
      .catch((error: Error) => expect(error.message).toMatch(/permission denied/))
  return permitted
}
const named = (of: readonly (typeof columns)[number][]) => of.map(({ table, column }) => `${table}.${column}`)

/** Columns that say what a record is, whose it is, and when and by whom it was made: with the reason when they change. */
const OF_THE_RECORD =
  /^(id|lab_id|sequence|(created|recorded|flagged|registered|uploaded|published|placed|merged|called|requested|granted|saved)_(at|by)|at)$/
const CHANGED_ANYWAY: Readonly<Record<string, string>> = {
  'critical_results.flagged_at':
    'Of two clocks that become one, the earlier runs on; a trigger compares them.',
  'provider_requests.created_at': 'The second step replaces the first in one row.',
  'report_files.uploaded_by': 'The file of a discarded report returns to its inbox item.',
  'stamped_files.lab_id': 'A copy that failed is made again.',
  'unreached_reports.lab_id': 'The list is kept by triggers.',
  'users.lab_id': 'An Admin moves a user to another lab.',
  'visit_links.created_at': 'A renewed link replaces the earlier one.',
  'visit_links.created_by': 'A renewed link replaces the earlier one.',
}

describe('the application role', () => {
  it('changes the columns that the program changes, and no other one of any table [RIGHT-01]', async () => {
    const changeable = await allowed(
      columns,
      ({ table, column }) => `update ${table} set ${column} = default where false`,
    )
    expect(named(changeable)).toEqual(named(columns.filter((column) => isListed('changes', column))))
    expect(changeable.length).toBeGreaterThan(300)
  })

  it('moves no record to another lab, and changes neither who made it nor when, but for named reasons [RIGHT-02]', () => {
    const changed = columns.filter(
      (column) => OF_THE_RECORD.test(column.column) && isListed('changes', column),
    )
    expect(named(changed).toSorted()).toEqual(Object.keys(CHANGED_ANYWAY))
  })

  it('removes rows of tables where the program does, and empties no table [RIGHT-03]', async () => {
    const removed = rights.flatMap(([table, { removes }]) => (removes ? [table] : [])).toSorted()
    expect(await allowed(tables, (table) => `delete from ${table} where false`)).toEqual(removed)
    expect(await allowed(tables, (table) => `truncate ${table}`)).toEqual([])
  })

  it('adds no id, time or outcome of records that decide something [RIGHT-04]', async () => {
    const tried = columns.filter(({ table, isDerived }) => rightsOn(table).adds !== undefined && !isDerived)
    const given = await allowed(
      tried,
      ({ table, column }) =>
        `insert into ${table} (${column}) overriding user value select ${column} from ${table} where false`,
    )
    expect(named(given)).toEqual(named(tried.filter((column) => isListed('adds', column))))
  })

  it('receives rights on existing columns and tables only [RIGHT-05]', () => {
    const known = new Set(named(columns))
    const unknown = rights
      .flatMap(([table, { adds, changes }]) =>
        [adds, changes].flatMap((text) => (text ? namesIn(text).map((column) => `${table}.${column}`) : [])),
      )
      .filter((name) => !known.has(name))
    expect(unknown).toEqual([])
  })
})
