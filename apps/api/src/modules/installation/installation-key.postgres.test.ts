import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createEncryption } from '../../platform/encryption.ts'
import { createDiskMarker } from '../../platform/file-storage/storage-marker.ts'
import { storeWebhook } from '../../testing/integrations.ts'
import { storeProvider } from '../../testing/stored-providers.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { checkKey, openKey } from './installation-key.ts'
import { isServiceConnected } from './installation.repository.ts'
import { replaceLostKey } from './lost-key.ts'
import { checkStorage } from './installation-storage.ts'

const FIRST = Buffer.alloc(32, 1).toString('hex')
const SECOND = Buffer.alloc(32, 2).toString('hex')

let test: TestDatabase
let folder: string
beforeEach(async () => {
  test = await createTestDatabase()
  folder = await mkdtemp(path.join(tmpdir(), 'zelab-installation-'))
})
afterEach(async () => {
  await test.drop()
  await rm(folder, { recursive: true, force: true })
})

const pathOf = (name: string) => path.join(folder, name)
const namesIn = (name: string) => readdir(pathOf(name)).catch(() => 'absent')

describe('the key', () => {
  const open = (dataDir: string, secretKey?: string) =>
    openKey(test.database, { dataDir: pathOf(dataDir), secretKey })
  const addSecondFactor = (secret: string, email: string) =>
    test.database.query(
      `insert into users (full_name, email, phone, password_hash, user_type_id, totp_secret, totp_confirmed_at)
       values ('Person', $2, '+971500000000', 'none', 1, $1, now())`,
      [createEncryption(Buffer.from(secret)).seal('JBSWY3DPEHPK3PXP'), email],
    )

  it('comes from the first process for all [INST-01]', async () => {
    const secret = await open('one')
    expect(await readFile(pathOf('one/secret.key'))).toEqual(secret)
    expect(await open('one')).toEqual(secret)
    await expect(open('two')).rejects.toThrow(/is missing: its database exists already.*secret\.key/)
    expect(await namesIn('two')).toBe('absent')
    await expect(open('two', SECOND)).rejects.toThrow(/another key than the installation.*same SECRET_KEY/)
    await checkKey(test.database, secret)
    await expect(checkKey(test.database, Buffer.from(SECOND))).rejects.toThrow(/another key/)
    const [stored] = await test.database.query<{ key_fingerprint: Buffer }>('select * from installation')
    expect(stored?.key_fingerprint.includes(secret)).toBe(false)
  })

  it('comes from one of several processes that start at once [INST-01]', async () => {
    const keys = Array.from({ length: 6 }, () => randomBytes(32).toString('hex'))
    const opened = await Promise.allSettled(keys.map((key) => open('any', key)))
    const [accepted, ...others] = keys.filter((_, index) => opened[index]?.status === 'fulfilled')
    expect(others).toEqual([])
    expect(await open('any', accepted)).toEqual(Buffer.from(accepted ?? ''))
  })

  it('opens a database of an earlier version when it decrypts a second factor [INST-01]', async () => {
    await addSecondFactor(SECOND, 'other@zelab.test')
    await expect(open('one')).rejects.toThrow(/key of the installation is missing/)
    expect(await namesIn('one')).toBe('absent')
    await expect(open('one', FIRST)).rejects.toThrow(/another key/)
    await addSecondFactor(FIRST, 'first@zelab.test')
    await open('one', FIRST)
    await expect(open('one', SECOND)).rejects.toThrow(/another key/)
  })

  it('takes the secrets of webhooks with it when lost: they are paused [API-OUT-35]', async () => {
    await addSecondFactor(FIRST, 'author@zelab.test')
    const [author] = await test.database.query<{ id: number }>('select id from users')
    await test.database.query('update users set totp_secret = null')
    const [lab] = await test.database.query<{ id: number }>(
      "insert into labs (name, address_line1, city) values ('Lab', '1 Test Street', 'Dubai') returning id",
    )
    const place = { labId: lab?.id ?? 0, createdBy: author?.id ?? 0 }
    const id = await storeWebhook(test, place)
    await test.database.query('update integrations set sealed_secret = $1', [
      createEncryption(Buffer.from(FIRST)).seal('whsec_'),
    ])
    await expect(open('one', SECOND)).rejects.toThrow(/another key/)
    await open('one', FIRST)
    await replaceLostKey(test.database, undefined)
    const rows = await test.database.query('select id, state, sealed_secret from integrations')
    expect(rows).toEqual([{ id, state: 'paused', sealed_secret: null }])
  })

  it('takes the secrets of sign-in providers with it when lost: no lab is provider only [OIDC-27]', async () => {
    const [lab] = await test.database.query<{ id: number }>(
      "insert into labs (name, address_line1, city) values ('Lab', '1 Test Street', 'Dubai') returning id",
    )
    await storeProvider(test, { key: Buffer.from(FIRST) })
    await test.database.query("insert into lab_sign_in_settings (lab_id, rule) values ($1, 'provider')", [
      lab?.id,
    ])
    await expect(open('one', SECOND)).rejects.toThrow(/another key/)
    await open('one', FIRST)
    await replaceLostKey(test.database, undefined)
    const rows = await test.database.query('select sealed_secret, sealed_key from sign_in_providers')
    expect(rows).toEqual([{ sealed_secret: null, sealed_key: null }])
    expect(await test.database.query('select rule from lab_sign_in_settings')).toEqual([{ rule: 'any' }])
  })

  it('takes the second factors with it when lost and given up, on request only [INST-07]', async () => {
    const lost = await open('one')
    await addSecondFactor(FIRST, 'first@zelab.test')
    await expect(replaceLostKey(test.database, lost)).rejects.toThrow(/not lost, and nothing was changed/)
    await expect(open('two', SECOND)).rejects.toThrow(/another key/)
    const service = new pg.Client({
      connectionString: test.connectionString,
      application_name: 'zelab jobs',
    })
    await service.connect()
    await expect(replaceLostKey(test.database, undefined)).rejects.toThrow(/service is running/)
    await service.end()
    await expect.poll(() => isServiceConnected(test.database)).toBe(false)
    // The recovery codes of a passkey stay, because a key does not encrypt it.
    await test.database.query(`
      with other as (
        insert into users (full_name, email, phone, password_hash, user_type_id)
        values ('Passkey Owner', 'passkey@zelab.test', '+971500000001', '', 1) returning id),
      added as (
        insert into passkeys (user_id, credential_id, public_key, counter, is_synced, transports, rp_id, name)
        select id, 'a', 'b', 0, true, '{}', 'reports.test', 'Key' from other)
      insert into recovery_codes (user_id, code_hash)
      select id, 'gone'::bytea from users
       union all select id, 'kept'::bytea from other`)
    await replaceLostKey(test.database, undefined)
    const codes = await test.database.query(
      'select convert_from(code_hash, $1) as code from recovery_codes',
      ['UTF8'],
    )
    expect(codes).toEqual([{ code: 'kept' }])
    const found = await test.database.query<{ totp_secret: Buffer | null }>(
      "select totp_secret from users where email = 'first@zelab.test'",
    )
    expect(found).toEqual([{ totp_secret: null }])
    const secret = await open('two')
    expect(secret).not.toEqual(lost)
    await expect(open('one')).rejects.toThrow(/another key/)
    const [entry] = await test.database.query<{ action: string }>(
      'select action from activity_log order by id desc limit 1',
    )
    expect(entry?.action).toBe('service.key')
  })

  it('passes without comparison in a database of an earlier version', async () => {
    await test.database.query('drop table installation')
    await checkKey(test.database, Buffer.from(SECOND))
    await checkStorage(test.database, createDiskMarker(pathOf('files')))
  })
})
