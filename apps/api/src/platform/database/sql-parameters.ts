export class SqlParameters {
  readonly values: unknown[] = []

  add(value: unknown): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
}

/** Folds the text like `fold_text`, before it escapes wildcards, because folding can produce wildcards. */
export const likeFolded = (text: string, parameters: SqlParameters): string =>
  `regexp_replace(fold_text(${parameters.add(text)}), '([\\\\%_])', '\\\\\\1', 'g')`
