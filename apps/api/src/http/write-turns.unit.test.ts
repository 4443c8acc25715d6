import { expect, it } from 'vitest'
import { createTurns } from './write-turns.ts'

const nextIteration = () => new Promise((resolve) => setImmediate(resolve))

it('lets a few continue in each iteration of the event loop, in their order [SAFE-29]', async () => {
  const turns = createTurns(3)
  const done: number[] = []
  const start = (numbers: number[]) => numbers.map((number) => turns.take().then(() => done.push(number)))
  const all = start([0, 1, 2, 3, 4, 5, 6])
  await Promise.resolve()
  expect(done).toEqual([0, 1, 2])
  await nextIteration()
  expect(done).toEqual([0, 1, 2, 3, 4, 5])
  all.push(...start([7, 8, 9]))
  await nextIteration()
  expect(done).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  await Promise.all(all)
  expect(done).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})
