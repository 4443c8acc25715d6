import { describe, expect, it } from 'vitest'
import { useTestApp } from '../../../testing/test-app.ts'
import { registerPatient } from '../../../testing/test-records.ts'
import { PATIENT_COUNT_LIMIT } from './search-sample.repository.ts'

const app = await useTestApp()
const doctor = await app.signedIn('Doctor')
const outsider = await app.signedIn('Doctor')
const first = await registerPatient(doctor, {
  fullName: 'Hala Noor',
  emrId: 'MRN-É20',
  phone: '+97141234567',
})
const longer = await registerPatient(doctor, {
  fullName: 'Dana Iyer',
  emrId: 'MRN-E201',
  phone: '+971412345678',
})
await registerPatient(outsider, { fullName: 'Elsewhere', emrId: 'MRN-E2', phone: '+9714123456' })
await app.database.execute(`update patients set former_ids = E'\\nzl-' || $1::bigint || '7' where id = $2`, [
  first,
  longer,
])

const idsOf = async (search: string, others = '', client = doctor) => {
  const { status, body } = await client.get(
    `/patient/getAll?sortOrder=asc&search=${encodeURIComponent(search)}${others}`,
  )
  expect(status).toBe(200)
  const ids = (body.data as { id: number }[]).map(({ id }) => id)
  expect(body.pagination.totalItems).toBe(ids.length)
  return ids
}

describe('a whole identifier in the patients list', () => {
  it('finds its patients alone [FIND-12]', async () => {
    for (const typed of [
      `ZL-${first}`,
      `zl ${first}`,
      'mrn-e20',
      'MRN-É20',
      '+971 4 123-4567',
      '0097141234567',
    ])
      expect(await idsOf(typed), typed).toEqual([first])
    expect(await idsOf('MRN-E201')).toEqual([longer])
    const csv = await doctor.raw('GET', `/api/v1/patient/export?search=ZL-${first}`)
    const text = await csv.text()
    expect(text).toContain('Hala Noor')
    expect(text).not.toContain('Dana Iyer')
  })

  it('matches parts when no patient in scope has it as a whole [FIND-12]', async () => {
    for (const typed of ['MRN-E2', '9714123456', 'mrn-'])
      expect(await idsOf(typed), typed).toEqual([first, longer])
    expect(await idsOf(`ZL-${first}`, '&gender=male')).toEqual([])
    expect(await idsOf(`ZL-${first}`, '', outsider)).toEqual([])
    expect(await idsOf('MRN-E20', '', outsider)).toEqual([])
    expect(await idsOf('123456')).toEqual([first, longer])
  })

  it('finds a patient who has the text as EMR ID, too [FIND-12]', async () => {
    const other = await registerPatient(doctor, { fullName: 'Rana Saad', emrId: `ZL-${longer}` })
    expect(await idsOf(`ZL-${longer}`)).toEqual([longer, other])
    const national = await registerPatient(doctor, { fullName: 'Lina Saad', emrId: '971412345678' })
    expect(await idsOf('971412345678')).toEqual([longer, national])
  })

  it('matches as a text when more patients have it than a list counts [FIND-12]', async () => {
    const shared = await app.signedIn('Doctor')
    const id = await registerPatient(shared, { fullName: 'Home of many', phone: '+971507654321' })
    await app.database.execute(
      `insert into patients (lab_id, registered_by, full_name, phone, date_of_birth, gender)
       select lab_id, registered_by, full_name, phone, date_of_birth, gender
         from patients, generate_series(1, $2) where id = $1`,
      [id, PATIENT_COUNT_LIMIT + 5],
    )
    const csv = await shared.raw('GET', '/api/v1/patient/export?search=%2B971507654321')
    expect((await csv.text()).match(/Home of many/g)).toHaveLength(PATIENT_COUNT_LIMIT + 6)
  })

  it('finds the surviving patient by the id of a merged record [FIND-12]', async () => {
    const [survivor, merged] = [
      await registerPatient(doctor, { fullName: 'Salma Aziz' }),
      await registerPatient(doctor, { fullName: 'Salma Aziz', emrId: 'MRN-9X' }),
    ]
    await app.database.execute('update patients set merged_into = $1 where id = $2', [survivor, merged])
    expect(await idsOf(`ZL-${merged}`)).toEqual([survivor])
    expect(await idsOf('MRN-9X')).toEqual([survivor])
  })
})

describe('a text that many patients of a lab contain', () => {
  it('finds them in every order, with long records and without merged ones', async () => {
    const busy = await app.signedIn('Doctor')
    const ids: number[] = []
    for (let number = 0; number < 30; number++)
      ids.push(
        await registerPatient(busy, { fullName: `Common ${'abcdefghijklmnopqrstuvwxyzabcd'[number]}` }),
      )
    const [oldest = 0, merged = 0] = ids
    await app.database.execute('update patients set former_ids = $1 where id = $2', [
      '\nzl-999'.repeat(200),
      oldest,
    ])
    await app.database.execute('update patients set merged_into = $1 where id = $2', [oldest, merged])
    const kept = ids.filter((id) => id !== merged)
    expect(await idsOf('common', '&limit=100', busy)).toEqual(kept)
    const byName = await idsOf('common', '&limit=100&sortBy=fullName', busy)
    expect(byName.toSorted((one, other) => one - other)).toEqual(kept)
    const { body } = await busy.get('/patient/getAll?search=common&limit=10&page=3')
    expect((body.data as { id: number }[]).map(({ id }) => id)).toEqual(kept.toReversed().slice(20, 30))
  })
})
