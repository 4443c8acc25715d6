import { inject } from 'vitest'
import type { RowInspector } from '../platform/database/row-schema.ts'
import { createRowInspector } from './row-inspector.ts'
// Imported for the type of `inject`.
import type {} from './global-setup.ts'

/** Shared by all test files of a worker, because they share the modules that send statements. */
export const inspector = createRowInspector()

let inspectOfCopy: RowInspector | undefined
/** For copies of the template, whose tables have the same OIDs. */
export const inspectRowsOfCopy: RowInspector = (row, text) => {
  inspectOfCopy ??= inspector.inspect(inject('knownColumns'))
  return inspectOfCopy(row, text)
}

export const inspectRows: RowInspector = inspector.inspect({})
