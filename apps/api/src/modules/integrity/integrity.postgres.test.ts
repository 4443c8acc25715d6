import { storeFile } from '../../platform/file-storage/file-storage.ts'
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { beforeEach, expect, it } from 'vitest'
import { reportFileNameOf } from '@zelab/contract'
import { builtProgram } from '../../testing/built-program.ts'
import { TEST_SECRET, useTestApp } from '../../testing/test-app.ts'
import {
  addReportType,
  pdfBytes,
  publishReport,
  registerPatient,
  uploadFile,
} from '../../testing/test-records.ts'
import { withdrawReport } from '../../testing/withdrawal.ts'

let report: { id: number; filePath: string }

const app = await useTestApp()
const doctor = await app.signedIn('Doctor')
const typeId = await addReportType(doctor)
const patientId = await registerPatient(doctor)

beforeEach(async () => {
  report = await publishReport(doctor, patientId, typeId)
})

const nameOf = (address: string) => reportFileNameOf(address) ?? ''
const pathOf = (name: string) => path.join(app.dataDir, 'files', name.slice(0, 2), name)
const newName = () => `${randomBytes(32).toString('base64url')}.pdf`
const putFile = async (name: string, ageHours: number) => {
  await storeFile(app.storage, name, Readable.from([pdfBytes()]))
  const then = new Date(Date.now() - ageHours * 3_600_000)
  await utimes(pathOf(name), then, then)
}
const isStored = async (name: string) => (await app.storage.find(name)) !== undefined

const fileFindings = async (isQuick = false) => {
  const texts: string[] = []
  for await (const { text } of app.services.integrity.checkFiles(isQuick)) texts.push(text)
  return texts
}
const orphans = async () => {
  const names: string[] = []
  for await (const name of app.services.integrity.findOrphans()) names.push(name)
  return names
}
const expectNoProblems = async () => {
  const { integrity } = app.services
  expect(await fileFindings()).toEqual([])
  expect(await orphans()).toEqual([])
  expect(await integrity.checkVersions()).toEqual([])
  expect(await integrity.checkTotals()).toEqual([])
  expect(await integrity.checkLog()).toEqual([])
}

it('finds no problems after publishing, amending, withdrawing and removing [CHECK-02]', async () => {
  const amended = await doctor.put(`/report/update/${report.id}`, {
    title: 'Blood count, corrected',
    remark: 'Within range',
    reportTypeId: typeId,
    patientId,
    fileUrl: await uploadFile(doctor),
    reason: 'wrong-result',
  })
  expect(amended.status).toBe(200)
  const other = await publishReport(doctor, patientId, typeId)
  expect((await withdrawReport(doctor, other.id, { reason: 'wrong-file' })).status).toBe(200)
  await doctor.delete('/report/deleteReportFile', { fileUrl: await uploadFile(doctor) })
  await uploadFile(doctor)
  await expectNoProblems()
})

it('reports a missing, a truncated and a modified file, of earlier versions too, with its report [CHECK-02]', async () => {
  const name = nameOf(report.filePath)
  const amended = await doctor.put(`/report/update/${report.id}`, {
    title: 'Blood count, corrected',
    reportTypeId: typeId,
    patientId,
    fileUrl: await uploadFile(doctor),
    reason: 'wrong-result',
  })
  const current = nameOf(amended.body.data.filePath as string)
  const [content, currentContent] = [await readFile(pathOf(name)), await readFile(pathOf(current))]

  const changed = Buffer.from(content)
  changed.writeUInt8(changed.readUInt8(20) ^ 1, 20)
  await writeFile(pathOf(name), changed)
  expect(await fileFindings(true)).toEqual([])
  expect(await fileFindings()).toEqual([
    `The file ${name} (report #${report.id}, an earlier version) has another content than was published.`,
  ])

  await truncate(pathOf(name), 100)
  const short = `The file ${name} (report #${report.id}, an earlier version) has 100 bytes instead of ${content.length}.`
  expect(await fileFindings(true)).toEqual([short])
  expect(await fileFindings()).toEqual([short])

  await rm(pathOf(current))
  const missing = `The file ${current} (report #${report.id}) is missing.`
  expect(await fileFindings(true)).toEqual([short, missing])
  expect(await fileFindings()).toEqual([short, missing])

  await writeFile(pathOf(name), content)
  await writeFile(pathOf(current), currentContent)
  await expectNoProblems()
})

it('reports a file without a row when it is older than a day, and removes it on request [CHECK-03]', async () => {
  const [old, young] = [newName(), newName()]
  await putFile(old, 25)
  await putFile(young, 23)
  await writeFile(path.join(app.dataDir, 'files', 'readme.txt'), 'not ours')
  expect(await orphans()).toEqual([old])
  expect(await app.services.integrity.removeOrphan(old)).toBe(true)
  expect(await isStored(old)).toBe(false)
  expect(await isStored(young)).toBe(true)
  expect(await app.services.integrity.removeOrphan(nameOf(report.filePath))).toBe(false)
  expect(await isStored(nameOf(report.filePath))).toBe(true)
})

it('exits as a command with 0 or 1 and prints the reason [CHECK-06]', async () => {
  const run = (...options: string[]) =>
    spawnSync(process.execPath, [builtProgram('verify-data'), ...options], {
      env: {
        ...process.env,
        // Vitest sets it, and a similar name is pointed out.
        BASE_URL: undefined,
        DATABASE_URL: app.connectionString,
        DATA_DIR: app.dataDir,
        SECRET_KEY: TEST_SECRET.toString('utf8'),
        LOG_LEVEL: 'silent',
      },
      encoding: 'utf8',
    })
  const whole = run('--quick')
  expect(whole.stderr).toBe('')
  expect(whole.stdout).toMatch(/no problems found\.\n$/)
  expect(whole.status).toBe(0)

  const name = newName()
  await putFile(name, 30)
  const found = run()
  expect(found.stderr).toBe(`No record refers to the file ${name}.\n`)
  expect(found.stdout).toMatch(/1 problem found\.\n$/)
  expect(found.status).toBe(1)
  const removing = run('--remove-orphans')
  expect(removing.stdout).toContain(`Removed the file ${name}, which no record refers to.`)
  expect(removing.status).toBe(0)
  expect(await isStored(name)).toBe(false)

  await app.database.execute('create table restore_under_way ()')
  const half = run('--quick')
  await app.database.execute('drop table restore_under_way')
  expect(half.stderr).toContain('A restore into this database is under way, or was cut off')
  expect(half.status).toBe(1)

  expect(run('--quik').status).toBe(1)
})

it('reports a report with missing versions [CHECK-04]', async () => {
  await app.database.transaction(async (tx) => {
    for (const table of ['verification_codes', 'report_versions']) {
      await tx.execute(`alter table ${table} disable trigger user`)
      await tx.execute(`delete from ${table} where report_id = $1`, [report.id])
      await tx.execute(`alter table ${table} enable trigger user`)
    }
  })
  expect((await app.services.integrity.checkVersions()).map(({ text }) => text)).toEqual([
    `The versions of report #${report.id} do not agree with the report.`,
  ])
})

it('reports totals that differ from the number of records [CHECK-04]', async () => {
  expect(await app.services.integrity.checkTotals()).toEqual([])
  await app.database.execute(
    `update record_counts set n = n + 2 where (kind, lab_id, report_type_id, slot) =
       (select kind, lab_id, report_type_id, slot from record_counts where kind = 'reports' and lab_id = -1
         and report_type_id = 0 order by slot limit 1)`,
  )
  const { count } = await app.database.one<{ count: number }>(
    'select count(*) from reports where withdrawn_at is null',
  )
  expect((await app.services.integrity.checkTotals()).map(({ text }) => text)).toEqual([
    `The total of reports of every lab says ${count + 2}, there are ${count}.`,
  ])
})
