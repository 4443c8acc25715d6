import { describe, expect, it } from 'vitest'
import type { ApiClient } from '../../../testing/api-client.ts'
import { useTestApp } from '../../../testing/test-app.ts'
import { registerPatient } from '../../../testing/test-records.ts'

const app = await useTestApp()
const lab = await app.createLab('Export Lab')
const doctor = await app.signedIn('Doctor', lab)
const admin = await app.signedIn('Admin')
for (const [fullName, gender] of [
  ['Chloe Dubois', 'FEMALE'],
  ['aisha Khan', 'FEMALE'],
  ['Bader Saleh', 'MALE'],
  ['Aisha Zayed', 'FEMALE'],
] as const)
  await registerPatient(doctor, { fullName, gender, phone: '+971501112233' })

const download = async (client: ApiClient, query = '') => {
  const response = await client.raw('GET', `/api/v1/patient/export${query}`)
  return { response, text: Buffer.from(await response.arrayBuffer()).toString('utf8') }
}
const linesOf = (text: string) => text.split('\r\n').slice(1, -1)
const idsIn = (text: string) => linesOf(text).map((line) => Number(line.split(',')[0]?.slice(3)))
const idsOnScreen = async (client: ApiClient, query: string): Promise<number[]> =>
  (await client.get(`/patient/getAll${query}`)).body.data.map((row: { id: number }) => row.id)

describe('patients export', () => {
  it('contains the rows of the list in its order for any filter [EXPORT-01]', async () => {
    for (const query of [
      '?limit=100',
      '?limit=100&sortBy=fullName&sortOrder=asc',
      '?limit=100&sortBy=fullName&sortOrder=desc&gender=female',
      '?limit=100&sortOrder=asc&search=aisha',
      '?limit=100&sortOrder=asc&search=ayesha',
      '?limit=100&search=aisha%20khaan',
      '?limit=100&status=incomplete',
      '?limit=100&fromDate=2999-01-01',
    ])
      expect(idsIn((await download(doctor, query)).text), query).toEqual(await idsOnScreen(doctor, query))
  })

  it('names every field and opens as UTF-8 in a spreadsheet [EXPORT-01]', async () => {
    const { response, text } = await download(doctor, '?search=bader')
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="patients.csv"')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(text.split('\r\n')[0]).toBe(
      '\ufeffPatient ID,Full Name,EMR ID,Email,Phone,Date of Birth,Gender,Address,City,Registration Type,Profile,Lab,Registered By,Registered At,Updated At,National ID',
    )
    expect(linesOf(text)).toEqual([
      expect.stringMatching(
        /^ZL-3,Bader Saleh,EMR-\d+,layla\d+@mail\.test,\+971501112233,1990-05-01,MALE,12 Palm Street,Dubai,,Complete,Export Lab,Doctor Person,20[^,]+Z,20[^,]+Z,$/,
      ),
    ])
  })

  it('requires patients:edit and is limited to the own lab [EXPORT-01]', async () => {
    for (const role of ['Technician', 'Receptionist'] as const)
      expect((await download(await app.signedIn(role, lab))).response.status).toBe(403)
    const outsider = await app.signedIn('Doctor')
    const id = await registerPatient(outsider, { fullName: 'Of Another Lab' })
    expect(idsIn((await download(outsider)).text)).toEqual([id])
    expect(idsIn((await download(doctor)).text)).not.toContain(id)
    expect(idsIn((await download(admin)).text)).toContain(id)
  })

  it('escapes formulas and preserves the digits of a phone number [EXPORT-03]', async () => {
    const client = await app.signedIn('Doctor')
    await registerPatient(client, {
      fullName: '=HYPERLINK("x")',
      emrId: '@SUM(A1)',
      phone: '+971509998877',
      address: { line1: '-2+3, "Palm"', city: '+Dubai' },
    })
    const [line] = linesOf((await download(client)).text)
    expect(line).toContain(`,"'=HYPERLINK(""x"")",'@SUM(A1),`)
    expect(line).toContain(',+971509998877,')
    expect(line).toContain(`,"'-2+3, ""Palm""",'+Dubai,`)
  })

  it('streams in batches, and is recorded before its first row [EXPORT-04]', async () => {
    const client = await app.signedIn('Doctor')
    const mine = await app.database.one<{ id: number; lab: number }>(
      'select u.id, u.lab_id as lab from users u order by u.id desc limit 1',
    )
    await app.database.query(
      `insert into patients (lab_id, registered_by, full_name, phone, date_of_birth, created_at)
       select $1, $2, 'Same Name', '+971500000000', '1990-01-01', '2026-01-01T00:00:00Z' from generate_series(1, 2345)`,
      [mine.lab, mine.id],
    )
    const exportsOnRecord = () =>
      app.database.query<{ summary: string; actor_id: number }>(
        `select summary, actor_id from activity_log where action = 'data.export' and actor_id = $1`,
        [mine.id],
      )
    const response = await client.raw('GET', '/api/v1/patient/export?sortBy=fullName&sortOrder=asc')
    expect(response.headers.get('content-length')).toBeNull()
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    const first = await reader.read()
    expect(first.done).toBe(false)
    expect(await exportsOnRecord()).toEqual([{ summary: 'Exported the patients list', actor_id: mine.id }])
    await reader.cancel()
    for (const query of ['?sortBy=fullName&sortOrder=asc', '?sortOrder=desc', '?sortBy=fullName']) {
      const ids = idsIn((await download(client, query)).text)
      expect(ids).toHaveLength(2345)
      expect(new Set(ids).size).toBe(2345)
      const sorted = ids.toSorted((a, b) => a - b)
      expect(ids).toEqual(query.includes('asc') ? sorted : sorted.toReversed())
    }
  })
})
