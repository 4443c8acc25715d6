import { describe, expect, it } from 'vitest'
import { BusyError } from './busy-error.ts'
import { createWorkLanes } from './work-lanes.ts'

/** One worker, and work that ends on demand. */
const startLanes = () => {
  const run = createWorkLanes({
    what: 'test work',
    workers: 1,
    mostWaiting: { first: 5, second: 2 },
    retryAfterSeconds: 7,
  })
  const order: string[] = []
  const finish: (() => void)[] = []
  const add = (lane: 'first' | 'second', name: string) =>
    run(lane, () => {
      order.push(name)
      return new Promise<void>((resolve) => void finish.push(resolve))
    })
  const finishOne = async () => {
    await new Promise((resolve) => setImmediate(resolve))
    finish.shift()?.()
  }
  return { run, add, order, finishOne }
}

describe('work lanes', () => {
  it('serves the first lane before the second, which gets every fourth turn [SAFE-11]', async () => {
    const { add, order, finishOne } = startLanes()
    const all = [add('second', 'running'), add('second', 's1'), add('second', 's2')]
    all.push(...['f1', 'f2', 'f3', 'f4', 'f5'].map((name) => add('first', name)))
    for (let turn = 0; turn < 8; turn++) await finishOne()
    await Promise.all(all)
    expect(order).toEqual(['running', 'f1', 'f2', 'f3', 's1', 'f4', 'f5', 's2'])
  })

  it('rejects work beyond the limit of a lane and continues [SAFE-11]', async () => {
    const { add, order, finishOne } = startLanes()
    const all = [add('second', 'running'), add('second', 's1'), add('second', 's2')]
    const refused = await add('second', 's3').catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(BusyError)
    expect(refused).toMatchObject({ retryAfterSeconds: 7 })
    all.push(add('first', 'f1'))
    for (let turn = 0; turn < 4; turn++) await finishOne()
    await Promise.all(all)
    expect(order).toEqual(['running', 'f1', 's1', 's2'])
  })

  it('frees the worker when work fails [SAFE-11]', async () => {
    const { run } = startLanes()
    await expect(run('first', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await expect(run('second', () => Promise.resolve('done'))).resolves.toBe('done')
  })
})
