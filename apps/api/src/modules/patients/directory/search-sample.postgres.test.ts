import { expect, it } from 'vitest'
import { useTestApp } from '../../../testing/test-app.ts'
import { registerPatient } from '../../../testing/test-records.ts'
import { findSearchedPatients } from './matching-patients.repository.ts'
import { sampleSearch } from './search-sample.repository.ts'

const app = await useTestApp()
const lab = await app.createLab()
const doctor = await app.signedIn('Doctor', lab)

const copyPatient = (id: number, { times, daysAgo }: { times: number; daysAgo: number }) =>
  app.database.execute(
    `insert into patients (lab_id, registered_by, full_name, phone, date_of_birth, gender, created_at)
     select lab_id, registered_by, full_name, phone, date_of_birth, gender,
            now() - make_interval(days => $2) + make_interval(mins => number)
       from patients, generate_series(1, $3) as number where id = $1`,
    [id, daysAgo, times],
  )

it('finds a text frequent although an import of other patients came last', async () => {
  const khan = await registerPatient(doctor, { fullName: 'Amina Khan' })
  await app.database.execute("update patients set created_at = now() - interval '400 days' where id = $1", [
    khan,
  ])
  await copyPatient(khan, { times: 300, daysAgo: 399 })
  const imported = await registerPatient(doctor, { fullName: 'Rashid Saif' })
  await copyPatient(imported, { times: 600, daysAgo: 1 })

  expect(await sampleSearch(app.database, lab.id, 'khan', 'createdAt')).toMatchObject({
    by: 'newest',
    isLargeLab: true,
  })
  expect(await sampleSearch(app.database, lab.id, 'rashid', 'createdAt')).toMatchObject({ by: 'newest' })
  expect(await sampleSearch(app.database, lab.id, 'zzyzx', 'createdAt')).toMatchObject({
    by: 'trigrams-of-all',
  })
})

it('reads the newest patients for a less frequent text where finding all of them would take longer', async () => {
  const large = await app.createLab()
  const staff = await app.signedIn('Doctor', large)
  await copyPatient(await registerPatient(staff, { fullName: 'Rashid Saif' }), { times: 480, daysAgo: 2 })
  await copyPatient(await registerPatient(staff, { fullName: 'Amina Khan' }), { times: 8, daysAgo: 1 })
  expect(await sampleSearch(app.database, large.id, 'khan', 'createdAt')).toMatchObject({
    by: 'trigrams-of-lab',
  })
  await app.database.execute(
    "update record_counts set n = 250000 where kind = 'patients' and lab_id = $1 and n > 0",
    [large.id],
  )
  expect(await sampleSearch(app.database, large.id, 'khan', 'createdAt')).toMatchObject({ by: 'newest' })
  expect(await sampleSearch(app.database, large.id, 'khan', 'fullName')).toMatchObject({
    by: 'trigrams-of-lab',
  })
})

it('finds a long name that is not among the sampled patients, and no other with parts of it', async () => {
  const large = await app.createLab()
  const staff = await app.signedIn('Doctor', large)
  const wanted = await registerPatient(staff, { fullName: 'Tenzin Chaudhry' })
  const other = await registerPatient(staff, { fullName: 'Tenzan Chodhry' })
  const longAgo = "update patients set created_at = now() - interval '400 days' where id = any($1)"
  await app.database.execute(longAgo, [[wanted, other]])
  const common = await registerPatient(staff, { fullName: 'Rashid Saif' })
  await copyPatient(common, { times: 300, daysAgo: 399 })
  await copyPatient(common, { times: 300, daysAgo: 1 })
  const find = async (typed: string) => {
    const sample = await sampleSearch(app.database, large.id, typed, 'createdAt')
    expect(sample).toMatchObject({ by: 'trigrams-of-all' })
    const order = { sortBy: 'createdAt', sortOrder: 'desc' } as const
    const found = await findSearchedPatients(large.id, app.database, sample, order, { limit: 10, offset: 0 })
    return found.rows.map(({ id }) => id)
  }
  expect(await find('Tenzin Chaudhry')).toEqual([wanted])
  expect(await find('TENZAN CHODHRY')).toEqual([other])
  expect(await find('tenzin ch')).toEqual([wanted])
  expect(await find('Tenzin Chaudhry%')).toEqual([])
})
