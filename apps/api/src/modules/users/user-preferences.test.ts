import { expect, it } from 'vitest'
import { sure } from '../../testing/api-client.ts'
import { TEST_PASSWORD, useTestApp } from '../../testing/test-app.ts'

const app = await useTestApp()
const NONE = { patientColumns: null, reportColumns: null, savedFilters: null }

const signIn = async (email: string) => {
  const client = app.client()
  const { body } = await client.post('/auth/user/login', { email, password: TEST_PASSWORD })
  return { client, body }
}

it('keeps the visible columns of a user on every device [PREF-01]', async () => {
  const { email } = await app.createUser('Receptionist')
  const first = await signIn(email)
  expect(first.body.preferences).toEqual(NONE)
  const chosen = { ...NONE, patientColumns: ['id', 'fullName', 'contact'] }
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
    ...NONE,
    patientColumns: ['fullName'],
    reportColumns: ['title', 'patient'],
  })
  await client.put('/user/preferences', { patientColumns: null })
  expect((await client.get('/user/preferences')).body.data).toEqual({
    ...NONE,
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
  expect((await client.put('/user/preferences', { theme: 'x'.repeat(1000) })).body.data).toEqual(NONE)
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

const critical = { list: 'reports', name: 'Critical', query: 'mark=critical' }

it('keeps the saved filters of a user on every device [PREF-03]', async () => {
  const { email } = await app.createUser('Doctor')
  const first = await signIn(email)
  const saved = [critical, { list: 'inbox', name: 'From HL7', query: 'labId=1&source=hl7' }]
  await first.client.put('/user/preferences', { reportColumns: ['title'] })
  sure(await first.client.put('/user/preferences', { savedFilters: saved }))
  const { body } = await signIn(email)
  expect(body.preferences).toEqual({ ...NONE, reportColumns: ['title'], savedFilters: saved })
  sure(await first.client.put('/user/preferences', { savedFilters: [] }))
  expect((await signIn(email)).body.preferences.savedFilters).toEqual([])
})

it('never stores what was typed into a search, and has a bound [PREF-03]', async () => {
  const { client } = await signIn((await app.createUser('Doctor')).email)
  const put = (savedFilters: unknown) => client.put('/user/preferences', { savedFilters })
  for (const bad of [
    ...[
      { query: 'search=Amal' },
      { query: 'mark=critical&search=Amal' },
      { query: '' },
      { query: 'mark=中' },
      { name: ' ' },
    ],
    ...[{ query: `mark=${'x'.repeat(300)}` }, { name: 'x'.repeat(41) }, { list: 'users' }],
  ])
    expect((await put([{ ...critical, ...bad }])).status, JSON.stringify(bad)).toBe(400)
  expect((await put(Array(31).fill(critical))).status).toBe(400)
  expect(
    (await put(Array(30).fill({ ...critical, name: '中'.repeat(40), query: `mark=${'x'.repeat(295)}` })))
      .status,
  ).toBe(200)
})

it('ignores stored filters that this version does not know [PREF-03]', async () => {
  const { client } = await signIn((await app.createUser('Doctor')).email)
  sure(await client.put('/user/preferences', { savedFilters: [{ ...critical, name: 'Unknown later' }] }))
  await app.database.execute(
    `update user_preferences set saved_filters = '[{"list": "shoes", "name": "Old", "query": "size=4"}]'
      where saved_filters::text like '%Unknown later%'`,
  )
  expect((await client.get('/user/preferences')).body.data).toEqual(NONE)
})
