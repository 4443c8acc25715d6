import type { SqlParameters } from '../platform/database/sql-parameters.ts'
import type { LabScope } from './caller.ts'

/** The condition that restricts a query to the scope; any of the `columns` may contain the lab. */
export const labCondition = (scope: LabScope, parameters: SqlParameters, ...columns: string[]): string => {
  if (scope.everyLab) return 'true'
  const lab = parameters.add(scope.labId)
  return `(${columns.map((column) => `${column} = ${lab}`).join(' or ')})`
}
