import { expect, it } from 'vitest'
import { othersOn } from './queries.ts'

const page = (ids: number[], totalItems = ids.length) => ({
  data: ids.map((id) => ({ id })),
  pagination: { totalItems },
})
const found = (ids: number[], totalItems?: number) => {
  const { patients, hasMore } = othersOn(page(ids, totalItems), 9, 2)
  return [patients.map(({ id }) => id), hasMore]
}

it('excludes one patient and reports when the page omits others', () => {
  expect(found([])).toEqual([[], false])
  expect(found([1, 9])).toEqual([[1], false])
  expect(found([1, 9, 2])).toEqual([[1, 2], false])
  expect(found([1, 2, 3])).toEqual([[1, 2], true])
  expect(found([1, 9, 2], 4)).toEqual([[1, 2], true])
})
