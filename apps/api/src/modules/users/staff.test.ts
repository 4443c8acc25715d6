import { describe, expect, it } from 'vitest'
import { sure, type ApiClient } from '../../testing/api-client.ts'
import { nextNumber, TEST_PASSWORD, type TestUser, useTestApp } from '../../testing/test-app.ts'
import { registerPatient } from '../../testing/test-records.ts'

const OWN_ACCOUNT =
  'You cannot deactivate your own account or change your own role. Please ask another Admin.'
const LAST_ADMIN = 'The last Admin cannot be deactivated or given another role'

const app = await useTestApp()
const admin = await app.signedIn('Admin')
const lab = await app.createLab('City Lab')

const fieldsOf = (user: TestUser, changes: object = {}) => ({
  name: `${user.role} Person`,
  phone: '+971500000000',
  email: user.email,
  userTypeId: { Admin: 1, Doctor: 2, Technician: 3, Receptionist: 4, Patient: 5 }[user.role],
  labId: user.labId,
  ...changes,
})

const change = (user: TestUser, changes?: object, client: ApiClient = admin) =>
  client.put(`/user/update/${user.id}`, fieldsOf(user, changes))
const deactivate = (user: TestUser, client: ApiClient = admin) => client.delete(`/user/delete/${user.id}`)
const reactivate = (user: TestUser) => admin.post(`/user/reactivate/${user.id}`)
const isSignedIn = async (client: ApiClient) => (await client.get('/user/dashboard')).status === 200
const signIn = (user: TestUser) =>
  app.client().post('/auth/user/login', { email: user.email, password: TEST_PASSWORD })
const openLink = async (user: TestUser) => {
  await app.database.execute(
    `insert into password_resets (user_id, token_hash, expires_at)
     values ($1, decode(md5($2::text), 'hex'), now() + interval '1 hour')`,
    [user.id, nextNumber()],
  )
}
const openLinks = async ({ id }: TestUser) =>
  (await app.database.query('select 1 from password_resets where user_id = $1', [id])).length
const onRecord = async ({ id }: TestUser) =>
  app.database.query<{ action: string; summary: string; actor_id: number }>(
    `select action, summary, actor_id from activity_log
      where object_type = 'user' and object_id = $1 order by id`,
    [id],
  )

describe('changing a user', () => {
  it('saves every field under the rules of Add User [USEREDIT-01]', async () => {
    const user = await app.createUser('Doctor')
    const changes = { name: 'Sara Noor', phone: '971 50 765-4321', email: 'sara.noor@zelab.test' }
    const response = await change(user, { ...changes, userTypeId: '3', labId: String(lab.id) })
    expect(response.status).toBe(200)
    expect(response.body).toMatchObject({
      message: 'Changes saved successfully',
      data: {
        id: user.id,
        fullName: 'Sara Noor',
        phone: '+971507654321',
        email: 'sara.noor@zelab.test',
        userType: { id: 3, name: 'Technician' },
        lab: { id: lab.id, name: 'City Lab' },
        status: 'active',
      },
    })
    expect((await admin.get(`/user/${user.id}`)).body.data).toEqual(response.body.data)
    for (const [changed, message] of [
      [{ name: 'ab' }, 'Name must be at least 3 characters'],
      [{ name: 'n'.repeat(31) }, 'Name must not exceed 30 characters'],
      [{ phone: '123' }, 'Please enter a valid phone number'],
      [{ email: 'sara@' }, 'Please enter a valid email address'],
      [{ userTypeId: 5 }, 'Please select a user type'],
      [{ userTypeId: { toString: 'x' } }, 'Please select a user type'],
      [{ labId: '' }, 'Lab Selection is required for non-admin users'],
      [{ labId: 999_999 }, 'Lab Selection is required for non-admin users'],
    ] as const) {
      const refused = await change(user, changed)
      expect(refused.status).toBe(400)
      expect(refused.body.message).toBe(message)
    }
  })

  it('clears the lab of a new Admin, and rejects a taken email in any case [USEREDIT-01]', async () => {
    const [user, other] = [await app.createUser('Doctor', lab), await app.createUser('Doctor', lab)]
    expect((await change(user, { userTypeId: 1 })).body.data).toMatchObject({
      userType: { name: 'Admin' },
      lab: null,
    })
    const refused = await change(other, { email: user.email.toUpperCase() })
    expect(refused.status).toBe(409)
    expect(refused.body.message).toBe('A user with this email already exists')
    await deactivate(user)
  })

  it('keeps what another Admin changed since the form was opened [RULE-92]', async () => {
    const { id } = await app.createUser('Doctor', lab)
    const technician = { userTypeId: 3 }
    sure(await admin.put(`/user/update/${id}`, technician))
    const saved = sure(await admin.put(`/user/update/${id}`, { phone: '+971501119988' }))
    expect(saved).toMatchObject({
      userType: { name: 'Technician' },
      phone: '+971501119988',
      lab: { id: lab.id },
    })
    expect((await admin.put(`/user/update/${id}`, { ...technician, labId: '' })).status).toBe(400)
  })

  it('ends the sessions of a user whose role, lab or email changed, and no others [USEREDIT-01]', async () => {
    const otherAdmin = await app.signedIn('Doctor', lab)
    for (const changes of [{ userTypeId: 4 }, { labId: lab.id }, { email: 'moved@zelab.test' }]) {
      const doctor = await app.signedIn('Doctor')
      await openLink(doctor.user)
      expect((await change(doctor.user, { name: 'Another Name', phone: '+971509999999' })).status).toBe(200)
      expect(await isSignedIn(doctor)).toBe(true)
      expect((await change(doctor.user, changes)).status).toBe(200)
      expect(await isSignedIn(doctor), JSON.stringify(changes)).toBe(false)
      expect(await openLinks(doctor.user)).toBe('email' in changes ? 0 : 1)
    }
    expect(await isSignedIn(otherAdmin)).toBe(true)
  })

  it('answers 404 for unknown users and for patients', async () => {
    const patient = await app.createUser('Patient')
    for (const id of [999_999, patient.id]) {
      const response = await change({ ...patient, id, role: 'Admin' })
      expect(response.status).toBe(404)
      expect(response.body.message).toBe('User not found')
      for (const path of [`/user/reactivate/${id}`, `/user/resendInvitation/${id}`])
        expect((await admin.post(path)).status).toBe(404)
      expect((await admin.delete(`/user/delete/${id}`)).status).toBe(404)
    }
  })
})

describe('deactivating a user', () => {
  it('signs the user out at once and blocks every way to sign in [USEREDIT-02]', async () => {
    const doctor = await app.signedIn('Doctor', lab)
    const patient = await registerPatient(doctor)
    await openLink(doctor.user)
    const response = await deactivate(doctor.user)
    expect(response.body).toMatchObject({ message: 'User deactivated', data: { status: 'deactivated' } })
    expect(await isSignedIn(doctor)).toBe(false)
    expect(await openLinks(doctor.user)).toBe(0)
    const refused = await signIn(doctor.user)
    expect(refused.status).toBe(401)
    expect(refused.body.message).toBe('Invalid email or password')
    await app.services.passwordResets.send({ email: doctor.user.email }, 'job-1')
    expect(await openLinks(doctor.user)).toBe(0)
    expect((await deactivate(doctor.user)).status).toBe(200)

    const list = (await admin.get('/user/all')).body.data as { id: number; status: string }[]
    expect(list.find(({ id }) => id === doctor.user.id)).toMatchObject({
      fullName: 'Doctor Person',
      status: 'deactivated',
    })
    const history = (await admin.get(`/activity/ofPatient/${patient}`)).body.data
    expect(history.at(-1)).toMatchObject({ actor: { id: doctor.user.id, fullName: 'Doctor Person' } })
  })

  it('allows a return [USEREDIT-02]', async () => {
    const doctor = await app.signedIn('Doctor', lab)
    await deactivate(doctor.user)
    const response = await reactivate(doctor.user)
    expect(response.body).toMatchObject({ message: 'User reactivated', data: { status: 'active' } })
    expect(await isSignedIn(doctor)).toBe(false)
    expect((await signIn(doctor.user)).status).toBe(200)
    const again = await reactivate(doctor.user)
    expect(again.status).toBe(409)
    expect(again.body.message).toBe('This user is already active')
  })
})

describe('Admins', () => {
  it('edit their own account, but can neither deactivate it nor change its role [USEREDIT-03]', async () => {
    const other = await app.signedIn('Admin')
    for (const response of [
      await change(other.user, { userTypeId: 2, labId: lab.id }, other),
      await deactivate(other.user, other),
    ]) {
      expect(response.status).toBe(409)
      expect(response.body.message).toBe(OWN_ACCOUNT)
    }
    expect((await change(other.user, { name: 'Own Name' }, other)).body.data.fullName).toBe('Own Name')
    expect(await isSignedIn(other)).toBe(true)
    await deactivate(other.user)
  })

  it('always remain at least one, even after two concurrent requests [USEREDIT-03]', async () => {
    for (const [toAdmin, toOther] of [
      [deactivate, deactivate],
      [
        (user: TestUser, client: ApiClient) => change(user, { userTypeId: 2, labId: lab.id }, client),
        deactivate,
      ],
    ] as const)
      for (let round = 0; round < 5; round++) {
        const other = await app.signedIn('Admin')
        const responses = await Promise.all([toAdmin(admin.user, other), toOther(other.user, admin)])
        expect(responses.map(({ status }) => status).sort()).toContain(200)
        const { left } = await app.database.one<{ left: number }>(
          'select count(*) as left from users where user_type_id = 1 and deactivated_at is null',
        )
        expect(left).toBe(1)
        for (const { status, body } of responses) {
          if (status !== 409) continue
          expect(body.message).toBe(LAST_ADMIN)
        }
        if (await isSignedIn(admin)) continue
        await app.database.execute(
          'update users set deactivated_at = case when id = $1 then null else now() end, lab_id = null, user_type_id = 1 where id in ($1, $2)',
          [admin.user.id, other.user.id],
        )
        await admin.post('/auth/user/login', { email: admin.user.email, password: TEST_PASSWORD })
      }
  })

  it('count as remaining only once they have accepted their invitation [USEREDIT-03]', async () => {
    const invited = await app.createUser('Admin')
    const caller = await app.signedIn('Admin')
    await app.database.execute('update users set is_invited = true where id = $1', [invited.id])
    // Simulates a caller deactivated between the session check and the lock.
    await app.database.execute('update users set is_invited = true where id = $1', [caller.user.id])
    const refused = await deactivate(admin.user, caller)
    expect(refused.body.message).toBe(LAST_ADMIN)
    await app.database.execute('update users set is_invited = false where id = $1', [caller.user.id])
    expect((await deactivate(caller.user)).status).toBe(200)
    expect((await deactivate(invited)).status).toBe(200)
  })
})

describe('user administration', () => {
  it('requires the Admin [USEREDIT-08]', async () => {
    const user = await app.createUser('Doctor', lab)
    for (const role of ['Doctor', 'Technician', 'Receptionist'] as const) {
      const client = await app.signedIn(role, lab)
      for (const [method, path] of [
        ['PUT', `/user/update/${user.id}`],
        ['DELETE', `/user/delete/${user.id}`],
        ['POST', `/user/reactivate/${user.id}`],
        ['POST', '/user/invite'],
        ['POST', `/user/resendInvitation/${user.id}`],
      ] as const)
        expect((await client.send(method, path, fieldsOf(user))).status, `${role} ${path}`).toBe(403)
    }
    expect(await onRecord(user)).toEqual([])
  })

  it('records every action [USEREDIT-08]', async () => {
    const user = await app.createUser('Doctor', lab)
    await change(user, { name: 'Sara Noor', userTypeId: 3 })
    await change(user, { name: 'Sara Noor', userTypeId: 3 })
    await deactivate(user)
    await reactivate(user)
    const actor_id = admin.user.id
    expect(await onRecord(user)).toEqual([
      { action: 'user.update', summary: 'Changed name, role of Sara Noor', actor_id },
      { action: 'user.deactivate', summary: 'Deactivated Sara Noor', actor_id },
      { action: 'user.reactivate', summary: 'Reactivated Sara Noor', actor_id },
    ])
  })
})
