export class SqlParameters {
  readonly values: unknown[] = []

  add(value: unknown): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
}

/**
 * A LIKE pattern that matches text literally, folded like the columns made with `fold_text`. Folding comes first
 * because it can produce wildcards. The planner sees a constant.
 */
export const likeFolded = (text: string, parameters: SqlParameters): string =>
  `regexp_replace(fold_text(${parameters.add(text)}), '([\\\\%_])', '\\\\\\1', 'g')`
