import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { createNotificationListener } from './notifications.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTestDatabase()
})
afterAll(() => testDatabase.drop())

const newListener = () => ({ onChange: vi.fn(), onListening: vi.fn(), onLost: vi.fn() })

it('notifies listeners registered before the start and rejects later ones', async () => {
  const { connectionString, database } = testDatabase
  const feed = createNotificationListener({ connectionString, logger: { warn() {} } })
  const listener = newListener()
  feed.listen('tested', listener)
  feed.start()
  expect(() => feed.listen('late', newListener())).toThrow('cannot listen to late')
  await expect.poll(() => listener.onListening).toHaveBeenCalledOnce()
  await database.query('notify tested')
  await expect.poll(() => listener.onChange).toHaveBeenCalledOnce()
  await feed.stop()
  expect(listener.onLost).toHaveBeenCalledOnce()
})

it('stops without having been started', async () => {
  await createNotificationListener({
    connectionString: 'postgres://nowhere.invalid',
    logger: { warn() {} },
  }).stop()
})
