/**
 * Creates the fixture of a released version for the upgrade tests: adds records to that version's running demo, then
 * dumps its database (usage: apps/api/src/testing/released-schemas/README.md).
 *
 *   node scripts/keep-released-schema.mjs --origin http://localhost:8080 --database postgresql://… \
 *     --data data/demo --to apps/api/src/testing/released-schemas/0005-counters
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { findPostgresPrograms } from './external-postgres.mjs'

const { values } = parseArgs({
  options: {
    origin: { type: 'string' },
    database: { type: 'string' },
    data: { type: 'string' },
    to: { type: 'string' },
  },
})
const { origin, database, data, to } = values
if (!origin || !database || !data || !to)
  throw new Error('Usage: --origin, --database, --data and --to are required')
const PASSWORD = 'Demo@2026'

const signIn = async (email) => {
  let cookie = ''
  const call = async (method, address, body) => {
    const isForm = body instanceof FormData
    const answer = await fetch(`${origin}/api/v1${address}`, {
      method,
      headers: {
        origin,
        ...(cookie && { cookie }),
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    const [set] = answer.headers.getSetCookie()
    if (set) cookie = set.split(';')[0]
    const content = await answer.json()
    if (!answer.ok) throw new Error(`${method} ${address}: ${answer.status} ${JSON.stringify(content)}`)
    return content
  }
  await call('POST', '/auth/user/login', { email, password: PASSWORD })
  return {
    get: (address) => call('GET', address),
    post: (address, body) => call('POST', address, body),
    delete: (address) => call('DELETE', address),
    cookie: () => cookie,
  }
}

/** The width depends on the number, so that every file differs. */
const pdfOf = (number) => {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${200 + number} 300] >>`,
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const start = text.length
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`
  text += offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  return `${text}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
}

const publish = async (client, patientId, reportTypeId, number) => {
  const form = new FormData()
  form.append('reportFile', new Blob([pdfOf(number)]), `result-${number}.pdf`)
  const { data: upload } = await client.post('/report/uploadReportFile', form)
  const { data: report } = await client.post(`/user/uploadPatientReportFile/${patientId}`, {
    title: `Kept report ${number}`,
    remark: 'Made before the upgrade',
    reportTypeId,
    patientId,
    fileUrl: upload.fileUrl,
  })
  const file = path.basename(report.filePath)
  mkdirSync(path.join(to, 'files'), { recursive: true })
  copyFileSync(path.join(data, 'files', file.slice(0, 2), file), path.join(to, 'files', file))
  return {
    id: report.id,
    title: report.title,
    filePath: report.filePath,
    sha256: createHash('sha256').update(pdfOf(number)).digest('hex'),
  }
}

const admin = await signIn('admin@zelab.example')
const doctor = await signIn('doctor@alnoor.example')
const desk = await signIn('receptionist@alnoor.example')
const { data: types } = await admin.get('/report/getReportTypes')
const registered = await desk.post('/user/patient/onboarding', {
  fullName: 'Nadia Kept',
  emrId: 'EMR-KEPT-1',
  email: 'nadia.kept@example.com',
  phone: '+971501239999',
  dob: '1984-02-29',
  gender: 'FEMALE',
  address: { line1: '1 Upgrade Street', city: 'Dubai' },
})
const patientId = registered.data.id
const reports = []
for (const number of [1, 2, 3]) reports.push(await publish(doctor, patientId, types[0].id, number))
const withdrawn = reports.pop()
await doctor.delete(`/report/deleteById/${withdrawn.id}`)

const totalOf = async (client, address) => (await client.get(address)).pagination.totalItems
const expected = {
  patient: { id: patientId, fullName: 'Nadia Kept', dateOfBirth: '1984-02-29', phone: '+971501239999' },
  reports,
  withdrawn,
  totals: {
    patients: await totalOf(admin, '/patient/getAll'),
    reports: await totalOf(admin, '/report/getAll'),
    patientsOfLab: await totalOf(doctor, '/patient/getAll'),
    reportsOfLab: await totalOf(doctor, '/report/getAll'),
    users: (await admin.get('/user/all')).data.length,
  },
  /** A session that stays open during the upgrade. */
  session: doctor.cookie(),
  secretKey: (() => {
    try {
      return readFileSync(path.join(data, 'secret.key')).toString('hex')
    } catch {
      return null
    }
  })(),
}
writeFileSync(path.join(to, 'expected.json'), `${JSON.stringify(expected, null, 2)}\n`)

// The activity log is sealed once a minute.
await wait(70_000)

const { folder } = findPostgresPrograms() ?? { folder: '' }
const dump = execFileSync(
  path.join(folder, 'pg_dump'),
  ['--no-owner', '--no-privileges', '--inserts', '--rows-per-insert=200', `--dbname=${database}`],
  { encoding: 'utf8', maxBuffer: 1024 ** 3 },
)
  // Only psql understands these lines.
  .replace(/^\\(un)?restrict .*$/gm, '')
writeFileSync(path.join(to, 'database.sql.gz'), gzipSync(dump, { level: 9 }))
console.log(`Saved in ${to}: ${JSON.stringify(expected.totals)}`)
