import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createEncryption } from '../../platform/encryption.ts'
import type { ApiClient } from '../../testing/api-client.ts'
import { readMetricsPage } from '../../testing/metrics-page.ts'
import { startTestApp, TEST_SECRET, type TestApp } from '../../testing/test-app.ts'
import { registerPatient } from '../../testing/test-records.ts'
import { replaceLostKey } from '../installation/lost-key.ts'
import { createActivitySealService } from './activity-seal.service.ts'
import { readHeads } from './chain-heads.ts'

let app: TestApp
let desk: ApiClient
let folder: string
const logged: string[] = []
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'zelab-heads-'))
  logged.length = 0
  app = await startTestApp({ auditHeadFile: path.join(folder, 'heads.log') })
  desk = await app.signedIn('Receptionist')
})
afterEach(async () => {
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})

const seals = () => app.services.seals
const createLoggingSeals = (secret = TEST_SECRET) =>
  createActivitySealService({
    database: app.database,
    encryption: createEncryption(secret),
    reportFailure: (error) => logged.push((error as Error).message),
  })
const tamper = (...statements: string[]) =>
  app.database.transaction(async (tx) => {
    await tx.execute('alter table activity_log disable trigger user')
    await tx.execute('alter table activity_seals disable trigger user')
    for (const statement of statements) await tx.execute(statement)
    await tx.execute('alter table activity_log enable trigger user')
    await tx.execute('alter table activity_seals enable trigger user')
  })
const sealTimes = async (times: number) => {
  for (let time = 0; time < times; time++) {
    await registerPatient(desk)
    await seals().seal()
  }
}
const countSeals = async () =>
  (await app.database.one<{ count: number }>('select count(*) from activity_seals')).count
const rememberEnd = async () => {
  const [state] = await app.database.query<Record<string, unknown>>('select * from activity_seal_state')
  return () =>
    app.database.query(
      'update activity_seal_state set seals = $1, last_seal_id = $2, last_entry_id = $3, hash = $4, signature = $5',
      [state?.seals, state?.last_seal_id, state?.last_entry_id, state?.hash, state?.signature],
    )
}
const isBroken = () => app.database.transaction((tx) => seals().isBroken(tx))
const headFile = () => path.join(folder, 'heads.log')

describe('activity seals', () => {
  it('stay valid after their key is replaced; entries without a seal are counted [SAFE-30]', async () => {
    expect(await seals().verify()).toMatchObject({ isWhole: true, seals: 0, sealedEntries: 0 })
    expect((await seals().verify()).unsealedEntries).toBeGreaterThan(0)
    await sealTimes(2)
    expect(await seals().verify()).toMatchObject({ unsealedEntries: 0, earlierKey: undefined })
    await replaceLostKey(app.database, undefined)
    const next = createLoggingSeals(Buffer.from('the key after the one that was lost'))
    await registerPatient(desk)
    await next.seal()
    const today = new Date().toISOString().slice(0, 10)
    expect(await next.verify()).toMatchObject({
      isWhole: true,
      seals: 3,
      unsealedEntries: 0,
      earlierKey: { seals: 2, replacedAt: expect.stringContaining(today) },
    })
    await tamper('delete from activity_log where id = (select min(id) from activity_log)')
    expect((await next.verify()).problems).toEqual([
      expect.stringMatching(/^1 removed from the entries 1 to/),
    ])
    await tamper("update activity_log set summary = 'x' where id = (select max(id) from activity_log)")
    expect((await next.verify()).problems).toHaveLength(2)
  })

  it('report entries changed, removed or inserted afterwards', async () => {
    await sealTimes(2)
    expect(await seals().verify()).toMatchObject({ isWhole: true, seals: 2, problems: [] })
    const { id, summary } = await app.database.one<{ id: number; summary: string }>(
      "select id, summary from activity_log where action = 'patient.create' order by id desc limit 1",
    )
    await tamper(`update activity_log set summary = 'Registered patient ZL-0' where id = ${id}`)
    expect((await seals().verify()).problems).toEqual([expect.stringMatching(/^An entry was changed among/)])
    await tamper(`update activity_log set summary = '${summary}' where id = ${id}`)
    expect((await seals().verify()).isWhole).toBe(true)

    await app.database.execute("select nextval('activity_log_id_seq')")
    const { free } = await app.database.one<{ free: number }>("select currval('activity_log_id_seq') as free")
    await sealTimes(1)
    expect((await seals().verify()).isWhole).toBe(true)
    await tamper(
      `insert into activity_log (id, action, summary) overriding system value values (${free}, 'patient.view', 'Made up')`,
    )
    expect((await seals().verify()).problems).toEqual([expect.stringMatching(/^1 inserted into/)])
    await tamper(`delete from activity_log where id = ${free}`)
    await tamper(`delete from activity_log where id = ${id}`)
    expect((await seals().verify()).problems).toEqual([expect.stringMatching(/^1 removed from/)])
  })

  it('cover later entries without changing earlier seals, and add none when there is nothing to seal', async () => {
    await sealTimes(2)
    const before = await seals().verify()
    await seals().seal()
    expect((await seals().verify()).head).toBe(before.head)
    await sealTimes(1)
    expect(await seals().verify()).toMatchObject({ isWhole: true, seals: 3 })
  })

  it('appear once when several processes create them concurrently [SAFE-23]', async () => {
    for (let round = 0; round < 5; round++) {
      await registerPatient(desk)
      await Promise.all([seals().seal(), createLoggingSeals().seal(), createLoggingSeals().seal()])
    }
    expect(logged).toEqual([])
    expect(await seals().verify()).toMatchObject({ isWhole: true, problems: [] })
  })
})

describe('end of the chain', () => {
  it('reports that all seals or the last seals were deleted [SAFE-23]', async () => {
    await sealTimes(3)
    await tamper('delete from activity_seals where id = (select max(id) from activity_seals)')
    expect((await seals().verify()).problems).toEqual([
      '1 of 3 seals were removed from the chain.',
      expect.stringContaining('the last one that was made, is gone'),
    ])
    await tamper('delete from activity_seals')
    expect((await seals().verify()).problems[0]).toBe('3 of 3 seals were removed from the chain.')
    await tamper('delete from activity_seal_state')
    expect((await seals().verify()).isWhole).toBe(false)
  })

  it('reports a reset to the state of a new installation [SAFE-23]', async () => {
    await sealTimes(1)
    await tamper(
      'delete from activity_seals',
      'delete from activity_seal_state',
      'insert into activity_seal_state default values',
      "update schema_migrations set run_on = now() - interval '2 days'",
      "update activity_log set at = at - interval '2 hours'",
    )
    expect((await seals().verify()).problems).toEqual([
      expect.stringMatching(/^Nothing was sealed for an hour/),
    ])
  })

  it('reports a row inserted before the first one [SAFE-23]', async () => {
    await sealTimes(1)
    await tamper(
      "insert into activity_log (id, action, summary) overriding system value values (0, 'patient.view', 'Made up')",
    )
    expect((await seals().verify()).problems).toEqual(['1 inserted before the first entry.'])
    await registerPatient(desk)
    await createLoggingSeals().seal()
    expect(logged).toEqual([expect.stringContaining('An entry stands before the first one.')])
    expect([await countSeals(), await isBroken()]).toEqual([1, true])
  })

  it('reveals with stored heads a database restored to an earlier state [SAFE-23]', async () => {
    await sealTimes(1)
    const restoreEnd = await rememberEnd()
    await sealTimes(2)
    await tamper('delete from activity_seals where id > 1')
    await restoreEnd()
    expect((await seals().verify()).isWhole).toBe(true)
    const { problems } = await seals().verify(readHeads(headFile()))
    expect(problems).toHaveLength(2)
    expect(problems[0]).toMatch(
      /^The chain has no seal [0-9a-f]{64} behind entry \d+: it was truncated or rebuilt\.$/,
    )
  })
})

describe('sealing job', () => {
  it('leaves a changed entry unsealed when its seals were deleted [SAFE-23]', async () => {
    await sealTimes(3)
    await tamper(
      'delete from activity_seals where id > 1',
      "update activity_log set summary = 'Changed entry' where id = (select max(id) from activity_log)",
    )
    await registerPatient(desk)
    await createLoggingSeals().seal()
    expect(await countSeals()).toBe(1)
    expect(logged).toEqual([expect.stringMatching(/not sealed any more: Seal 3, the last one/)])
    expect(await isBroken()).toBe(true)
    expect((await seals().verify()).isWhole).toBe(false)
  })

  it('verifies the last seal before it continues [SAFE-23]', async () => {
    await sealTimes(2)
    await tamper(
      "update activity_log set summary = 'Changed entry' where id = (select max(id) from activity_log)",
    )
    await registerPatient(desk)
    await seals().seal()
    expect([await countSeals(), await isBroken()]).toEqual([2, true])
    const page = readMetricsPage(await app.services.monitoring.page())
    expect(page.valueOf('zelab_activity_chain_broken')).toBe(1)
  })

  it('detects a forged and a missing end of the chain [SAFE-23]', async () => {
    await sealTimes(3)
    await tamper(
      'delete from activity_seals where id > 2',
      `update activity_seal_state set seals = 2, last_seal_id = s.id, last_entry_id = s.last_entry_id, hash = s.hash
         from activity_seals s where s.id = 2`,
    )
    expect((await seals().verify()).problems).toEqual([
      'The record of where the chain of seals ends was changed.',
    ])
    await registerPatient(desk)
    await createLoggingSeals().seal()
    await tamper('delete from activity_seal_state')
    await createLoggingSeals().seal()
    expect(logged).toEqual([
      expect.stringContaining('The record of where the chain ends was changed.'),
      expect.stringContaining('The record of where the chain ends is gone.'),
    ])
    expect([await countSeals(), await isBroken()]).toEqual([2, true])
  })

  it('accepts seals that an earlier version created in the meantime [SAFE-23]', async () => {
    await sealTimes(1)
    const restoreEnd = await rememberEnd()
    await sealTimes(2)
    await restoreEnd()
    expect((await seals().verify()).isWhole).toBe(true)
    await sealTimes(1)
    expect(await seals().verify()).toMatchObject({ isWhole: true, seals: 4 })
    expect(await isBroken()).toBe(false)
  })

  it('rejects a seal whose entries were changed [SAFE-23]', async () => {
    await sealTimes(1)
    const restoreEnd = await rememberEnd()
    await sealTimes(2)
    await restoreEnd()
    await tamper('delete from activity_log where id = (select max(id) from activity_log)')
    await registerPatient(desk)
    await createLoggingSeals().seal()
    expect(logged).toEqual([expect.stringContaining('1 removed from the entries')])
    expect([await countSeals(), await isBroken()]).toEqual([3, true])
  })

  it('resumes by itself after a temporary break, and manually after a permanent one [SAFE-23]', async () => {
    await sealTimes(2)
    const change = (summary: string) =>
      tamper(
        `update activity_log set summary = '${summary}' where id = (select max(id) from activity_log where action = 'patient.create')`,
      )
    const { summary } = await app.database.one<{ summary: string }>(
      "select summary from activity_log where action = 'patient.create' order by id desc limit 1",
    )
    await change('Changed entry')
    await app.services.activity.record('system', { action: 'service.start', summary: 'Started' })
    await seals().seal()
    expect(await isBroken()).toBe(true)
    await change(summary)
    await seals().seal()
    expect([await countSeals(), await isBroken()]).toEqual([3, false])

    const other = createLoggingSeals(Buffer.alloc(32, 9))
    await registerPatient(desk)
    await other.seal()
    expect(logged).toHaveLength(1)
    await other.resume('The key was lost')
    await other.seal()
    expect([await countSeals(), await isBroken()]).toEqual([4, false])
    await registerPatient(desk)
    await other.seal()
    expect(await countSeals()).toBe(5)
    // This key cannot verify earlier seals.
    expect((await other.verify()).problems).toHaveLength(3)
  })
})
