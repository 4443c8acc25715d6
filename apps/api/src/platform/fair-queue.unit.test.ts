import { describe, expect, it } from 'vitest'
import { createFairQueue, QueueFullError } from './fair-queue.ts'

const limits = { atOnce: 2, perOwner: 1, mostWaiting: 5, mostWaitingPerOwner: 3 }

const workshop = () => {
  const order: string[] = []
  const ends = new Map<string, () => void>()
  const work = (name: string) => () => {
    order.push(name)
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
  }
  const end = async (name: string) => {
    ends.get(name)?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { order, work, end }
}

describe('a fair queue', () => {
  it('lets owners take turns, even when one of them has a backlog [SAFE-12]', async () => {
    const queue = createFairQueue<string>(limits)
    const { order, work, end } = workshop()
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void queue.run(name.charAt(0), work(name))
    expect(order).toEqual(['a1', 'b1'])
    await end('a1')
    expect(order.at(-1)).toBe('c1')
    await end('b1')
    expect(order.at(-1)).toBe('a2')
    await end('c1')
    expect(order.at(-1)).toBe('b2')
    await end('a2')
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  })

  it('runs one item per owner at a time and rejects items beyond the limit [SAFE-12]', async () => {
    const queue = createFairQueue<string>(limits)
    const { order, work, end } = workshop()
    const first = queue.run('a', work('a1'))
    for (const name of ['a2', 'a3', 'a4']) void queue.run('a', work(name))
    await expect(queue.run('a', work('a5'))).rejects.toThrow(QueueFullError)
    void queue.run('b', work('b1'))
    expect(order).toEqual(['a1', 'b1'])
    for (const name of ['b2', 'c1']) void queue.run(name.charAt(0), work(name))
    await expect(queue.run('d', work('d1'))).rejects.toThrow(QueueFullError)
    await end('a1')
    expect(await first).toBe('a1')
  })

  it('drops aborted items and frees the place of failed ones [SAFE-12]', async () => {
    const queue = createFairQueue<string>(limits)
    const { order, work, end } = workshop()
    void queue.run('a', work('a1'))
    const leaving = new AbortController()
    const left = queue.run('a', work('a2'), leaving.signal)
    void queue.run('a', work('a3'))
    leaving.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    await expect(queue.run('a', work('a4'), leaving.signal)).rejects.toThrow('gone')
    await end('a1')
    expect(order).toEqual(['a1', 'a3'])
    await expect(queue.run('b', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
    expect(await queue.run('b', () => Promise.resolve('again'))).toBe('again')
  })
})

const startQueue = () => {
  const { run } = createFairQueue<'first' | 'second'>(
    { atOnce: 1, perOwner: Infinity, mostWaiting: Infinity, mostWaitingPerOwner: 2 },
    new Map([['first', { mostWaiting: 5, turns: 3 }]]),
  )
  const order: string[] = []
  const finish: (() => void)[] = []
  const add = (owner: 'first' | 'second', name: string) =>
    run(owner, () => {
      order.push(name)
      return new Promise<void>((resolve) => void finish.push(resolve))
    })
  const finishOne = async () => {
    await new Promise((resolve) => setImmediate(resolve))
    finish.shift()?.()
  }
  return { run, add, order, finishOne }
}

describe('a fair queue with limits of one owner', () => {
  it('serves the first owner before the second, who gets every fourth turn [SAFE-11]', async () => {
    const { add, order, finishOne } = startQueue()
    const all = [add('second', 'running'), add('second', 's1'), add('second', 's2')]
    all.push(...['f1', 'f2', 'f3', 'f4', 'f5'].map((name) => add('first', name)))
    for (let turn = 0; turn < 8; turn++) await finishOne()
    await Promise.all(all)
    expect(order).toEqual(['running', 'f1', 'f2', 'f3', 's1', 'f4', 'f5', 's2'])
  })

  it('rejects work beyond the limit of an owner and continues [SAFE-11]', async () => {
    const { add, order, finishOne } = startQueue()
    const all = [add('second', 'running'), add('second', 's1'), add('second', 's2')]
    await expect(add('second', 's3')).rejects.toThrow(QueueFullError)
    all.push(add('first', 'f1'))
    for (let turn = 0; turn < 4; turn++) await finishOne()
    await Promise.all(all)
    expect(order).toEqual(['running', 'f1', 's1', 's2'])
  })

  it('frees the place when work fails [SAFE-11]', async () => {
    const { run } = startQueue()
    await expect(run('first', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await expect(run('second', () => Promise.resolve('done'))).resolves.toBe('done')
  })
})
