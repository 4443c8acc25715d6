import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import * as tables from '../core/tables.gen.ts'

const MODULES = path.resolve(import.meta.dirname, '../modules')

/** Tables whose columns people change, or that decide what others see. */
export const FACT_TABLES = {
  patients: tables.patients,
  patient_delegates: tables.patientDelegates,
  patient_languages: tables.patientLanguages,
  visits: tables.visits,
  referrers: tables.referrers,
  report_types: tables.reportTypes,
  labs: tables.labs,
  users: tables.users,
  lab_letterheads: tables.labLetterheads,
  lab_delivery_settings: tables.labDeliverySettings,
  lab_visit_settings: tables.labVisitSettings,
} as const
export type FactTable = keyof typeof FACT_TABLES

/** Repositories of the outlets, and of what decides by a fact. */
export const OUTLETS = {
  link: ['deliveries/link/'],
  verification: ['verification/'],
  copy: ['stamping/copies/', 'stamping/letterheads/'],
  csv: [
    'patients/directory/patient-list-export',
    'patients/directory/patient-row',
    'reports/list/report-row',
    'deliveries/lists/delivery-row',
    'insights/',
  ],
  export: ['patients/export/', 'patients/directory/patient-row', 'visits/visit-row'],
  screen: [
    'patients/directory/patient-row',
    'reports/list/report-row',
    'visits/visit-row',
    'visits/referrers',
    'labs/',
  ],
  fhir: ['fhir/records/'],
  hl7: ['integrations/receivers/sent-reports'],
  messages: ['deliveries/sending/', 'critical/critical-notices', 'critical/escalation'],
  worklists: [
    'reports/release/',
    'critical/critical-lists',
    'visits/awaited-visits',
    'visits/visit-row',
    'inbox/items/',
    'dashboard/',
  ],
  search: ['patients/directory/patient-search', 'reports/search/'],
} as const
export type Outlet = keyof typeof OUTLETS

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

export const columnsOfTable = (table: FactTable): string[] => Object.keys(FACT_TABLES[table]).map(snake)

/** Aliases of shared joins (`core/conditions.ts`). */
const SHARED_ALIASES: Readonly<Record<string, FactTable>> = { p: 'patients', t: 'report_types', v: 'visits' }

/** Columns such as `patients.full_name` that a source names, by its table or by an alias of a statement. */
export const factsNamedIn = (source: string): Set<string> => {
  const found = new Set<string>()
  const aliases = new Map<string, Set<FactTable>>()
  const add = (alias: string, table: FactTable) => {
    aliases.set(alias, (aliases.get(alias) ?? new Set()).add(table))
  }
  if (source.includes('REACH_JOINS'))
    for (const [alias, table] of Object.entries(SHARED_ALIASES)) add(alias, table)
  for (const table of Object.keys(FACT_TABLES) as FactTable[]) {
    for (const [, alias = ''] of source.matchAll(
      new RegExp(`\\b(?:from|join)\\s+${table}\\s+(?:as\\s+)?(\\w+)`, 'g'),
    ))
      add(alias, table)
    for (const [, column = ''] of source.matchAll(new RegExp(`\\b${camel(table)}\\.(\\w+)`, 'g')))
      if (columnsOfTable(table).includes(snake(column))) found.add(`${table}.${snake(column)}`)
    for (const [, columns = ''] of source.matchAll(
      new RegExp(`\\bpick\\(\\s*${camel(table)},\\s*'([^']*)'`, 'g'),
    ))
      for (const column of columns.split(' ')) found.add(`${table}.${snake(column)}`)
  }
  for (const [alias, named] of aliases)
    for (const [, column = ''] of source.matchAll(new RegExp(`\\b${alias}\\.([a-z_0-9]+)`, 'g')))
      for (const table of named) if (columnsOfTable(table).includes(column)) found.add(`${table}.${column}`)
  return found
}

const sourcesOf = async (prefixes: readonly string[]): Promise<string[]> => {
  const files = await readdir(MODULES, { recursive: true })
  return files
    .filter(
      (file) =>
        file.endsWith('.ts') &&
        !file.includes('.test.') &&
        prefixes.some((prefix) => file.startsWith(prefix)),
    )
    .toSorted()
}

export const readFacts = async (outlet: Outlet): Promise<Set<string>> => {
  const files = await sourcesOf(OUTLETS[outlet])
  const sources = await Promise.all(files.map((file) => readFile(path.join(MODULES, file), 'utf8')))
  return new Set(sources.flatMap((source) => [...factsNamedIn(source)]))
}
