export interface QueryOptions {
  /**
   * Prepares the statement under this name, which must belong to this one text. For hot look-ups by key;
   * never for searches, where a plan made for any value is far slower than one made for this value.
   */
  name?: string
}

/** Runs SQL: the database itself, each statement on its own, or a transaction. */
export interface Queryable {
  query<Row extends object>(text: string, params?: readonly unknown[], options?: QueryOptions): Promise<Row[]>
  /** The only row; throws when there is none or more than one. */
  one<Row extends object>(text: string, params?: readonly unknown[], options?: QueryOptions): Promise<Row>
  /** The only row or undefined; throws when there is more than one. */
  maybeOne<Row extends object>(
    text: string,
    params?: readonly unknown[],
    options?: QueryOptions,
  ): Promise<Row | undefined>
  /** Runs a statement for its effect and says how many rows it touched. */
  execute(text: string, params?: readonly unknown[], options?: QueryOptions): Promise<number>
}

interface RawResult {
  rows: object[]
  rowCount: number | null
}

export type RunStatement = (
  text: string,
  params: readonly unknown[],
  options: QueryOptions,
) => Promise<RawResult>

/** The conveniences of `Queryable` on top of one way to run a statement. */
export function queryableFrom(run: RunStatement): Queryable {
  const query = async <Row extends object>(
    text: string,
    params: readonly unknown[] = [],
    options: QueryOptions = {},
  ): Promise<Row[]> => (await run(text, params, options)).rows as Row[]

  const maybeOne = async <Row extends object>(
    text: string,
    params?: readonly unknown[],
    options?: QueryOptions,
  ): Promise<Row | undefined> => {
    const rows = await query<Row>(text, params, options)
    if (rows.length > 1) throw new Error(`One row at most was expected, ${rows.length} came`)
    return rows[0]
  }

  return {
    query,
    maybeOne,
    async one<Row extends object>(text: string, params?: readonly unknown[], options?: QueryOptions) {
      const row = await maybeOne<Row>(text, params, options)
      if (!row) throw new Error('One row was expected, none came')
      return row
    },
    async execute(text, params = [], options = {}) {
      return (await run(text, params, options)).rowCount ?? 0
    },
  }
}
