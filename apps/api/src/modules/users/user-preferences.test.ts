import { expect, it } from 'vitest'
import { TEST_PASSWORD, useTestApp } from '../../testing/test-app.ts'

const app = await useTestApp()

const signIn = async (email: string) => {
  const client = app.client()
  const { body } = await client.post('/auth/user/login', { email, password: TEST_PASSWORD })
  return { client, body }
}

it('keeps the visible columns of a user on every device [PREF-01]', async () => {
  const { email } = await app.createUser('Receptionist')
  const first = await signIn(email)
  expect(first.body.preferences).toEqual({ patientColumns: null, reportColumns: null })
  const chosen = { patientColumns: ['id', 'fullName', 'contact'], reportColumns: null }
  const answer = await first.client.put('/user/preferences', { patientColumns: chosen.patientColumns })
  expect(answer.body.data).toEqual(chosen)
  const second = await signIn(email)
  expect(second.body.preferences).toEqual(chosen)
  expect((await second.client.get('/auth/refresh-token')).body.preferences).toEqual(chosen)
  expect((await second.client.get('/user/preferences')).body.data).toEqual(chosen)
})

it('changes only the given fields, and null restores the default [PREF-01]', async () => {
  const { client } = await signIn((await app.createUser('Doctor')).email)
  await client.put('/user/preferences', { patientColumns: ['fullName'] })
  await client.put('/user/preferences', { reportColumns: ['title', 'patient'] })
  expect((await client.get('/user/preferences')).body.data).toEqual({
    patientColumns: ['fullName'],
    reportColumns: ['title', 'patient'],
  })
  await client.put('/user/preferences', { patientColumns: null })
  expect((await client.get('/user/preferences')).body.data).toEqual({
    patientColumns: null,
    reportColumns: ['title', 'patient'],
  })
})

it('belongs to one user and needs a session [PREF-02]', async () => {
  const { client } = await signIn((await app.createUser('Doctor')).email)
  await client.put('/user/preferences', { patientColumns: ['id'] })
  const other = await signIn((await app.createUser('Doctor')).email)
  expect(other.body.preferences.patientColumns).toBeNull()
  expect((await app.client().get('/user/preferences')).status).toBe(401)
  expect((await app.client().put('/user/preferences', { patientColumns: ['id'] })).status).toBe(401)
})

it('accepts nothing but known columns, each once [PREF-02]', async () => {
  const { client } = await signIn((await app.createUser('Doctor')).email)
  for (const patientColumns of [
    [],
    ['password'],
    ['id', 'id'],
    'id',
    [1],
    Array(1000).fill('id'),
    { id: true },
  ])
    expect((await client.put('/user/preferences', { patientColumns })).status).toBe(400)
  expect((await client.put('/user/preferences', { theme: 'x'.repeat(1000) })).body.data).toEqual({
    patientColumns: null,
    reportColumns: null,
  })
})

it('ignores stored columns that this version does not know [PREF-02]', async () => {
  const { client } = await signIn((await app.createUser('Doctor')).email)
  await client.put('/user/preferences', { patientColumns: ['id'], reportColumns: ['title'] })
  await app.database.execute(
    `update user_preferences set patient_columns = '{fullName,shoeSize}', report_columns = '{shoeSize}'
      where patient_columns = '{id}'`,
  )
  expect((await client.get('/user/preferences')).body.data).toMatchObject({
    patientColumns: ['fullName'],
    reportColumns: null,
  })
})
