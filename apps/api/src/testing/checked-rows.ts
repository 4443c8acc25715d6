import { inject } from 'vitest'
import type { RowInspector } from '../platform/database/row-schema.ts'
import { createRowInspector } from './row-inspector.ts'
// Brings along what `inject` knows.
import type {} from './global-setup.ts'

/** One for all test files of a worker, as they share the modules with the statements. */
export const inspector = createRowInspector()

let inspectOfCopy: RowInspector | undefined
/** For a copy of the template, whose tables have the numbers of the template's. */
export const inspectRowsOfCopy: RowInspector = (row, text) => {
  inspectOfCopy ??= inspector.inspect(inject('knownColumns'))
  return inspectOfCopy(row, text)
}

/** For any other database. */
export const inspectRows: RowInspector = inspector.inspect({})
