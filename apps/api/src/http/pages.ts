import type { Pagination } from '@zelab/contract'

/** The page to show: one past the end becomes the last one (AMB-93). */
export const paginate = (query: { page: number; limit: number }, totalItems: number): Pagination => {
  const totalPages = Math.max(1, Math.ceil(totalItems / query.limit))
  return { page: Math.min(query.page, totalPages), limit: query.limit, totalItems, totalPages }
}

export const offsetOf = ({ page, limit }: { page: number; limit: number }): number => (page - 1) * limit
