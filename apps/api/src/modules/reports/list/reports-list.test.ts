import { todayIn } from '@zelab/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TEST_TIME_ZONE, useTestApp } from '../../../testing/test-app.ts'
import { addReportType, publishReport, registerPatient } from '../../../testing/test-records.ts'
import { withdrawReport } from '../../../testing/withdrawal.ts'

const ids: Record<string, number> = {}

const app = await useTestApp()
const doctor = await app.signedIn('Doctor')
const bloodType = await addReportType(doctor)
const scanType = await addReportType(doctor)
const aisha = await registerPatient(doctor, {
  fullName: 'Aïsha Khan',
  phone: '+971501112233',
  emrId: 'EMR-A77',
})
const bader = await registerPatient(doctor, { fullName: 'Bader Saleh', phone: '+971502223344' })
const publish = async (key: string, patientId: number, typeId: number, title: string) => {
  ids[key] = (await publishReport(doctor, patientId, typeId, { title })).id
}
await publish('lipids', aisha, bloodType, 'lipid panel')
await publish('count', bader, bloodType, 'Blood count')
await publish('scan', aisha, scanType, 'Scan of 100% left knee')
await publish('withdrawn', aisha, bloodType, 'Blood gases')
await withdrawReport(doctor, ids.withdrawn, { reason: 'other', note: 'Published twice' })
const outsider = await app.signedIn('Doctor')
const outside = await registerPatient(outsider, { fullName: 'Aisha Khan' })
await publishReport(outsider, outside, bloodType, { title: 'Blood count elsewhere' })

const list = (query: string, client = doctor) => client.get(`/report/getAll${query}`)
const idsOf = async (query: string): Promise<number[]> => {
  const { status, body } = await list(query)
  expect(status).toBe(200)
  expect(body.pagination.totalItems).toBe(body.data.length)
  return body.data.map((report: { id: number }) => report.id)
}
const search = (text: string, others = '') => idsOf(`?search=${encodeURIComponent(text)}${others}`)
const keyed = (...keys: string[]) => keys.map((key) => ids[key])

describe('searching reports', () => {
  it('finds a part of a title in any spelling [FINDREP-01]', async () => {
    expect(await search('PANÉL')).toEqual(keyed('lipids'))
    expect(await search('blood')).toEqual(keyed('count'))
    expect(await search('100% l')).toEqual(keyed('scan'))
    expect(await search('%')).toEqual(keyed('scan'))
  })

  it('finds the reports of a patient by name, phone number, EMR ID and patient id [FINDREP-01]', async () => {
    for (const typed of ['aisha', 'Khan', '050 111 2233', 'emr-a77', `ZL-${aisha}`])
      expect(await search(typed), typed).toEqual(keyed('scan', 'lipids'))
  })

  it('finds a report by its number [FINDREP-01]', async () => {
    expect(await search(`#${ids.count}`)).toEqual(keyed('count'))
    expect(await search(`${ids.count}`)).toContain(ids.count)
  })

  it('shows a report once that matches by title and by patient [FINDREP-01]', async () => {
    const both = await publishReport(doctor, aisha, scanType, { title: 'Aisha, control' })
    expect(await search('aisha')).toEqual([both.id, ...keyed('scan', 'lipids')])
    await withdrawReport(doctor, both.id, { reason: 'other', note: 'Published twice' })
  })

  it('finds nothing of other labs, and nothing withdrawn [FINDREP-01] [FINDREP-03]', async () => {
    expect(await search('elsewhere')).toEqual([])
    expect(await search('gases')).toEqual([])
    expect(await search(`#${ids.withdrawn}`)).toEqual([])
    const admin = await app.signedIn('Admin')
    expect((await list('?search=elsewhere', admin)).body.data).toHaveLength(1)
  })

  it('combines with type and days [FINDREP-02]', async () => {
    const today = todayIn(TEST_TIME_ZONE)
    expect(await search('khan', `&reportTypeId=${scanType}`)).toEqual(keyed('scan'))
    expect(await search('khan', `&fromDate=${today}&toDate=${today}`)).toEqual(keyed('scan', 'lipids'))
    expect(await search('khan', '&toDate=2020-01-01')).toEqual([])
  })
})

describe('reports by day of publication', () => {
  it('begin and end in the time zone of the installation, both days included [FINDREP-02]', async () => {
    const midnight = new Date(`${todayIn(TEST_TIME_ZONE)}T00:00:00+04:00`)
    const setTime = (key: string, at: Date) =>
      app.database.execute('update reports set created_at = $2 where id = $1', [ids[key], at])
    await setTime('lipids', new Date(midnight.getTime() - 10 * 86_400_000))
    await setTime('count', new Date(midnight.getTime() - 9 * 86_400_000 - 1))
    const day = new Date(midnight.getTime() - 9.5 * 86_400_000).toISOString().slice(0, 10)
    expect(await idsOf(`?fromDate=${day}&toDate=${day}`)).toEqual(keyed('count', 'lipids'))
    expect(await idsOf(`?toDate=${day}&reportTypeId=${bloodType}&sortOrder=asc`)).toEqual(
      keyed('lipids', 'count'),
    )
    expect(await idsOf(`?fromDate=${todayIn(TEST_TIME_ZONE)}`)).toEqual(keyed('scan'))
    expect(await idsOf(`?fromDate=${todayIn(TEST_TIME_ZONE)}&toDate=${day}`)).toEqual([])
  })

  it('ignores an invalid date [FINDREP-02]', async () => {
    expect(await idsOf('?fromDate=yesterday&toDate=2026-13-45')).toHaveLength(3)
  })
})

describe('sorting reports', () => {
  it('ignores case for titles, in both directions [FINDREP-04]', async () => {
    expect(await idsOf('?sortBy=title&sortOrder=asc')).toEqual(keyed('count', 'lipids', 'scan'))
    expect(await idsOf('?sortBy=title&sortOrder=desc')).toEqual(keyed('scan', 'lipids', 'count'))
    expect(await search('khan', '&sortBy=title&sortOrder=asc')).toEqual(keyed('lipids', 'scan'))
    expect(await idsOf('?sortBy=patient&sortOrder=desc')).toEqual(await idsOf(''))
  })

  it('shows every report exactly once over its pages, for any page size and filter [FINDREP-04]', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3 }),
        fc.constantFrom('createdAt', 'title'),
        fc.constantFrom('asc', 'desc'),
        fc.constantFrom('', '&search=a', '&fromDate=2020-01-01'),
        async (limit, sortBy, sortOrder, filter) => {
          const order = `sortBy=${sortBy}&sortOrder=${sortOrder}${filter}`
          const whole = await idsOf(`?limit=100&${order}`)
          const seen: number[] = []
          for (let page = 1; page <= Math.ceil(whole.length / limit); page++)
            seen.push(
              ...(await list(`?limit=${limit}&page=${page}&${order}`)).body.data.map(
                (report: { id: number }) => report.id,
              ),
            )
          expect(seen).toEqual(whole)
        },
      ),
      { numRuns: 20 },
    )
  })
})

it('exports the list as filtered and sorted [FINDREP-05]', async () => {
  for (const query of ['?search=khan&sortBy=title&sortOrder=asc', '?fromDate=2020-01-01&sortBy=title', '']) {
    const text = await (await doctor.raw('GET', `/api/v1/report/export${query}`)).text()
    const exported = text.split('\r\n').slice(1).filter(Boolean)
    expect(exported.map((line) => Number(line.split(',')[0]))).toEqual(await idsOf(query))
  }
  const admin = await app.signedIn('Admin')
  const { data } = (await admin.get('/activity/getAll?action=data.export&limit=3')).body
  expect(data[2].summary).toBe('Exported the list of reports: “khan”')
})

it('refuses a search and its export that take too long [FINDREP-06]', async () => {
  await app.database.transaction(async (tx) => {
    await tx.execute('lock table reports in access exclusive mode')
    const refusals = await Promise.all([
      list('?search=khan'),
      doctor.get('/report/export?search=khan'),
      doctor.get('/report/export?search=khan&sortBy=title'),
    ])
    for (const { status, body } of refusals) {
      expect(status).toBe(400)
      expect(body.code).toBe('SEARCH_TOO_BROAD')
    }
  })
  expect(await search('khan')).toHaveLength(2)
})
