import { todayIn } from '@zelab/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TEST_TIME_ZONE, useTestApp } from '../../../testing/test-app.ts'
import { addReportType, publishReport, registerPatient } from '../../../testing/test-records.ts'

const ids: number[] = []

const app = await useTestApp()
const doctor = await app.signedIn('Doctor')
const people = [
  {
    fullName: 'Aisha Khan',
    gender: 'FEMALE',
    email: 'aisha@mail.test',
    emrId: 'EMR-100%',
    phone: '+971501112233',
  },
  {
    fullName: 'bader Saleh',
    gender: 'MALE',
    email: 'bader@mail.test',
    emrId: 'E_7777',
    phone: '+971502223344',
  },
  {
    fullName: 'Chloe Dubois',
    gender: 'OTHER',
    email: 'chloe@mail.test',
    emrId: '12-34',
    phone: '+33612345678',
  },
  {
    fullName: 'Dana Iyer',
    gender: '',
    email: '',
    emrId: '',
    phone: '+971504445566',
    registrationType: 'Walk-in',
  },
]
for (const person of people) ids.push(await registerPatient(doctor, person))

const list = (query = '') => doctor.get(`/patient/getAll${query}`)
const namesOf = async (query: string): Promise<string[]> =>
  (await list(query)).body.data.map((patient: { fullName: string }) => patient.fullName)
const sorted = async (query: string) => (await namesOf(query)).sort()

describe('patients list', () => {
  it('contains the patients and the total [API-PATIENT-01 API-PATIENT-02 API-PATIENT-03]', async () => {
    const response = await list()
    expect(response.status).toBe(200)
    expect(response.body.data).toHaveLength(4)
    expect(response.body.pagination).toEqual({ page: 1, limit: 10, totalItems: 4, totalPages: 1 })
  })
  it('starts with the newest', async () => {
    expect(await namesOf('')).toEqual(['Dana Iyer', 'Chloe Dubois', 'bader Saleh', 'Aisha Khan'])
  })
  it('supports page and limit [API-PATIENT-04 API-PATIENT-05]', async () => {
    expect(await namesOf('?limit=3')).toEqual(['Dana Iyer', 'Chloe Dubois', 'bader Saleh'])
    expect(await namesOf('?limit=3&page=2')).toEqual(['Aisha Khan'])
  })
  it('shows the last page for one past the end, and clamps out-of-range values', async () => {
    expect((await list('?limit=3&page=999')).body.pagination).toMatchObject({ page: 2 })
    expect(await namesOf('?limit=3&page=999')).toEqual(['Aisha Khan'])
    for (const query of ['?page=0', '?page=-3', '?page=x', '?limit=0', '?limit=1000000', '?page=1&page=2'])
      expect((await list(query)).status).toBe(200)
    expect((await list('?limit=5000')).body.pagination.limit).toBe(100)
  })
  it('contains every row exactly once over its pages, for any page size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 6 }),
        fc.constantFrom('createdAt', 'fullName'),
        async (limit, sortBy) => {
          const seen: number[] = []
          for (let page = 1; page <= Math.ceil(4 / limit); page++) {
            const { body } = await list(`?limit=${limit}&page=${page}&sortBy=${sortBy}`)
            seen.push(...body.data.map((patient: { id: number }) => patient.id))
          }
          expect(seen.toSorted((a, b) => a - b)).toEqual(ids)
        },
      ),
      { numRuns: 12 },
    )
  })
  it('sorts by name in both directions, ignoring case [API-PATIENT-10 API-PATIENT-11]', async () => {
    const byName = ['Aisha Khan', 'bader Saleh', 'Chloe Dubois', 'Dana Iyer']
    expect(await namesOf('?sortBy=fullName&sortOrder=asc')).toEqual(byName)
    expect(await namesOf('?sortBy=fullName&sortOrder=desc')).toEqual(byName.toReversed())
    expect(await namesOf('?sortBy=createdAt&sortOrder=asc')).toEqual(byName)
    expect(await namesOf('?sortBy=password_hash&sortOrder=sideways')).toEqual(byName.toReversed())
  })
  it('sorts names without regard to hamza and accents, over pages and in exports [AR-12]', async () => {
    const client = await app.signedIn('Doctor', await app.createLab('Sorted'))
    for (const fullName of ['احمد سالم', 'بدر', 'إبراهيم', 'Élise', 'أحمد سالم', 'Zoe', 'Eliot', 'آدم'])
      await registerPatient(client, { fullName })
    const sorted = ['Eliot', 'Élise', 'Zoe', 'إبراهيم', 'احمد سالم', 'أحمد سالم', 'آدم', 'بدر']
    const page = async (number: number) =>
      (
        await client.get(`/patient/getAll?sortBy=fullName&sortOrder=asc&limit=3&page=${number}`)
      ).body.data.map(({ fullName }: { fullName: string }) => fullName)
    expect([...(await page(1)), ...(await page(2)), ...(await page(3))]).toEqual(sorted)
    const found = await client.get('/patient/getAll?search=سالم&sortBy=fullName&sortOrder=desc')
    expect(found.body.data.map(({ fullName }: { fullName: string }) => fullName)).toEqual([
      'أحمد سالم',
      'احمد سالم',
    ])
  })
  it('filters by status [API-PATIENT-07]', async () => {
    expect(await sorted('?status=completed')).toEqual(['Aisha Khan', 'Chloe Dubois', 'bader Saleh'])
    expect(await namesOf('?status=incomplete')).toEqual(['Dana Iyer'])
    expect(await namesOf('?status=nonsense')).toHaveLength(4)
  })
  it('filters by gender in any case; OTHER and none appear only without the filter [API-PATIENT-09]', async () => {
    expect(await namesOf('?gender=male')).toEqual(['bader Saleh'])
    expect(await namesOf('?gender=FEMALE')).toEqual(['Aisha Khan'])
    expect(await namesOf('?gender=all')).toHaveLength(4)
    expect(await namesOf('?gender=other')).toHaveLength(4)
  })
  it('filters by registration type [API-PATIENT-08]', async () => {
    expect(await namesOf('?registrationType=Walk-in')).toEqual(['Dana Iyer'])
    expect(await namesOf('?registrationType=all')).toHaveLength(4)
  })
})

describe('patient search', () => {
  it('finds parts of name, email, EMR id, phone and id in any case [API-PATIENT-06]', async () => {
    expect(await namesOf('?search=KHAN')).toEqual(['Aisha Khan'])
    expect(await namesOf('?search=Bader@Mail')).toEqual(['bader Saleh'])
    expect(await namesOf('?search=emr-100')).toEqual(['Aisha Khan'])
    expect(await namesOf('?search=2223344')).toEqual(['bader Saleh'])
    expect(await namesOf(`?search=ZL-${ids[2]}`)).toEqual(['Chloe Dubois'])
    expect(await namesOf(`?search=${ids[2]}`)).toContain('Chloe Dubois')
  })
  it('finds a phone number in any spelling', async () => {
    for (const typed of ['+971501112233', '971501112233', '+971 50 111-2233', '(50) 111'])
      expect(await namesOf(`?search=${encodeURIComponent(typed)}`)).toEqual(['Aisha Khan'])
  })
  it('matches pattern characters literally', async () => {
    expect(await namesOf('?search=%25')).toEqual(['Aisha Khan'])
    expect(await namesOf('?search=_')).toEqual(['bader Saleh'])
    expect(await namesOf('?search=%5C')).toEqual([])
    expect(await namesOf('?search=12-34')).toEqual(['Chloe Dubois'])
  })
  it('never matches across two fields', async () => {
    expect(await namesOf('?search=khan971')).toEqual([])
    expect(await namesOf('?search=khan%0A971')).toEqual([])
  })
  it('never fails for any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 120 }), async (typed) => {
        const response = await list(`?search=${encodeURIComponent(typed)}`)
        expect(response.status).toBe(200)
      }),
      { numRuns: 60 },
    )
    expect((await list('?search=%00')).status).toBe(200)
  })
})

describe('registration date filter', () => {
  it('includes both ends in the installation’s time zone [API-PATIENT-12 API-PATIENT-13]', async () => {
    const today = todayIn(TEST_TIME_ZONE)
    // The first and the last second of March 10 in Dubai, which is four hours ahead of UTC.
    await app.database.query('update patients set created_at = $2 where id = $1', [
      ids[0],
      '2026-03-09T20:00:00Z',
    ])
    await app.database.query('update patients set created_at = $2 where id = $1', [
      ids[1],
      '2026-03-10T19:59:59Z',
    ])
    expect(await sorted('?fromDate=2026-03-10&toDate=2026-03-10')).toEqual(['Aisha Khan', 'bader Saleh'])
    expect(await namesOf('?toDate=2026-03-09')).toEqual([])
    expect(await namesOf('?fromDate=2026-03-11&toDate=2026-04-01')).toEqual([])
    expect(await sorted(`?fromDate=${today}&toDate=${today}`)).toEqual(['Chloe Dubois', 'Dana Iyer'])
    expect(await namesOf('?fromDate=2026-04-01&toDate=2026-03-01')).toEqual([])
    expect(await namesOf('?fromDate=yesterday&toDate=0000-00-00')).toHaveLength(4)
    expect(await namesOf('?fromDate=0001-01-01&toDate=9999-12-31')).toHaveLength(4)
  })
})

describe('single patient', () => {
  it('includes the reports, newest first [API-PATIENT-14 API-PATIENT-15 API-ENT-21 API-ENT-22 API-ENT-30]', async () => {
    const id = ids[0] as number
    const type = await addReportType(doctor)
    const first = await publishReport(doctor, id, type, { title: 'First report' })
    const second = await publishReport(doctor, id, type, { title: 'Second report', remark: '' })
    const { status, body } = await doctor.get(`/patient/getById/${id}`)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      id,
      fullName: 'Aisha Khan',
      registeredByUser: {
        fullName: 'Doctor Person',
        userType: { name: 'Doctor' },
        lab: { name: expect.any(String) },
      },
    })
    expect(body.data.reports).toEqual([
      {
        id: second.id,
        title: 'Second report',
        remark: null,
        filePath: second.filePath,
        createdAt: expect.any(String),
        version: 1,
        marks: [],
      },
      {
        id: first.id,
        title: 'First report',
        remark: 'Within range',
        filePath: first.filePath,
        createdAt: expect.any(String),
        version: 1,
        marks: [],
      },
    ])
  })
  it('answers 404 when unknown and for a malformed id [API-PATIENT-16]', async () => {
    for (const id of ['999999', 'abc', '1.5', '0', '-1', '1%20or%201=1', '9'.repeat(30)]) {
      const response = await doctor.get(`/patient/getById/${id}`)
      expect(response.status).toBe(404)
      expect(response.body.success).toBe(false)
      expect(response.body.data).toBeUndefined()
    }
  })
})
