import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { expect, inject, it } from 'vitest'
import { dropDatabase, runOnServer, withDatabase } from '../../testing/database-server.ts'
import type {} from '../../testing/global-setup.ts'
import { migrateJobs } from '../jobs.ts'
import { APPLICATION_RIGHTS } from '../../database-tables.ts'
import { grantApplicationRights } from './application-role.ts'
import { migrate } from './migrate.ts'

const quiet = { debug() {}, info() {}, warn() {}, error() {} }
const directory = fileURLToPath(new URL('../../../migrations', import.meta.url))

it('lets several processes start at once on an empty database [PACK-04]', async () => {
  const server = inject('testDatabaseServer')
  const name = `${server.prefix}_${randomBytes(6).toString('hex')}`
  await runOnServer(server.connectionString, `create database ${name}`)
  const connectionString = withDatabase(server.connectionString, name)
  const start = async () => {
    await migrate({ connectionString, directory, logger: quiet })
    await migrateJobs(connectionString)
    for (let again = 0; again < 5; again++)
      await grantApplicationRights(connectionString, APPLICATION_RIGHTS, quiet)
  }
  try {
    await expect(Promise.all([start(), start(), start(), start()])).resolves.toHaveLength(4)
  } finally {
    await dropDatabase(server.connectionString, name)
  }
})
