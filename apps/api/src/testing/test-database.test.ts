import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from './test-database.ts'
import type { TestDatabase } from './test-database.ts'

describe('a test database', () => {
  let first: TestDatabase
  let second: TestDatabase

  beforeAll(async () => {
    // Concurrently, like two test files.
    ;[first, second] = await Promise.all([createTestDatabase(), createTestDatabase()])
  })
  afterAll(() => Promise.all([first.drop(), second.drop()]))

  it('starts with its migrations applied', async () => {
    const { count } = await first.database.one<{ count: number }>('select count(*) from schema_migrations')
    expect(count).toBeGreaterThan(0)
  })

  it('shares nothing with another one', async () => {
    await first.database.execute('create table only_here (id bigint)')
    expect(await second.database.one(`select to_regclass('only_here') as found`)).toEqual({ found: null })
  })
})
