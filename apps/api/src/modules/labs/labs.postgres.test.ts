import { describe, expect, it } from 'vitest'
import { storeProvider } from '../../testing/stored-providers.ts'
import { nextNumber, useTestApp } from '../../testing/test-app.ts'
import { registerPatient } from '../../testing/test-records.ts'

const app = await useTestApp()
const admin = await app.signedIn('Admin')

const fields = (changes: Record<string, unknown> = {}) => ({
  name: `Central Lab ${nextNumber()}`,
  address: { line1: '1 Main Street', city: 'Dubai' },
  email: 'desk@central.test',
  ...changes,
})
const create = (changes?: Record<string, unknown>) => admin.post('/lab/create', fields(changes))

const expectRefused = async (changes: Record<string, unknown>, message: string) => {
  const response = await create(changes)
  expect(response.status).toBe(400)
  expect(response.body.message).toBe(message)
}

describe('adding a lab', () => {
  it('answers with the lab [API-LAB-04 API-ENT-32 API-ENT-33 API-ENT-34]', async () => {
    const response = await create({ name: 'Harbour Lab' })
    expect(response.status).toBe(200)
    expect(response.body.message).toBe('Lab added successfully')
    expect(response.body.data).toMatchObject({
      id: expect.any(Number),
      name: 'Harbour Lab',
      address: { line1: '1 Main Street', city: 'Dubai' },
      email: 'desk@central.test',
      phone: null,
      createdAt: expect.any(String),
    })
  })
  it('accepts a name of 2 characters [VAL-LAB-01]', async () => {
    expect((await create({ name: 'L2' })).status).toBe(200)
  })
  it('rejects a name of 1 character [VAL-LAB-02]', () =>
    expectRefused({ name: 'L' }, 'Lab name must be at least 2 characters'))
  it('rejects a missing or blank address line [VAL-LAB-03]', async () => {
    await expectRefused({ address: { city: 'Dubai' } }, 'Address is required')
    await expectRefused({ address: { line1: '  ', city: 'Dubai' } }, 'Address is required')
    await expectRefused({ address: undefined }, 'Address is required')
  })
  it('rejects a missing or blank city [VAL-LAB-04]', async () => {
    await expectRefused({ address: { line1: '1 Main Street' } }, 'City is required')
    await expectRefused({ address: { line1: '1 Main Street', city: '' } }, 'City is required')
  })
  it('rejects an invalid email [VAL-LAB-05]', () =>
    expectRefused({ email: 'desk@' }, 'Invalid email address'))
  it('accepts a missing email [VAL-LAB-06]', async () => {
    for (const email of [undefined, '', null]) expect((await create({ email })).body.data.email).toBeNull()
  })
  it('rejects the name of another lab in any case', async () => {
    await create({ name: 'Twin Lab' })
    const response = await create({ name: 'TWIN lab' })
    expect(response.status).toBe(409)
    expect(response.body.message).toBe('A lab with this name already exists')
  })
})

describe('labs list', () => {
  it('contains all labs in an array for the Admin [API-LAB-01 API-LAB-02]', async () => {
    const lab = await app.createLab()
    const response = await admin.get('/lab/getAll')
    expect(response.status).toBe(200)
    expect(response.body.data.map((entry: { id: number }) => entry.id)).toContain(lab.id)
    expect(response.body.data.length).toBeGreaterThan(1)
  })
  it('contains exactly the own lab for other roles', async () => {
    const lab = await app.createLab()
    for (const role of ['Doctor', 'Technician', 'Receptionist'] as const) {
      const client = await app.signedIn(role, lab)
      const { body } = await client.get('/lab/getAll')
      expect(body.data.map((entry: { id: number }) => entry.id)).toEqual([lab.id])
    }
  })
})

describe('single lab', () => {
  it('allows reading, changes by PUT and by PATCH, and deletion when unused [API-LAB-03 API-LAB-05 API-LAB-06]', async () => {
    const lab = await app.createLab()
    expect((await admin.get(`/lab/get/${lab.id}`)).body.data.name).toBe(lab.name)
    const name = `Renamed ${nextNumber()}`
    const changed = await admin.put(`/lab/update/${lab.id}`, fields({ name, phone: '+971 50 111 2222' }))
    expect(changed.body.data).toMatchObject({ id: lab.id, name, phone: '+971501112222' })
    const patched = await admin.send('PATCH', `/lab/update/${lab.id}`, fields({ name: `${name} b` }))
    expect(patched.body.data.name).toBe(`${name} b`)
    expect((await admin.delete(`/lab/delete/${lab.id}`)).status).toBe(200)
    expect((await admin.get(`/lab/get/${lab.id}`)).status).toBe(404)
  })
  it('takes its sign-in provider along, which the activity log names [OIDC-61]', async () => {
    const lab = await app.createLab()
    await storeProvider(app, { labId: lab.id, key: Buffer.alloc(32) })
    expect((await admin.delete(`/lab/delete/${lab.id}`)).status).toBe(200)
    const { summary } = await app.database.one<{ summary: string }>(
      "select summary from activity_log where action = 'lab.delete' order by id desc limit 1",
    )
    expect(summary).toBe(`Deleted lab ${lab.id}, with the sign-in provider Hospital`)
  })
  it('cannot be deleted while users or patients belong to it', async () => {
    const lab = await app.createLab()
    const receptionist = await app.signedIn('Receptionist', lab)
    await registerPatient(receptionist)
    const response = await admin.delete(`/lab/delete/${lab.id}`)
    expect(response.status).toBe(409)
    expect(response.body.message).toBe('This lab still has users or patients and cannot be deleted')
    expect((await admin.get(`/lab/get/${lab.id}`)).status).toBe(200)
  })
  it('answers 404 when it does not exist', async () => {
    for (const call of [
      () => admin.get('/lab/get/999999'),
      () => admin.put('/lab/update/999999', fields()),
      () => admin.delete('/lab/delete/999999'),
    ])
      expect((await call()).status).toBe(404)
  })
})
