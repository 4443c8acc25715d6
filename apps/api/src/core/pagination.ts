import type { Pagination } from '@zelab/contract'

export const RECENT_ROWS = 10
export const FOUND_ROWS = 6
/** Counting and paging stop at this number of unopened reports. */
export const UNOPENED_COUNT_LIMIT = 10_000

export interface TotalledRows<Row> {
  rows: Row[]
  total: number | undefined
}

interface PageQuery {
  page: number
  limit: number
}

/** A page past the end becomes the last one (AMB-93). */
export const paginate = (query: PageQuery, totalItems: number): Pagination => {
  const totalPages = Math.max(1, Math.ceil(totalItems / query.limit))
  return { page: Math.min(query.page, totalPages), limit: query.limit, totalItems, totalPages }
}

export const offsetOf = ({ page, limit }: PageQuery): number => (page - 1) * limit

/** Far pages are expensive to read, so beyond this page the rows are counted first. */
const NEAR_PAGES = 20

const paginateCounted = (query: PageQuery, counted: number, countLimit: number): Pagination => ({
  ...paginate(query, Math.min(counted, countLimit)),
  ...(counted > countLimit && { isEstimate: true }),
})

/**
 * Counts and reads a near page concurrently; reads a far page only if it exists.
 * @param countLimit counting stops beyond this number, which is then reported as an estimate
 */
export const readPage = async <Row>(
  query: PageQuery,
  counting: Promise<number>,
  read: (page: { limit: number; offset: number }) => Promise<Row[]>,
  countLimit = Number.MAX_SAFE_INTEGER,
): Promise<{ data: Row[]; pagination: Pagination }> => {
  const asked = { limit: query.limit, offset: offsetOf(query) }
  const reading = query.page <= NEAR_PAGES ? read(asked) : undefined
  const [counted, near] = await Promise.all([counting, reading])
  const pagination = paginateCounted(query, counted, countLimit)
  if (near && pagination.page === query.page) return { data: near, pagination }
  return { data: await read({ limit: query.limit, offset: offsetOf(pagination) }), pagination }
}

/**
 * Like `readPage`, but each page includes the total; `count` is called only when the page is far or empty.
 * @param countLimit a larger total is reported as an estimate
 */
export const readTotalledPage = async <Row>(
  query: PageQuery,
  count: () => Promise<number>,
  read: (page: { limit: number; offset: number }) => Promise<TotalledRows<Row>>,
  countLimit = Number.MAX_SAFE_INTEGER,
): Promise<{ data: Row[]; pagination: Pagination }> => {
  if (query.page <= NEAR_PAGES) {
    const { rows, total } = await read({ limit: query.limit, offset: offsetOf(query) })
    if (total !== undefined) return { data: rows, pagination: paginateCounted(query, total, countLimit) }
    if (query.page === 1) return { data: rows, pagination: paginate(query, 0) }
  }
  const pagination = paginateCounted(query, await count(), countLimit)
  const { rows } = await read({ limit: query.limit, offset: offsetOf(pagination) })
  return { data: rows, pagination }
}

export const readCountedPage = async <Row>(
  query: PageQuery,
  read: (page: { limit: number; offset: number }) => Promise<{ count: number; rows: Row[] }>,
  countLimit: number,
): Promise<{ data: Row[]; pagination: Pagination }> => {
  const { count, rows } = await read({ limit: query.limit, offset: offsetOf(query) })
  const pagination = paginateCounted(query, count, countLimit)
  if (pagination.page === query.page) return { data: rows, pagination }
  const last = await read({ limit: query.limit, offset: offsetOf(pagination) })
  return { data: last.rows, pagination }
}
