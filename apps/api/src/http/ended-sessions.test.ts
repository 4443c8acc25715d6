import { describe, expect, it } from 'vitest'
import { connect, type Socket } from 'node:net'
import type { ApiClient } from '../testing/api-client.ts'
import { RawConnection } from '../testing/raw-connection.ts'
import { type TestApp, useTestApp } from '../testing/test-app.ts'
import {
  addReportType,
  pdfBytes,
  PNG_BYTES,
  publishReport,
  registerPatient,
} from '../testing/test-records.ts'

const SLOW_MS = 1_200

const app = await useTestApp({ withChanges: true })
const lab = await app.createLab()
const admin = await app.signedIn('Admin')

type SignedIn = Awaited<ReturnType<TestApp['signedIn']>>
const deactivate = async ({ user }: SignedIn) =>
  expect((await admin.delete(`/user/delete/${user.id}`)).status).toBe(200)

const sendAcrossTheEnd = async (
  client: SignedIn,
  line: string,
  contentType: string,
  body: Buffer,
): Promise<number | undefined> => {
  const connection = await RawConnection.open(app.origin)
  const half = Math.floor(body.length / 2)
  connection.request(
    line,
    {
      origin: client.site,
      cookie: client.cookieHeader(),
      'content-type': contentType,
      'content-length': body.length,
    },
    body.subarray(0, half),
  )
  await new Promise((resolve) => setTimeout(resolve, SLOW_MS))
  await deactivate(client)
  connection.send(body.subarray(half))
  const answer = await connection.answer()
  connection.close()
  return answer?.status
}

describe('a request whose session ends while its body arrives', () => {
  it('changes nothing [SAFE-27]', async () => {
    const doctor = await app.signedIn('Doctor', lab)
    const report = await publishReport(doctor, await registerPatient(doctor), await addReportType(doctor))
    const body = Buffer.from(JSON.stringify({ reason: 'wrong-patient', note: 'x'.repeat(500) }))
    const line = `DELETE /api/v1/report/deleteById/${report.id}`
    expect(await sendAcrossTheEnd(doctor, line, 'application/json', body)).toBe(401)
    expect((await admin.get(`/report/getById/${report.id}`)).body.data.withdrawal).toBeNull()
  })

  it.each([
    ['report file', 'Doctor', '/report/uploadReportFile', 'reportFile', 'a.pdf', pdfBytes()],
    ['table of patients', 'Doctor', '/patient/import', 'patientFile', 'a.csv', Buffer.from('Full Name\n')],
    ['logo', 'Admin', '/settings/logo', 'logo', 'a.png', PNG_BYTES],
  ] as const)('stores no %s [SAFE-27]', async (_, role, path, part, fileName, content) => {
    const client = role === 'Admin' ? await app.signedIn(role) : await app.signedIn(role, lab)
    const body = Buffer.concat([
      Buffer.from(`--cut\r\ncontent-disposition: form-data; name="${part}"; filename="${fileName}"\r\n\r\n`),
      content,
      Buffer.from('\r\n--cut--\r\n'),
    ])
    const line = `POST /api/v1${path}`
    expect(await sendAcrossTheEnd(client, line, 'multipart/form-data; boundary=cut', body)).toBe(401)
    const { count } = await app.database.one<{ count: number }>(
      "select count(*) from activity_log where actor_id = $1 and action in ('file.upload', 'settings.update')",
      [client.user.id],
    )
    expect(count).toBe(0)
  })
})

const readSlowly = async (client: ApiClient, path: string) => {
  const { hostname, port } = new URL(app.origin)
  const socket: Socket = connect(Number(port), hostname)
  socket.write(
    `GET /api/v1${path} HTTP/1.1\r\nhost: reports.test\r\ncookie: ${client.cookieHeader()}\r\n\r\n`,
  )
  let text = ''
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await new Promise<void>((resolve) => socket.once('data', () => resolve(void socket.pause())))
  return {
    async readOn() {
      socket.on('data', (bytes) => (text += bytes.toString()))
      socket.resume()
      await closed
      return text
    },
  }
}

describe('an export whose session ends during the download', () => {
  it('breaks off [SAFE-27]', async () => {
    const doctor = await app.signedIn('Doctor', lab)
    // Exceeds the buffers between client and server.
    await app.database.query(
      `insert into patients (lab_id, registered_by, full_name, phone, date_of_birth, address_line1)
       select $1, $2, 'Person ' || number, '+971501234567', '1990-01-01', repeat('x', 3000)
         from generate_series(1, 8000) number`,
      [lab.id, doctor.user.id],
    )
    const reader = await readSlowly(doctor, '/patient/export?sortOrder=asc')
    await deactivate(doctor)
    const other = await app.signedIn('Doctor', lab)
    await registerPatient(other, { fullName: 'Registered Afterwards' })
    const text = await reader.readOn()
    expect(text).not.toContain('Registered Afterwards')
    expect(text).not.toMatch(/\r\n0\r\n\r\n$/)
  })

  it('breaks off between the files of a patient export [SAFE-27]', async () => {
    const doctor = await app.signedIn('Doctor', lab)
    const patient = await registerPatient(doctor)
    await publishReport(doctor, patient, await addReportType(doctor))
    const caller = await app.services.sessions.identify(
      doctor.cookieHeader().replace(/^.*\bsession=([^;]*).*$/, '$1'),
      { address: '127.0.0.1', userAgent: undefined, requestId: 'test' },
    )
    if (!caller) throw new Error('No session')
    const { archive } = await app.services.patientExports.exportRecord(caller, patient, () =>
      Promise.reject(new Error('The session ended')),
    )
    await expect(archive.toArray()).rejects.toThrow('The session ended')
  })
})
