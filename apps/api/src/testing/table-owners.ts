import { MODULE_TABLES } from '../database-tables.ts'

const MERGE = 'A merge moves the records of a patient in one transaction.'
const NEW_KEY = 'Without the previous key, what it encrypted is removed.'

/** Writes of another module's tables. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'auth users': 'Passwords and second factors are columns of the user.',
  'critical inbox_items': 'An item of a critical result escalates like the result.',
  'inbox report_files': 'A file is removed with its item by one statement.',
  'installation activity_seal_state': NEW_KEY,
  'installation integrations': NEW_KEY,
  'installation lab_sign_in_settings': NEW_KEY,
  'installation provider_requests': NEW_KEY,
  'installation recovery_codes': NEW_KEY,
  'installation sessions': NEW_KEY,
  'installation sign_in_providers': NEW_KEY,
  'installation users': NEW_KEY,
  'patients reports': MERGE,
  'patients unreleased_reports': MERGE,
  'patients visits': MERGE,
  'reports report_files': 'The file of a discarded report returns to its inbox item.',
  'visits reports': 'The visit is a column of the report; both are locked together.',
}

const ownerOf = new Map(
  Object.entries(MODULE_TABLES).flatMap(([module, tables]) =>
    Object.keys(tables).map((table) => [table, module] as const),
  ),
)
export const ownedTables = (): string[] =>
  Object.values(MODULE_TABLES).flatMap((tables) => Object.keys(tables))

const WRITE = /(?<!\b(?:for|do|key)\s+)\b(?:insert\s+into|update|delete\s+from)\s+(\w+)/gi

export const tablesWrittenBy = (text: string): string[] =>
  Array.from(text.matchAll(WRITE), ([, table = '']) => table.toLowerCase())

/** @param site such as `src/modules/labs/labs.repository.ts:12:23` */
export const foreignWritesOf = (site: string, text: string): string[] => {
  const module = /^src\/modules\/([\w-]+)\//.exec(site)?.[1]
  // A restore writes every table, and tests prepare any record.
  if (module === undefined || module === 'backups' || site.includes('.test.ts:')) return []
  return tablesWrittenBy(text)
    .filter(
      (table) => ownerOf.has(table) && ownerOf.get(table) !== module && !EXCEPTIONS[`${module} ${table}`],
    )
    .map((table) => `${site} writes ${table}, a table of ${ownerOf.get(table)} (database-tables.ts)`)
}
