import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createLooseDatabase, type LooseDatabase } from '../../testing/loose-database.ts'
import { dropDatabase, runOnServer, withDatabase } from '../../testing/database-server.ts'
import type {} from '../../testing/global-setup.ts'
import { enqueueJob, migrateJobs } from '../jobs.ts'
import { APPLICATION_RIGHTS } from '../../database-tables.ts'
import { asApplication, grantApplicationRights } from './application-role.ts'
import { DatabaseUnavailableError } from './database.ts'
import { migrate } from './migrate.ts'

const MIGRATIONS = fileURLToPath(new URL('../../../migrations', import.meta.url))
const quiet = { debug() {}, info() {}, warn() {}, error() {} }

const changed = (connectionString: string, change: (url: URL) => void) => {
  const url = new URL(connectionString)
  change(url)
  return url.href
}

describe('a database whose owner has no other privileges', () => {
  const server = inject('testDatabaseServer')
  const name = `${server.prefix}_${randomBytes(6).toString('hex')}`
  const owner = `${name}_owner`
  const connectionString = changed(withDatabase(server.connectionString, name), (url) => {
    url.username = owner
    url.password = 'secret'
  })
  let database: LooseDatabase

  beforeAll(async () => {
    await runOnServer(server.connectionString, `create role ${owner} login password 'secret'`)
    await runOnServer(server.connectionString, `grant ${owner} to current_user`)
    await runOnServer(server.connectionString, `create database ${name} owner ${owner}`)
    database = createLooseDatabase({ connectionString, logger: quiet })
  })
  afterAll(async () => {
    await database.close()
    await dropDatabase(server.connectionString, name)
    await runOnServer(server.connectionString, `drop role ${owner}`)
  })

  it('accepts every migration and serves the product, with triggers guarding the log [OPS-08]', async () => {
    expect(
      (await migrate({ connectionString, directory: MIGRATIONS, logger: quiet })).length,
    ).toBeGreaterThan(0)
    await migrateJobs(connectionString)
    const warnings: string[] = []
    const hasRole = await grantApplicationRights(connectionString, APPLICATION_RIGHTS, {
      warn: (text) => warnings.push(text),
    })
    expect(hasRole).toBe(false)
    expect(warnings.join()).toContain('only triggers')

    expect(
      await database.one('select rolsuper, rolcreaterole from pg_roles where rolname = current_user'),
    ).toEqual({
      rolsuper: false,
      rolcreaterole: false,
    })
    await database.transaction((tx) => enqueueJob(tx, 'anything', { at: 'all' }))
    await database.execute(`insert into activity_log (actor_name, action, summary) values ('x', 'x', 'x')`)
    await expect(database.execute(`update activity_log set summary = 'y'`)).rejects.toThrow()
    await expect(database.execute('delete from activity_log')).rejects.toThrow()
  })

  it('reports why it cannot be used, unlike an unreachable one', async () => {
    const away = changed(connectionString, (url) => url.searchParams.set('host', '/nowhere'))
    const error: unknown = await migrate({
      connectionString: away,
      directory: MIGRATIONS,
      logger: quiet,
    }).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(DatabaseUnavailableError)
    expect(((error as Error).cause as Error).message).toContain('/nowhere')
  })
})

describe('a database with a user for its owner and one for the service', () => {
  const server = inject('testDatabaseServer')
  const name = `${server.prefix}_${randomBytes(6).toString('hex')}`
  const addressOf = (user: string) =>
    changed(withDatabase(server.connectionString, name), (url) => {
      url.username = user
      url.password = 'secret'
    })
  const [owner, service] = [`${name}_owner`, `${name}_service`]
  const grant = () => grantApplicationRights(addressOf(owner), APPLICATION_RIGHTS, quiet, service)

  beforeAll(async () => {
    await runOnServer(server.connectionString, `create role ${owner} login createrole password 'secret'`)
    await runOnServer(server.connectionString, `grant ${owner} to current_user`)
    await runOnServer(server.connectionString, `grant zelab_application to ${owner} with admin option`)
    await runOnServer(server.connectionString, `create database ${name} owner ${owner}`)
    await migrate({ connectionString: addressOf(owner), directory: MIGRATIONS, logger: quiet })
    await migrateJobs(addressOf(owner))
  })
  afterAll(async () => {
    await dropDatabase(server.connectionString, name)
    for (const user of [service, owner])
      await runOnServer(server.connectionString, `drop role if exists ${user}`)
  })

  it('refuses a service whose user is missing or has the rights of the owner [OPS-15]', async () => {
    await expect(grant()).rejects.toThrow(`The database has no user ${service}`)
    await runOnServer(server.connectionString, `create role ${service} login password 'secret'`)
    await runOnServer(server.connectionString, `grant ${owner} to ${service}`)
    await expect(grant()).rejects.toThrow('has the rights of the owner')
    await runOnServer(server.connectionString, `revoke ${owner} from ${service}`)
  })

  it('gives the service the rights of the application only, whatever role it sets [OPS-15]', async () => {
    expect(await grant()).toBe(true)
    const database = createLooseDatabase({
      connectionString: asApplication(addressOf(service), { isEmbedded: false }),
      poolSize: 1,
      logger: quiet,
    })
    try {
      await database.execute('set role none')
      await database.execute(`insert into activity_log (actor_name, action, summary) values ('x', 'x', 'x')`)
      await database.transaction((tx) => enqueueJob(tx, 'anything', { at: 'all' }))
      for (const statement of [
        `update activity_log set summary = 'y'`,
        'alter table activity_log disable trigger all',
        `set role ${owner}`,
      ])
        await expect(database.execute(statement)).rejects.toThrow(/permission denied|must be owner/)
    } finally {
      await database.close()
    }
  })
})

// The embedded server uses a socket; the external server of `npm run test:external` requires TLS.
if (inject('testDatabaseServer').connectionString.includes('sslmode=verify-full'))
  describe('a server that requires TLS', () => {
    const address = inject('testDatabaseServer').connectionString
    const connect = async (change: (parameters: URLSearchParams) => void) => {
      const database = createLooseDatabase({
        connectionString: changed(address, (url) => change(url.searchParams)),
        poolSize: 1,
        logger: quiet,
      })
      try {
        return await database.one('select ssl from pg_stat_ssl where pid = pg_backend_pid()')
      } finally {
        await database.close()
      }
    }

    it('gets only TLS connections, which verify it on request [OPS-09]', async () => {
      expect(await connect(() => {})).toEqual({ ssl: true })
      const withoutCa = (parameters: URLSearchParams) => parameters.delete('sslrootcert')
      await expect(connect(withoutCa)).rejects.toThrow(/self-signed/)
      expect(
        await connect((parameters) => {
          withoutCa(parameters)
          parameters.set('sslmode', 'no-verify')
        }),
      ).toEqual({ ssl: true })
      await expect(
        connect((parameters) => {
          withoutCa(parameters)
          parameters.set('sslmode', 'disable')
        }),
      ).rejects.toThrow('no encryption')
    })
  })
