import { createHash } from 'node:crypto'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { LooseDatabase } from '../../testing/loose-database.ts'
import { listReleasedSchemas, restoreReleasedSchema } from '../../testing/released-schema.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { addReportType, patientFields, publishReport } from '../../testing/test-records.ts'

const DEMO_PASSWORD = 'Demo@2026'
const versions = await listReleasedSchemas()

let app: TestApp | undefined
afterEach(async () => {
  await app?.stop()
  app = undefined
})

const upgradeFrom = async (version: string) => {
  const released = await restoreReleasedSchema(version)
  const applied = await released.upgrade()
  app = await startTestApp({
    database: released.testDatabase,
    ...(released.expected.secretKey && { secret: Buffer.from(released.expected.secretKey, 'hex') }),
  })
  await released.copyFilesTo(path.join(app.dataDir, 'files'))
  return { app, applied, expected: released.expected, upgradeAgain: () => released.upgrade() }
}

const signIn = async (running: TestApp, email: string) => {
  const client = running.client()
  const answer = await client.post('/auth/user/login', { email, password: DEMO_PASSWORD })
  expect(answer.status, email).toBe(200)
  return client
}

describe.each(versions)('upgrading a database of %s', (version) => {
  it('keeps all of its data [UPGRADE-01]', async () => {
    const { app: running, applied, expected, upgradeAgain } = await upgradeFrom(version)
    expect(applied).not.toContain(version)
    expect(await upgradeAgain()).toEqual([])
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
    }).toEqual(expected.totals)
    expect(await running.services.integrity.checkTotals()).toEqual([])
    expect(await running.services.integrity.checkVersions()).toEqual([])

    const { phone, ...written } = expected.patient
    const found = (await doctor.get(`/patient/getById/${expected.patient.id}`)).body.data
    expect(found).toMatchObject({ ...written, phone: { number: phone } })
    expect((await doctor.get('/patient/getAll?search=nadia kept')).body.data).toHaveLength(1)
    for (const report of expected.reports) {
      const file = await doctor.raw('GET', report.filePath)
      expect(file.status).toBe(200)
      const content = Buffer.from(await file.arrayBuffer())
      expect(createHash('sha256').update(content).digest('hex')).toBe(report.sha256)
      const record = await doctor.get(`/report/getById/${report.id}`)
      expect(record.body.data).toMatchObject({ id: report.id, title: report.title })
      expect((await doctor.get(`/report/getVersions/${report.id}`)).body.data).toHaveLength(1)
    }
    expect((await desk.get(`/report/getById/${expected.withdrawn.id}`)).status).toBe(404)

    const { isWhole, problems } = await running.services.seals.verify()
    expect({ isWhole, problems }).toEqual({ isWhole: true, problems: [] })
  })

  it('allows new and changed records afterwards [UPGRADE-02]', async () => {
    const { app: running, expected } = await upgradeFrom(version)
    // The session in the dump has expired.
    await running.database.query('update sessions set created_at = now(), last_seen_at = now()')
    const doctor = running.client()
    const [name = '', value = ''] = expected.session.split('=')
    doctor.setCookie(name, value)
    expect((await doctor.get('/user/dashboard')).status).toBe(200)

    const admin = await signIn(running, 'admin@zelab.example')
    const reportTypeId = await addReportType(admin)
    const desk = await signIn(running, 'receptionist@alnoor.example')
    const registered = await desk.post('/user/patient/onboarding', patientFields())
    expect(registered.status).toBe(200)
    await publishReport(doctor, registered.body.data.id as number, reportTypeId)
    const [report] = expected.reports
    const amended = await doctor.put(`/report/update/${report?.id}`, {
      title: 'Amended after the upgrade',
      remark: '',
      reportTypeId,
      patientId: expected.patient.id,
      fileUrl: report?.filePath,
      reason: 'clerical',
      version: 1,
    })
    expect(amended.body).toMatchObject({ success: true })
    expect((await doctor.get(`/report/getVersions/${report?.id}`)).body.data).toHaveLength(2)
    const { body } = await doctor.get('/report/getAll')
    expect(body.pagination.totalItems).toBe(expected.totals.reportsOfLab + 1)
    expect(await running.services.integrity.checkTotals()).toEqual([])
    await running.services.seals.seal()
    expect((await running.services.seals.verify()).isWhole).toBe(true)
  })
})

describe('a process of the previous version on the same database', () => {
  const previousVersion = versions.at(-1) ?? ''

  const readColumns = async (database: LooseDatabase) =>
    database.query<{ column: string; type: string }>(
      `select table_name || '.' || column_name as column, udt_name as type
         from information_schema.columns where table_schema = 'public' order by 1`,
    )

  it('still runs all of its statements [UPGRADE-03]', async () => {
    const released = await restoreReleasedSchema(previousVersion)
    try {
      await released.upgrade()
      const statements = await released.statements()
      expect(statements.length).toBeGreaterThan(100)
      const rejected: string[] = []
      await released.testDatabase.database
        .transaction(async (tx) => {
          for (const statement of statements)
            await tx.query(`prepare previous_statement as ${statement}`).then(
              () => tx.query('deallocate previous_statement'),
              async (error: Error) => {
                rejected.push(`${error.message}: ${statement}`)
                throw error
              },
            )
        })
        .catch(() => {})
      expect(rejected).toEqual([])
    } finally {
      await released.testDatabase.drop()
    }
  })

  it('finds its columns with unchanged types and no new required columns [UPGRADE-03]', async () => {
    const released = await restoreReleasedSchema(previousVersion)
    try {
      const { database } = released.testDatabase
      const known = await readColumns(database)
      await released.upgrade()
      const now = await readColumns(database)
      expect(now).toEqual(expect.arrayContaining(known))
      const tables = new Set(known.map(({ column }) => column.split('.')[0]))
      const knownNames = new Set(known.map(({ column }) => column))
      const required = await database.query<{ column: string; table: string }>(
        `select table_name || '.' || column_name as column, table_name as table
           from information_schema.columns
          where table_schema = 'public' and is_nullable = 'NO' and column_default is null
            and is_identity = 'NO' and is_generated = 'NEVER'`,
      )
      expect(required.filter(({ column, table }) => tables.has(table) && !knownNames.has(column))).toEqual([])
    } finally {
      await released.testDatabase.drop()
    }
  })
})

describe('a database of a newer version', () => {
  it('stops the upgrade with instructions and stays unchanged [UPGRADE-04]', async () => {
    const released = await restoreReleasedSchema(versions.at(-1) ?? '')
    try {
      await released.upgrade()
      const { database } = released.testDatabase
      await database.query("insert into schema_migrations (name, run_on) values ('9999-of-tomorrow', now())")
      await expect(released.upgrade()).rejects.toThrow(
        /made by a newer version of this program.*9999-of-tomorrow.*Start the newer version/,
      )
    } finally {
      await released.testDatabase.drop()
    }
  })
})
