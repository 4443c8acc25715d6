import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LooseDatabase } from '../../testing/loose-database.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { isUniqueViolation, pipelined, sqlState, type Queryable } from './database.ts'

let test: TestDatabase
let database: LooseDatabase

beforeAll(async () => {
  test = await createTestDatabase()
  database = test.database
  await database.execute('create table things (id bigint primary key, name text unique)')
})
afterAll(() => test.drop())

describe('transactions', () => {
  it('run statements that were sent together in their order', async () => {
    const [, found] = await database.transaction((tx) =>
      pipelined(
        tx.execute(`insert into things values (60, 'sixty')`),
        tx.query('select name from things where id = 60'),
      ),
    )
    expect(found).toEqual([{ name: 'sixty' }])
  })

  it('throw the first error of statements that were sent together, and keep none', async () => {
    await database.execute(`insert into things values (61, 'taken')`)
    const work = database.transaction((tx) =>
      pipelined(
        tx.execute(`insert into things values (62, 'before')`),
        tx.execute(`insert into things values (63, 'taken')`),
        tx.execute(`insert into things values (64, 'after')`),
        Promise.reject(new Error('The last one')),
      ),
    )
    await expect(work).rejects.toSatisfy((error) => isUniqueViolation(error, 'things_name_key'))
    expect(await database.query('select id from things where id in (62, 63, 64)')).toEqual([])
    // Prepared statements of the same connections still work.
    for (let times = 0; times < 8; times++)
      expect(await database.query('select name from things where id = $1', [61], { name: 'thing' })).toEqual([
        { name: 'taken' },
      ])
  })

  const signal = () => {
    let resolve = () => {}
    const promise = new Promise<void>((done) => (resolve = done))
    return { promise, resolve: () => resolve() }
  }

  const count = async () => (await database.one<{ n: number }>('select count(*) as n from things')).n

  it('commit everything or nothing', async () => {
    const before = await count()
    await database.transaction((tx) => tx.execute(`insert into things values (10, 'ten')`))
    expect(await count()).toBe(before + 1)

    const failing = database.transaction(async (tx) => {
      await tx.execute(`insert into things values (11, 'eleven')`)
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await count()).toBe(before + 1)
  })

  it('run again after a deadlock, at most three times [PROC-20]', async () => {
    await database.execute(`insert into things values (70, 'seventy'), (71, 'seventy-one')`)
    const runs: string[] = []
    const both = [signal(), signal()] as const
    const rename = (own: 0 | 1) =>
      database.transaction(async (tx) => {
        runs.push(`${own}`)
        await tx.execute('select 1 from things where id = $1 for update', [70 + own])
        both[own].resolve()
        await both[1 - own]?.promise
        await tx.execute('update things set name = name where id = $1', [71 - own])
      })
    await Promise.all([rename(0), rename(1)])
    expect(runs.toSorted()).toHaveLength(3)

    const deadlocked = async (times: number) => {
      let run = 0
      const work = async (tx: Queryable) => {
        run += 1
        if (run <= times) await tx.execute(`do $$ begin raise exception using errcode = '40P01'; end $$`)
        return run
      }
      return { outcome: await database.transaction(work).catch(sqlState), run }
    }
    expect(await deadlocked(3)).toEqual({ outcome: 4, run: 4 })
    expect(await deadlocked(9)).toEqual({ outcome: '40P01', run: 4 })
  })

  it('fail when a swallowed error rolled back their changes', async () => {
    const before = await count()
    const swallowing = database.transaction(async (tx) => {
      await tx.execute(`insert into things values (12, 'twelve')`)
      await tx.execute(`insert into things values (10, 'again')`).catch(() => {})
    })
    await expect(swallowing).rejects.toThrow('rolled back')
    expect(await count()).toBe(before)
  })

  it('reject queries after they end', async () => {
    let escaped: Queryable | undefined
    await database.transaction((tx) => {
      escaped = tx
      return Promise.resolve()
    })
    await expect(escaped?.execute('select 1')).rejects.toThrow('not awaited')
  })
})
