import { expect, it } from 'vitest'
import { DatabaseUnavailableError } from './database/database.ts'
import { createBatchWriter } from './batch-writer.ts'

it('writes the first item at once and later ones together', async () => {
  const batches: number[][] = []
  let finish = () => {}
  const write = createBatchWriter<number>((items) => {
    batches.push(items)
    return new Promise<void>((resolve) => (finish = resolve))
  })
  const first = write(1)
  const others = [write(2), write(3), write(4)]
  expect(batches).toEqual([[1]])
  finish()
  await first
  await Promise.resolve()
  expect(batches).toEqual([[1], [2, 3, 4]])
  finish()
  await Promise.all(others)
})

it('reports a database failure to every caller of the batch and continues', async () => {
  let isDown = true
  const written: number[] = []
  let tries = 0
  const write = createBatchWriter<number>(async (items) => {
    tries += 1
    await Promise.resolve()
    if (isDown) throw new DatabaseUnavailableError(new Error('down'))
    written.push(...items)
  }, 2)
  const outcomes = await Promise.allSettled([write(1), write(2), write(3)])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(tries).toBe(2)
  isDown = false
  await Promise.all([write(4), write(5), write(6), write(7)])
  expect(written).toEqual([4, 5, 6, 7])
})

it('fails only the rejected item, not the rest of its batch', async () => {
  const written: number[] = []
  const write = createBatchWriter<number>(async (items) => {
    await Promise.resolve()
    if (items.includes(3)) throw new Error('3 is rejected')
    written.push(...items)
  })
  const outcomes = await Promise.allSettled([1, 2, 3, 4].map(write))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(outcomes[2]).toMatchObject({ reason: new Error('3 is rejected') })
  expect(written).toEqual([1, 2, 4])
})
