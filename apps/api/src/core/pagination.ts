import type { Pagination } from '@zelab/contract'

/** Rows of one page, and how many there are on all pages; undefined when this page has none. */
export interface TotalledRows<Row> {
  rows: Row[]
  total: number | undefined
}

interface PageQuery {
  page: number
  limit: number
}

/** The page to show: one past the end becomes the last one (AMB-93). */
export const paginate = (query: PageQuery, totalItems: number): Pagination => {
  const totalPages = Math.max(1, Math.ceil(totalItems / query.limit))
  return { page: Math.min(query.page, totalPages), limit: query.limit, totalItems, totalPages }
}

export const offsetOf = ({ page, limit }: PageQuery): number => (page - 1) * limit

/** Walking to a page costs more the farther it is: beyond this one it is not done on the chance that it exists. */
const NEAR_PAGES = 20

const paginateCounted = (query: PageQuery, counted: number, countLimit: number): Pagination => ({
  ...paginate(query, Math.min(counted, countLimit)),
  ...(counted > countLimit && { isEstimate: true }),
})

/**
 * Counts and reads a near page at once; a far one only when the count says that it is there.
 * @param countLimit counting stopped beyond this number: then it is the total that is told, as an estimate
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
 * The same where each page comes with the total of all: a near page is read at once, a far one only when it is there.
 * @param count asked for only when the page asked for is far, or has no rows to bring the total along
 */
export const readTotalledPage = async <Row>(
  query: PageQuery,
  count: () => Promise<number>,
  read: (page: { limit: number; offset: number }) => Promise<TotalledRows<Row>>,
): Promise<{ data: Row[]; pagination: Pagination }> => {
  if (query.page <= NEAR_PAGES) {
    const { rows, total } = await read({ limit: query.limit, offset: offsetOf(query) })
    if (total !== undefined) return { data: rows, pagination: paginate(query, total) }
    if (query.page === 1) return { data: rows, pagination: paginate(query, 0) }
  }
  const pagination = paginate(query, await count())
  const { rows } = await read({ limit: query.limit, offset: offsetOf(pagination) })
  return { data: rows, pagination }
}

/** The same where one pass counts what a filter leaves, and reads. */
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
