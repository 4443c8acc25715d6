import { z } from 'zod'
import { foreignWritesOf, tablesWrittenBy } from './table-owners.ts'
import type { RowInspector, RowSchema, StatementResult } from '../platform/database/row-schema.ts'

/** Keys are table OID and column number, such as `16432.3`. */
export type KnownColumns = Readonly<Record<string, { name: string; isNullable: boolean }>>

const COMPARED_ROWS = 50

const TEXT = [18, 19, 25, 1042, 1043, 1700]
const JSON_TYPES = [114, 3802]
const ARRAY_OF: Readonly<Record<number, number>> = {
  1000: 16,
  1001: 17,
  1003: 19,
  1005: 21,
  1007: 23,
  1009: 25,
  1015: 1043,
  1016: 20,
  1022: 701,
  1182: 1082,
  1185: 1184,
}

const TYPES_OF: Readonly<Record<string, readonly number[]>> = {
  int: [20, 21, 23],
  number: [20, 21, 23, 700, 701],
  string: TEXT,
  enum: TEXT,
  literal: TEXT,
  date: [1082],
  datetime: [1184],
  boolean: [16],
  // A Buffer.
  custom: [17],
  object: JSON_TYPES,
  record: JSON_TYPES,
}

/** Type OIDs that the driver returns as this kind of value; undefined means any. */
const typesOf = ({ def }: z.core.$ZodTypeInternals): readonly number[] | undefined => {
  const { format } = def as { format?: string }
  if (def.type === 'number') return format === undefined ? TYPES_OF.number : TYPES_OF.int
  return (def.type === 'string' && format !== undefined && TYPES_OF[format]) || TYPES_OF[def.type]
}

const fits = (schema: z.core.$ZodType, oid: number): boolean => {
  const { def } = schema._zod
  const inner = (def as { innerType?: z.core.$ZodType }).innerType
  if (inner) return fits(inner, oid)
  if (def.type === 'array') {
    const element = ARRAY_OF[oid]
    return (
      JSON_TYPES.includes(oid) ||
      (element !== undefined && fits((def as z.core.$ZodArrayDef).element, element))
    )
  }
  return typesOf(schema._zod)?.includes(oid) ?? true
}

const isNeverNull = (schema: z.core.$ZodType): boolean => z.globalRegistry.get(schema)?.isNeverNull === true

const acceptsNull = (schema: z.core.$ZodType): boolean => z.safeParse(schema, null).success

const columnProblems = (row: RowSchema, { fields }: StatementResult, known: KnownColumns): string[] => {
  // Test code may read any columns.
  if (row.def.catchall) return []
  const declared = row.shape as Record<string, z.core.$ZodType>
  const names = fields.map(({ name }) => name)
  return [
    ...Object.keys(declared)
      .filter((name) => !names.includes(name))
      .map((name) => `"${name}" is declared but not returned`),
    ...fields.flatMap(({ name, dataTypeID, tableID, columnID }, index) => {
      const schema = declared[name]
      if (!schema) return [`"${name}" is returned but not declared`]
      if (names.indexOf(name) !== index) return [`"${name}" is returned twice`]
      if (!fits(schema, dataTypeID))
        return [`"${name}" is declared as ${schema._zod.def.type}, PostgreSQL returns type ${dataTypeID}`]
      const column = known[`${tableID}.${columnID}`]
      return column?.isNullable && !isNeverNull(schema) && !acceptsNull(schema)
        ? [`"${name}" is declared without null, ${column.name} can be null`]
        : []
    }),
  ]
}

const valueProblems = (row: RowSchema, { rows }: StatementResult): string[] => {
  for (const value of rows.slice(0, COMPARED_ROWS)) {
    const { error } = row.safeParse(value)
    if (error) return error.issues.map(({ path, message }) => `"${path.join('.')}": ${message}`)
  }
  return []
}

const SOURCE = /((?:\/|[A-Z]:)[^()]*?\.ts):(\d+):(\d+)\)?$/
const WRAPPERS = /\/(queryable|row-inspector|checked-rows|loose-database)\.ts$/

/** For example `src/modules/labs/labs.repository.ts:12:23`. */
const callSite = (): string => {
  const frames = (new Error().stack ?? '').split('\n').map((line) => SOURCE.exec(line))
  const caller = frames.find((frame) => frame && !WRAPPERS.test(frame[1] ?? ''))
  return caller ? `${caller[1]?.replace(/^.*\/apps\/api\//, '')}:${caller[2]}:${caller[3]}` : 'unknown'
}

/** Compares every result with its row schema, and the module of every write with the owner of its table. */
export const createRowInspector = () => {
  const problems = new Set<string>()
  const newCallSites = new Set<string>()
  const seen = new WeakMap<RowSchema, Map<string, { site: string; fits: boolean }>>()

  const statementOf = (row: RowSchema, text: string) => {
    const statements = seen.get(row) ?? new Map<string, { site: string; fits: boolean }>()
    seen.set(row, statements)
    const statement = statements.get(text) ?? { site: callSite(), fits: false }
    if (!statements.has(text)) newCallSites.add(statement.site)
    statements.set(text, statement)
    return statement
  }

  const textsOfWrites = new Set<string>()
  const inspectWrites = (text: string) => {
    if (textsOfWrites.has(text)) return
    textsOfWrites.add(text)
    if (tablesWrittenBy(text).length > 0)
      for (const problem of foreignWritesOf(callSite(), text)) problems.add(problem)
  }

  const inspect =
    (known: KnownColumns): RowInspector =>
    (row, text) => {
      inspectWrites(text)
      if (!row) return () => {}
      const statement = statementOf(row, text)
      return (result) => {
        // Several statements in one query return several results; only failure tests send such queries.
        if (Array.isArray(result)) return
        const wrong = statement.fits ? [] : columnProblems(row, result, known)
        if (wrong.length === 0) {
          statement.fits = true
          wrong.push(...valueProblems(row, result))
        }
        // Collected instead of thrown: the product would answer 500, and the test would fail for an unclear reason.
        if (wrong.length > 0)
          problems.add(
            `The statement of ${statement.site} does not fit its row schema:\n  ${wrong.join('\n  ')}`,
          )
      }
    }

  const take = (from: Set<string>): string[] => {
    const taken = [...from]
    from.clear()
    return taken
  }
  return { inspect, takeProblems: () => take(problems), takeCallSites: () => take(newCallSites) }
}
