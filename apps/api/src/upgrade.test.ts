import { createHash } from 'node:crypto'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Database } from './platform/database/database.ts'
import { listLanded, restoreLanded } from './testing/released-schema.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'
import { addReportType, patientFields, publishReport } from './testing/test-records.ts'

const DEMO_PASSWORD = 'Demo@2026'
const versions = await listLanded()

let app: TestApp | undefined
afterEach(async () => {
  await app?.stop()
  app = undefined
})

const upgradeFrom = async (version: string) => {
  const landed = await restoreLanded(version)
  const applied = await landed.upgrade()
  app = await startTestApp({
    database: landed.testDatabase,
    ...(landed.kept.secretKey && { secret: Buffer.from(landed.kept.secretKey, 'hex') }),
  })
  await landed.copyFilesTo(path.join(app.dataDir, 'files'))
  return { app, applied, kept: landed.kept, again: () => landed.upgrade() }
}

const signIn = async (running: TestApp, email: string) => {
  const client = running.client()
  const answer = await client.post('/auth/user/login', { email, password: DEMO_PASSWORD })
  expect(answer.status, email).toBe(200)
  return client
}

describe.each(versions)('a database of the version with %s', { timeout: 60_000 }, (version) => {
  it('comes along with all that is in it [UPGRADE-01]', async () => {
    const { app: running, applied, kept, again } = await upgradeFrom(version)
    expect(applied).not.toContain(version)
    expect(await again()).toEqual([])
    const admin = await signIn(running, 'admin@zelab.example')
    const doctor = await signIn(running, 'doctor@alnoor.example')
    const desk = await signIn(running, 'receptionist@alnoor.example')

    const totalOf = async (client: typeof admin, address: string) =>
      (await client.get(address)).body.pagination.totalItems as number
    expect({
      patients: await totalOf(admin, '/patient/getAll'),
      reports: await totalOf(admin, '/report/getAll'),
      patientsOfLab: await totalOf(doctor, '/patient/getAll'),
      reportsOfLab: await totalOf(doctor, '/report/getAll'),
      users: (await admin.get('/user/all')).body.data.length as number,
    }).toEqual(kept.totals)
    expect(await running.services.integrity.checkTotals()).toEqual([])
    expect(await running.services.integrity.checkVersions()).toEqual([])

    const { phone, ...written } = kept.patient
    const found = (await doctor.get(`/patient/getById/${kept.patient.id}`)).body.data
    expect(found).toMatchObject({ ...written, phone: { number: phone } })
    expect((await doctor.get('/patient/getAll?search=nadia kept')).body.data).toHaveLength(1)
    for (const report of kept.reports) {
      const file = await doctor.raw('GET', report.filePath)
      expect(file.status).toBe(200)
      const content = Buffer.from(await file.arrayBuffer())
      expect(createHash('sha256').update(content).digest('hex')).toBe(report.sha256)
      const record = await doctor.get(`/report/getById/${report.id}`)
      expect(record.body.data).toMatchObject({ id: report.id, title: report.title })
      expect((await doctor.get(`/report/getVersions/${report.id}`)).body.data).toHaveLength(1)
    }
    expect((await desk.get(`/report/getById/${kept.withdrawn.id}`)).status).toBe(404)

    const { isWhole, problems } = await running.services.seals.verify()
    expect({ isWhole, problems }).toEqual({ isWhole: true, problems: [] })
  })

  it('is worked on as if it had been made by this version [UPGRADE-02]', async () => {
    const { app: running, kept } = await upgradeFrom(version)
    // Time has passed since the data were kept; then it had not.
    await running.database.query('update sessions set created_at = now(), last_seen_at = now()')
    const doctor = running.client()
    const [name = '', value = ''] = kept.session.split('=')
    doctor.setCookie(name, value)
    expect((await doctor.get('/user/dashboard')).status).toBe(200)

    const admin = await signIn(running, 'admin@zelab.example')
    const reportTypeId = await addReportType(admin)
    const desk = await signIn(running, 'receptionist@alnoor.example')
    const registered = await desk.post('/user/patient/onboarding', patientFields())
    expect(registered.status).toBe(200)
    await publishReport(doctor, registered.body.data.id as number, reportTypeId)
    const [report] = kept.reports
    const amended = await doctor.put(`/report/update/${report?.id}`, {
      title: 'Amended after the upgrade',
      remark: '',
      reportTypeId,
      patientId: kept.patient.id,
      fileUrl: report?.filePath,
      reason: 'clerical',
      version: 1,
    })
    expect(amended.body).toMatchObject({ success: true })
    expect((await doctor.get(`/report/getVersions/${report?.id}`)).body.data).toHaveLength(2)
    const { body } = await doctor.get('/report/getAll')
    expect(body.pagination.totalItems).toBe(kept.totals.reportsOfLab + 1)
    expect(await running.services.integrity.checkTotals()).toEqual([])
    await running.services.seals.seal()
    expect((await running.services.seals.verify()).isWhole).toBe(true)
  })
})

describe('beside a process of the version before, on the same database', { timeout: 60_000 }, () => {
  const before = versions.at(-1) ?? ''

  /** What the version before may name, with the types that it knows. */
  const readColumns = async (database: Database) =>
    database.query<{ column: string; type: string }>(
      `select table_name || '.' || column_name as column, udt_name as type
         from information_schema.columns where table_schema = 'public' order by 1`,
    )

  it('every statement of that version is still understood [UPGRADE-03]', async () => {
    const landed = await restoreLanded(before)
    try {
      await landed.upgrade()
      const statements = await landed.statements()
      expect(statements.length).toBeGreaterThan(100)
      const refused: string[] = []
      await landed.testDatabase.database
        .transaction(async (tx) => {
          for (const statement of statements)
            await tx.query(`prepare statement_of_before as ${statement}`).then(
              () => tx.query('deallocate statement_of_before'),
              async (error: Error) => {
                refused.push(`${error.message}: ${statement}`)
                throw error
              },
            )
        })
        .catch(() => {})
      expect(refused).toEqual([])
    } finally {
      await landed.testDatabase.drop()
    }
  })

  it('no column that it knows is gone or has another type, and none must be filled in that it does not know [UPGRADE-03]', async () => {
    const landed = await restoreLanded(before)
    try {
      const { database } = landed.testDatabase
      const known = await readColumns(database)
      await landed.upgrade()
      const now = await readColumns(database)
      expect(now).toEqual(expect.arrayContaining(known))
      const tables = new Set(known.map(({ column }) => column.split('.')[0]))
      const knownNames = new Set(known.map(({ column }) => column))
      const demanded = await database.query<{ column: string; table: string }>(
        `select table_name || '.' || column_name as column, table_name as table
           from information_schema.columns
          where table_schema = 'public' and is_nullable = 'NO' and column_default is null
            and is_identity = 'NO' and is_generated = 'NEVER'`,
      )
      expect(demanded.filter(({ column, table }) => tables.has(table) && !knownNames.has(column))).toEqual([])
    } finally {
      await landed.testDatabase.drop()
    }
  })
})

describe('a database of a newer version', () => {
  it('is refused with what to do, and nothing of it is touched [UPGRADE-04]', async () => {
    const landed = await restoreLanded(versions.at(-1) ?? '')
    try {
      await landed.upgrade()
      const { database } = landed.testDatabase
      await database.query("insert into schema_migrations (name, run_on) values ('9999-of-tomorrow', now())")
      await expect(landed.upgrade()).rejects.toThrow(
        /made by a newer version of this program.*9999-of-tomorrow.*Start the newer version/,
      )
    } finally {
      await landed.testDatabase.drop()
    }
  })
})
