import { expect, it } from 'vitest'
import { createBatchWriter } from './batch-writer.ts'

it('writes the first at once and what came meanwhile together', async () => {
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

it('tells everyone of a batch that it failed, and goes on', async () => {
  let isDown = true
  const written: number[] = []
  const write = createBatchWriter<number>(async (items) => {
    await Promise.resolve()
    if (isDown) throw new Error('down')
    written.push(...items)
  }, 2)
  const outcomes = await Promise.allSettled([write(1), write(2), write(3)])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  isDown = false
  await Promise.all([write(4), write(5), write(6), write(7)])
  expect(written).toEqual([4, 5, 6, 7])
})
