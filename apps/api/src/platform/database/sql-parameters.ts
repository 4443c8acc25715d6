/** Collects the values of a query that is put together piece by piece; `add` returns the value's placeholder. */
export class SqlParameters {
  readonly values: unknown[] = []

  add(value: unknown): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
}

/**
 * Typed text as part of a LIKE pattern: folded like the columns made with `fold_text`, and matching literally. The
 * folding comes first, as it may turn a letter into a sign with a meaning. A constant for the planner.
 */
export const likeFolded = (text: string, parameters: SqlParameters): string =>
  `regexp_replace(fold_text(${parameters.add(text)}), '([\\\\%_])', '\\\\\\1', 'g')`
