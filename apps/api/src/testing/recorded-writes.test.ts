import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { listRecordedWrites } from './statement-coverage.ts'
import { takeRecordedWrites, watchWrites, WITHOUT_ENTRY } from './recorded-writes.ts'
import type * as RecordedWrites from './recorded-writes.ts'
import { createTestDatabase } from './test-database.ts'

const CHANGE = "update settings set product_name = 'Other'"
const ENTRY = `insert into activity_log (actor_name, action, summary) values ('Person', 'settings.update', 'Changed')`

it('notices a change without an entry of the activity log in its transaction [RULE-79]', async () => {
  const { database, drop } = await createTestDatabase()
  onTestFinished(drop)
  const app = Fastify()
  const importedAgain = './recorded-writes.ts?again'
  const again = (await import(importedAgain)) as typeof RecordedWrites
  again.watchWrites(app)
  app.post('/together', () =>
    database.transaction(async (tx) => {
      await tx.execute(CHANGE)
      await tx.execute(ENTRY)
    }),
  )
  app.post('/alone', () => database.execute(CHANGE))
  app.post('/apart', async () => {
    await database.transaction((tx) => tx.execute(CHANGE))
    await database.transaction((tx) => tx.execute(ENTRY))
  })
  app.post('/nothing', () => database.execute(`${CHANGE} where false`))
  app.post('/locked', () => database.query('select product_name from settings for update'))
  app.post('/undone', () =>
    database.transaction(async (tx) => {
      await tx.execute(CHANGE)
      throw new Error('No')
    }),
  )
  for (const url of ['/together', '/alone', '/apart', '/nothing', '/locked', '/undone'])
    await app.inject({ method: 'POST', url })
  const { endpoints, problems } = takeRecordedWrites()
  expect(endpoints).toEqual(['POST /together', 'POST /apart'])
  const problem = (name: string) =>
    `POST ${name} changes settings without an entry of the activity log in its transaction`
  expect(problems).toEqual([problem('/alone'), problem('/apart')])
})

it('separates the statements of requests that wait for a connection [RULE-79]', async () => {
  const { database, drop } = await createTestDatabase()
  onTestFinished(drop)
  const app = Fastify()
  watchWrites(app)
  app.post('/reads', async () => {
    await database.query('select product_name from settings')
    // The next request has its connection now.
    await sleep(200)
  })
  app.post('/writes', () => database.execute(CHANGE))
  await Promise.all(
    ['/reads', '/writes'].flatMap((url) =>
      Array.from({ length: 40 }, () => app.inject({ method: 'POST', url })),
    ),
  )
  expect(takeRecordedWrites().problems).toEqual([
    'POST /writes changes settings without an entry of the activity log in its transaction',
  ])
})

it('expects an entry of every endpoint that writes, but for a few [RULE-79]', () => {
  expect(listRecordedWrites().length).toBeGreaterThan(70)
  expect(Object.keys(WITHOUT_ENTRY)).toHaveLength(8)
})
