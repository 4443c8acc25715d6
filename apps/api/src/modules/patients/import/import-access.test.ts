import { describe, expect, it } from 'vitest'
import type { ApiClient } from '../../../testing/api-client.ts'
import { checkPatients, uploadPatients } from '../../../testing/patient-files.ts'
import { RawConnection } from '../../../testing/raw-connection.ts'
import { useTestApp } from '../../../testing/test-app.ts'

const CONTENT = 'Full Name,Phone,Date of Birth\nLayla Haddad,+971501234567,1990-05-01\n'

const app = await useTestApp()
const lab = await app.createLab()
const doctor = await app.signedIn('Doctor', lab)
const admin = await app.signedIn('Admin')

const expectAbsent = async (client: ApiClient, id: number, status: number) => {
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['GET', '/rows', undefined],
    ['GET', '/errors', undefined],
    ['POST', '/confirm', {}],
    ['DELETE', '', undefined],
  ] as const) {
    const response = await client.send(method, `/patient/import/${id}${path}`, body)
    expect(response.status, `${method} ${path}`).toBe(status)
    if (status === 404)
      expect(response.body).toEqual({ success: false, code: 'IMPORT_NOT_FOUND', message: 'Import not found' })
  }
}

describe('import', () => {
  it('opens to its creator only [IMPORT-07]', async () => {
    const { id } = await checkPatients(app, doctor, CONTENT)
    await expectAbsent(await app.signedIn('Doctor', lab), id, 404)
    await expectAbsent(await app.signedIn('Doctor'), id, 404)
    await expectAbsent(admin, id, 404)
    await expectAbsent(doctor, 999_999, 404)
    await expectAbsent(await app.signedIn('Technician', lab), id, 403)
    await expectAbsent(await app.signedIn('Receptionist', lab), id, 403)
    await expectAbsent(app.client(), id, 401)
    expect((await doctor.get(`/patient/import/${id}`)).body.data.state).toBe('ready')
    expect((await uploadPatients(await app.signedIn('Receptionist', lab), CONTENT)).status).toBe(403)
  })

  it('closes after its creator moves to another lab [IMPORT-07]', async () => {
    const moving = await app.signedIn('Doctor', lab)
    const { id } = await checkPatients(app, moving, CONTENT)
    const elsewhere = await app.createLab()
    await app.database.execute('update users set lab_id = $1 where id = $2', [elsewhere.id, moving.user.id])
    await expectAbsent(moving, id, 404)
  })

  it('requires an existing lab from the Admin, and uses the own lab of other users [IMPORT-07]', async () => {
    for (const query of [{}, { labId: 999_999 }, { labId: 'x' }] as Record<string, string | number>[]) {
      const response = await uploadPatients(admin, CONTENT, query)
      expect(response.status).toBe(400)
      expect(response.body.errors).toEqual([
        { path: 'labId', message: 'Please select the lab that these patients belong to' },
      ])
    }
    const found = await checkPatients(app, admin, CONTENT, { labId: lab.id })
    expect(found.lab).toEqual(lab)
    await admin.post(`/patient/import/${found.id}/confirm`, {})
    await app.services.importWorker.run()
    expect((await doctor.get('/patient/getAll')).body.pagination.totalItems).toBe(1)

    const other = await app.createLab()
    expect((await checkPatients(app, doctor, CONTENT, { labId: other.id })).lab).toEqual(lab)
  })

  it('disappears with a lab that is deleted before anything was written', async () => {
    const empty = await app.createLab()
    const { id } = await checkPatients(app, admin, CONTENT, { labId: empty.id })
    expect((await admin.delete(`/lab/delete/${empty.id}`)).status).toBe(200)
    expect((await admin.get(`/patient/import/${id}`)).status).toBe(404)
  })

  it('ends when its creator has too many newer unconfirmed imports', async () => {
    const many = await app.signedIn('Doctor', lab)
    const ids: number[] = []
    for (let count = 0; count < 6; count++) ids.push((await checkPatients(app, many, CONTENT)).id)
    const states = await Promise.all(
      ids.map(async (id) => (await many.get(`/patient/import/${id}`)).body.data.state as string),
    )
    expect(states).toEqual(['cancelled', 'ready', 'ready', 'ready', 'ready', 'ready'])
  })

  it('leaves entries of its upload, its cancellation and the export of its errors [IMPORT-10]', async () => {
    const someone = await app.signedIn('Doctor', lab)
    const { id } = await checkPatients(app, someone, CONTENT)
    await someone.get(`/patient/import/${id}/errors`)
    await someone.delete(`/patient/import/${id}`)
    const entries = await app.database.query<{ summary: string }>(
      `select summary from activity_log where actor_id = $1 and action <> 'session.create' order by id`,
      [someone.user.id],
    )
    expect(entries.map(({ summary }) => summary)).toEqual([
      `Uploaded a file of patients, import ${id}`,
      `Exported the errors of import ${id}`,
      `Cancelled import ${id}`,
    ])
  })
})

describe('import upload', () => {
  it('works for one at a time per user, to save memory [SAFE-15]', async () => {
    const start = Buffer.from(
      `--cut\r\ncontent-disposition: form-data; name="patientFile"; filename="a.csv"\r\n\r\n${CONTENT}`,
    )
    const end = Buffer.from('\r\n--cut--\r\n')
    const open = await RawConnection.open(app.origin)
    open.request(
      'POST /api/v1/patient/import',
      {
        origin: doctor.site,
        cookie: doctor.cookieHeader(),
        'content-type': 'multipart/form-data; boundary=cut',
        'content-length': start.length + end.length,
      },
      start,
    )
    // The upload has begun by then, even on a busy machine.
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    const others = Array.from({ length: 6 }, () => uploadPatients(doctor, CONTENT))
    const first = await Promise.race(others)
    expect([first.status, first.body.message]).toEqual([
      429,
      'Too many of your files are being checked. Please wait a moment and try again.',
    ])
    const colleague = await app.signedIn('Doctor', lab)
    expect((await uploadPatients(colleague, CONTENT)).status).toBe(200)
    open.send(end)
    expect((await open.answer())?.status).toBe(200)
    open.close()
    const statuses = (await Promise.all(others)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 200, 200, 429, 429, 429])
  })
})
