import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '../../../testing/test-app.ts'
import { registerPatient } from '../../../testing/test-records.ts'
import { FEW_HITS, SIMILAR_SHOWN } from './similar-names.repository.ts'

const PEOPLE = [
  'Mohammed Haddad',
  'محمد حداد',
  'Chloé Müller',
  'فاطمة الزهراء',
  'أحمد العلي',
  'Abdul Rahman Qureshi',
  'عبد الرحمن صالح',
  'Bartholomew Smith',
  'Zainab Noor',
  '100% Nür_Test',
]

const app = await useTestApp()
const doctor = await app.signedIn('Doctor')
for (const fullName of PEOPLE)
  await registerPatient(doctor, { fullName, email: '', gender: fullName.includes('Smith') ? 'MALE' : '' })
const outsider = await app.signedIn('Doctor')
for (const fullName of ['Mohamad Hadad', 'Bartolomew Smith']) await registerPatient(outsider, { fullName })

interface Found {
  exact: string[]
  similar: string[]
}

const search = (text: string, filters = '') =>
  doctor.get(`/patient/getAll?limit=100&search=${encodeURIComponent(text)}${filters}`)

const find = async (text: string, filters = ''): Promise<Found> => {
  const { status, body } = await search(text, filters)
  expect(status).toBe(200)
  const rows = body.data as { id: number; fullName: string }[]
  const similarIds: number[] = body.similarIds ?? []
  expect(body.pagination.totalItems).toBe(rows.length)
  expect(rows.slice(rows.length - similarIds.length).map(({ id }) => id)).toEqual(similarIds)
  return {
    exact: rows.filter(({ id }) => !similarIds.includes(id)).map(({ fullName }) => fullName),
    similar: rows.filter(({ id }) => similarIds.includes(id)).map(({ fullName }) => fullName),
  }
}

describe('search text normalization', () => {
  it.each([
    ['CHLOE muller', 'Chloé Müller'],
    ['chloé MÜLLER', 'Chloé Müller'],
    ['احمد', 'أحمد العلي'],
    ['فاطمه الزهرا', 'فاطمة الزهراء'],
    ['مُحَمَّد', 'محمد حداد'],
    ['محمـــد', 'محمد حداد'],
  ])('ignores case, accents and Arabic variants: %s [FIND-09]', async (typed, fullName) => {
    expect((await find(typed)).exact).toEqual([fullName])
  })

  it('treats pattern characters literally, including full-width ones [FIND-09]', async () => {
    for (const typed of ['100%', '1%0', '%', '_', '\\', '％', '＿', '＼'])
      expect((await find(typed)).exact, typed).toEqual(
        ['100%', '%', '_', '％', '＿'].includes(typed) ? ['100% Nür_Test'] : [],
      )
  })

  it('accepts the digits of an Arabic keyboard, and phone numbers as they are dialled [FIND-09]', async () => {
    await registerPatient(doctor, { fullName: 'Dialled Person', phone: '+971507654321' })
    for (const typed of ['٠٥٠٧٦٥٤٣٢١', '050 765 4321', '00971 50 765 4321', '+971-50-765-4321'])
      expect((await find(typed)).exact, typed).toEqual(['Dialled Person'])
  })
})

describe('similar names', () => {
  it.each([
    ['Muhamad Hadad', ['Mohammed Haddad', 'محمد حداد']],
    ['Xiomara', []],
    ['Fatima', ['فاطمة الزهراء']],
    ['Ahmad Al Ali', ['أحمد العلي']],
    ['Abdelrahman', ['Abdul Rahman Qureshi', 'عبد الرحمن صالح']],
    ['Bartolomew', ['Bartholomew Smith']],
    ['Smith Bartholomew', ['Bartholomew Smith']],
    ['Bartholonew', ['Bartholomew Smith']],
    ['Zaynab', ['Zainab Noor']],
    ['Bartolomeu Smit', ['Bartholomew Smith']],
    ['Mohtarma', []],
  ])('come for %s, in either script [FIND-10]', async (typed, names) => {
    const found = await find(typed)
    expect(found.exact).toEqual([])
    expect(found.similar.toSorted()).toEqual(names.toSorted())
  })

  it('rank by all words of the text [SAFE-07]', async () => {
    const busy = await app.signedIn('Doctor')
    for (const fullName of ['Hamad Khan', 'Hamad Kaya', 'Hamad Kassar', 'Ahmad Khan'])
      await registerPatient(busy, { fullName })
    const { body } = await busy.get('/patient/getAll?search=hammad%20kahn')
    expect(body.similarIds.length).toBeGreaterThan(1)
    expect(body.data[0].fullName).toBe('Hamad Khan')
  })

  it('follow the exact matches, which are in the chosen order [FIND-10]', async () => {
    expect(await find('Mohammed')).toEqual({ exact: ['Mohammed Haddad'], similar: ['محمد حداد'] })
    expect(await find('محمد', '&sortBy=fullName&sortOrder=asc')).toEqual({
      exact: ['محمد حداد'],
      similar: ['Mohammed Haddad'],
    })
  })

  it('exclude names that only share a word with an exact match', async () => {
    expect(await find('Bartholomew Smi')).toEqual({ exact: ['Bartholomew Smith'], similar: [] })
  })

  it('respect the other filters [FIND-10]', async () => {
    expect((await find('Bartolomew', '&gender=male')).similar).toEqual(['Bartholomew Smith'])
    expect((await find('Bartolomew', '&gender=female')).similar).toEqual([])
    expect((await find('Bartholonew', '&gender=female')).similar).toEqual([])
    expect((await find('Bartolomew', '&toDate=2020-01-01')).similar).toEqual([])
  })

  it('stay out when the text is short or not a name', async () => {
    for (const typed of ['Ah', 'Zy', '0501', 'EMR-9', 'unknown@mail.test', '...', 'al', '%%%'])
      expect((await search(typed)).body.similarIds, typed).toBeUndefined()
  })

  it('stay out when there are enough exact matches', async () => {
    const busy = await app.signedIn('Doctor')
    for (let number = 0; number < FEW_HITS; number++) {
      const { body } = await busy.get('/patient/getAll?search=Jennifer')
      expect(body.similarIds ?? [], `${number} exact hits`).toHaveLength(number === 0 ? 0 : 1)
      await registerPatient(busy, { fullName: 'Jennifer Kim' })
      if (number === 0) await registerPatient(busy, { fullName: 'Jenifer Kim' })
    }
    const { body } = await busy.get('/patient/getAll?search=Jennifer')
    expect(body.similarIds).toBeUndefined()
    expect(body.pagination.totalItems).toBe(FEW_HITS)
  })
})

describe('search pages', () => {
  it('contain every row exactly once, exact matches first [FIND-10]', async () => {
    const busy = await app.signedIn('Doctor')
    const exact: number[] = []
    for (let number = 0; number < 4; number++)
      exact.push(await registerPatient(busy, { fullName: `Katarina No${'abcd'[number]}` }))
    const similar: number[] = []
    for (let number = 0; number < SIMILAR_SHOWN + 3; number++)
      similar.push(
        await registerPatient(busy, { fullName: `Catherine N${'abcdefghijklmnopqrstuvwxyz'[number]}` }),
      )
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 30 }),
        fc.constantFrom('createdAt', 'fullName'),
        async (limit, sortBy) => {
          const seen: number[] = []
          let pages = 1
          for (let page = 1; page <= pages; page++) {
            const { body } = await busy.get(
              `/patient/getAll?search=katarina&limit=${limit}&page=${page}&sortBy=${sortBy}`,
            )
            pages = body.pagination.totalPages
            expect(body.pagination.totalItems).toBe(exact.length + SIMILAR_SHOWN)
            expect(body.similarIds).toHaveLength(SIMILAR_SHOWN)
            seen.push(...body.data.map((patient: { id: number }) => patient.id))
          }
          expect(seen).toHaveLength(exact.length + SIMILAR_SHOWN)
          expect(new Set(seen).size).toBe(seen.length)
          expect(seen.slice(0, exact.length).toSorted((a, b) => a - b)).toEqual(exact)
          for (const id of seen.slice(exact.length)) expect(similar).toContain(id)
        },
      ),
      { numRuns: 15 },
    )
  })
})
