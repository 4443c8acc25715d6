import { FILTERED_MARKS } from '@zelab/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { sure, type ApiClient } from '../../../testing/api-client.ts'
import { flagReport, recordCall, useCritical } from '../../../testing/critical.ts'
import { startHeldLinks } from '../../../testing/held-links.ts'
import { decisionOn, needTwoPersons, releaseReport } from '../../../testing/release.ts'
import { stopAtEnd } from '../../../testing/stop-at-end.ts'

const suite = await stopAtEnd(startHeldLinks())
await suite.setHolding(false)
const technician = await suite.app.signedIn('Technician', suite.lab)
await useCritical(suite.admin, suite.lab.id)

beforeEach(() => needTwoPersons(suite.admin, suite.lab, { twoPersons: 'none' }))

interface Marked {
  id: number
  title: string
  marks?: string[]
}

/** Every list of reports that has it. */
const marksOf = async (reportId: number, patientId: number, client: ApiClient = suite.receptionist) => {
  const marksIn = (rows: Marked[]) => rows.find(({ id }) => id === reportId)?.marks
  const visits = (await client.get(`/visit/getByPatientId/${patientId}`)).body.data as {
    reports: Marked[]
  }[]
  const found = async (text: string) => marksIn(sure(await client.post('/search/records', { text })).reports)
  const filters: string[] = []
  for (const mark of FILTERED_MARKS) {
    const rows = (await client.get(`/report/getAll?mark=${mark}`)).body.data as Marked[]
    if (rows.some(({ id }) => id === reportId)) filters.push(mark)
  }
  return {
    filters,
    found: await found(`#${reportId}`),
    list: marksIn((await client.get('/report/getAll')).body.data),
    search: marksIn((await client.get(`/report/getAll?search=ZL-${patientId}`)).body.data),
    patient: marksIn(sure(await client.get(`/patient/getById/${patientId}`)).reports),
    ofPatient: marksIn((await client.get(`/report/getByPatientId/${patientId}`)).body.data),
    recent: marksIn(sure(await client.get('/user/dashboard')).recentReports),
    visit: marksIn(visits.flatMap(({ reports }) => reports)),
  }
}
const everywhere = (...marks: string[]) => ({
  ...{
    filters: FILTERED_MARKS.filter((mark) => marks.includes(mark)),
    found: marks,
    list: marks,
    search: marks,
    patient: marks,
    ofPatient: marks,
    recent: marks,
    visit: marks,
  },
})
const statusIn = async (path: string) =>
  (await (await suite.doctor.raw('GET', `/api/v1/report/export${path}`)).text()).split('\r\n')[1]

describe('the status of a report in lists', () => {
  it('says suspended, critical, handed over and unpaid, until each ends, and a filter finds it [REPLIST-40] [REPLIST-42]', async () => {
    const { reportId, patientId, visitId } = await suite.reportOf('paid')
    const search = `?search=ZL-${patientId}`
    expect(await marksOf(reportId, patientId)).toEqual(everywhere())
    expect(await statusIn(search)).toMatch(/,Published$/)

    sure(await suite.setPayment(visitId, 'due'))
    expect(await marksOf(reportId, patientId)).toEqual(everywhere('unpaid'))
    sure(await suite.handOverPaper(reportId))
    sure(await flagReport(technician, reportId))
    await needTwoPersons(suite.admin, suite.lab)
    const { filePath, reportType } = sure(await suite.doctor.get(`/report/getById/${reportId}`))
    const amended = await technician.put(`/report/update/${reportId}`, {
      ...{ title: 'Corrected', patientId, reportTypeId: reportType.id, fileUrl: filePath },
      reason: 'wrong-result',
    })
    const id = amended.body.data.unreleasedId as number
    sure(await technician.post(`/release/suspend/${id}`, await decisionOn(technician, id)))
    expect(await marksOf(reportId, patientId)).toEqual(
      everywhere('suspended', 'critical', 'handedOver', 'unpaid'),
    )
    expect(await statusIn(search)).toMatch(/,"Suspended, Critical, Handed over, Payment due"$/)

    await suite.setHolding(false, false)
    expect((await marksOf(reportId, patientId)).list).toEqual(['suspended', 'critical', 'handedOver'])
    await suite.setHolding(false)
    sure(await suite.setPayment(visitId, 'paid'))
    sure(await recordCall(technician, reportId))
    expect(await marksOf(reportId, patientId)).toEqual(everywhere('suspended', 'handedOver'))
    // The patient has the version before the correction.
    sure(await releaseReport(suite.doctor, id))
    expect((await marksOf(reportId, patientId)).list?.filter((mark) => mark !== 'critical')).toEqual([])
  })

  it('names no payment of another lab [REPLIST-40]', async () => {
    const { reportId, patientId } = await suite.reportOf('due')
    const other = await suite.app.createLab()
    await suite.app.database.execute('update reports set lab_id = $2 where id = $1', [reportId, other.id])
    expect((await marksOf(reportId, patientId)).patient).toEqual([])
    const elsewhere = await suite.app.signedIn('Doctor', other)
    const rows = (await elsewhere.get('/report/getAll')).body.data as Marked[]
    expect(rows.map(({ id, marks }) => ({ id, marks }))).toEqual([{ id: reportId, marks: [] }])
  })
})
