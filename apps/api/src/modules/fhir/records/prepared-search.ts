import type { Reach } from '../../../core/caller.ts'
import type { QueryOptions } from '../../../platform/database/database.ts'
import { SEARCH_COUNT, type Order } from '../search/result-parameters.ts'
import type { Position } from '../search/search-cursor.ts'

/** Limits of reads by id, and of pages of the default and the largest size. */
const PREPARED_LIMITS = new Set([1, SEARCH_COUNT.default + 1, SEARCH_COUNT.max + 1])

/**
 * Prepares reads by id, and searches for one patient or for everything in reach, because planning the joins takes longer than
 * reading a page. Filters have too many variants.
 * @param named criteria that the index is read by; `filters` are the others
 */
export const preparedSearch = (
  name: string,
  { referrerId, includesSensitive }: Reach,
  { named, filters }: { named: readonly (readonly unknown[])[]; filters: readonly (readonly unknown[])[] },
  { limit, after, order }: { limit: number; after: Position | undefined; order: Order },
): QueryOptions => {
  const isFrequent =
    PREPARED_LIMITS.has(limit) &&
    named.every(({ length }) => length <= 1) &&
    filters.every(({ length }) => length === 0)
  if (!isFrequent) return {}
  return {
    name: [
      name,
      referrerId === null ? 'lab' : 'referrer',
      includesSensitive ? 'all' : 'plain',
      named.map(({ length }) => length).join(''),
      limit,
      after ? 'later' : 'first',
      `${order.isDescending ? '-' : ''}${order.by}`,
    ].join('-'),
  }
}
