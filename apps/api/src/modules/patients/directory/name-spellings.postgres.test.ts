import { beforeAll, describe, expect, it } from 'vitest'
import { sure } from '../../../testing/api-client.ts'
import { useTestApp } from '../../../testing/test-app.ts'
import { patientFields, registerPatient } from '../../../testing/test-records.ts'

const HYPHENS = ['\u2010', '\u2011', '\u2012', '\u2013', '\u2212']
const DOB = '1984-02-11'

const app = await useTestApp()
const lab = await app.createLab()
const doctor = await app.signedIn('Doctor', lab)

const register = (fullName: string) => registerPatient(doctor, { fullName, dob: DOB })
const find = async (text: string): Promise<string[]> =>
  (await doctor.get(`/patient/getAll?limit=100&search=${encodeURIComponent(text)}`)).body.data.map(
    ({ fullName }: { fullName: string }) => fullName,
  )
const warned = async (fullName: string): Promise<string[]> => {
  const answer = await doctor.post('/patient/findDuplicates', { ...patientFields(), fullName, dob: DOB })
  return sure(answer).map(({ patient }: { patient: { fullName: string } }) => patient.fullName)
}

describe('finding and warning about a name in each way that it is written', () => {
  const SPELLINGS = [
    ['فاطمة الزهراء', ['Fatma Alzahraa', 'Fatma Al Zahraa', 'Fatima Al-Zahra']],
    ['Mariam Alhashimi', ['مريم الهاشمي', 'Mariam Al Hashimi', 'Mariam Hashimi']],
    ['Rosa De la Cruz', ['Rosa delacruz', 'Rosa Dela Cruz']],
    ['Jose Delacruz', ['Jose De la Cruz']],
    ['Piet Van der Berg', ['Piet Vanderberg', 'Piet Vander Berg']],
    ['علی رضایی', ['Ali Rezaei', 'Ali Rezai']],
    ['Omid Rezaei', ['امید رضایی']],
    ['Noor Rida', ['نور رضا']],
  ] as const
  beforeAll(async () => {
    for (const [fullName] of SPELLINGS) await register(fullName)
  })

  for (const [fullName, others] of SPELLINGS)
    for (const other of others)
      it(`${other}: ${fullName} [FIND-14]`, async () => {
        expect(await find(other)).toContain(fullName)
        expect(await warned(other)).toContain(fullName)
      })

  it('works by its family name alone [FIND-14]', async () => {
    expect(await find('delacruz')).toEqual(expect.arrayContaining(['Rosa De la Cruz', 'Jose Delacruz']))
    expect(await find('Rezaei')).toEqual(expect.arrayContaining(['علی رضایی', 'Omid Rezaei']))
  })
})

describe('treating every hyphen alike', () => {
  it('covers names of patients and what is typed [FIND-15]', async () => {
    for (const [at, hyphen] of HYPHENS.entries()) {
      const given = ['Anne', 'Beate', 'Clara', 'Dora', 'Edda'][at] ?? ''
      const name = `${given}${hyphen}Marie Lindqvist`
      await register(name)
      expect(await find(`${given}-marie`)).toEqual([name])
      for (const other of HYPHENS) expect(await find(`${given}${other}Marie`)).toEqual([name])
    }
  })

  it('covers names of referrers, whose doubled spaces are one [FIND-15]', async () => {
    sure(await (await app.signedIn('Admin')).put(`/lab/updateVisitSettings/${lab.id}`, { isOn: true }))
    const add = (name: string) => doctor.post(`/lab/addReferrer/${lab.id}`, { kind: 'doctor', name })
    sure(await add('Dr. Anne-Marie Noor'))
    for (const name of ['Dr. Anne\u2013Marie Noor', 'Dr.  Anne-Marie   Noor', 'DR. ANNE\u2212MARIE NOOR'])
      expect((await add(name)).body.code, name).toBe('REFERRER_NAME_TAKEN')
  })
})

it('keeps a whole national id that is typed into a search out of the log [VISIT-29]', async () => {
  const typed = ['784-1990-1234567-1', '784199012345671', '٧٨٤١٩٩٠١٢٣٤٥٦٧١', 'Ali 784 1990 1234567 1']
  for (const text of typed) {
    await find(text)
    await doctor.post('/search/records', { text })
  }
  await app.services.activity.flush()
  const rows = await app.database.query<{ summary: string }>(
    "select summary from activity_log where summary like '%“%' order by id desc limit 20",
  )
  const logged = rows.map(({ summary }) => summary).join('\n')
  expect(logged).toContain('“a national ID”')
  expect(logged).toContain('“Ali a national ID”')
  expect(logged).not.toMatch(/1234567|٧٨٤/)
})
