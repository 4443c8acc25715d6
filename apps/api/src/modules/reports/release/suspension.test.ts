import { beforeEach, describe, expect, it } from 'vitest'
import { sure } from '../../../testing/api-client.ts'
import { startHeldLinks } from '../../../testing/held-links.ts'
import { decisionOn, needTwoPersons, openUnreleased, releaseReport } from '../../../testing/release.ts'
import { registerPatient } from '../../../testing/test-records.ts'
import { stopAtEnd } from '../../../testing/stop-at-end.ts'

const BEING_CORRECTED = 'This report is being corrected. Please contact the lab.'

const suite = await stopAtEnd(startHeldLinks())
await suite.setHolding(false)
const doctor = suite.doctor
const technician = await suite.app.signedIn('Technician', suite.lab)
const elsewhere = await suite.app.signedIn('Doctor')

beforeEach(async () => {
  await suite.app.database.execute('delete from rate_limits')
  await needTwoPersons(suite.admin, suite.lab, { twoPersons: 'none' })
})

const fieldsOf = async (reportId: number) => {
  const { filePath, reportType, patient } = sure(await doctor.get(`/report/getById/${reportId}`))
  return {
    ...{ title: 'Corrected', patientId: patient.id, reportTypeId: reportType.id, fileUrl: filePath },
    reason: 'wrong-result',
  }
}
/** A report whose link was opened, and an amendment by a Technician that awaits release. */
const amended = async (changes: object = {}) => {
  const report = await suite.openedLink()
  await needTwoPersons(suite.admin, suite.lab)
  const answer = await technician.put(`/report/update/${report.reportId}`, {
    ...(await fieldsOf(report.reportId)),
    ...changes,
  })
  expect(answer.status).toBe(202)
  return { ...report, id: answer.body.data.unreleasedId as number }
}
const suspensionOf = async (reportId: number, by = doctor) =>
  sure(await by.get(`/report/getById/${reportId}`)).suspension as object | undefined
const entriesOf = async (reportId: number) =>
  (
    await suite.app.database.query<{ action: string }>(
      `select action from activity_log where object_id = $1 and action in ('release.suspend', 'release.lift') order by id`,
      [reportId],
    )
  ).map(({ action }) => action)

describe('a published version', () => {
  it('accepts a suspension by an author, once, and its end by a Doctor [RELEASE-62]', async () => {
    const { id, reportId, link } = await amended()
    expect(await suspensionOf(reportId)).toBeUndefined()
    const decision = await decisionOn(technician, id)
    const receptionist = await suite.app.signedIn('Receptionist', suite.lab)
    const colleague = await suite.app.signedIn('Technician', suite.lab)
    for (const [by, status] of [
      [elsewhere, 404],
      [colleague, 404],
      [receptionist, 403],
      [suite.admin, 404],
    ] as const)
      expect((await by.post(`/release/suspend/${id}`, decision)).status).toBe(status)
    const keyed = { 'idempotency-key': `once-${id}` }
    for (let time = 0; time < 2; time += 1)
      expect(
        sure(await technician.post(`/release/suspend/${id}`, decision, { headers: keyed })).amends
          .isSuspended,
      ).toBe(true)
    expect(await suspensionOf(reportId, receptionist)).toMatchObject({ unreleasedId: id })
    const page = await link.get()
    expect(page.html).toContain(BEING_CORRECTED)
    expect((await link.client.raw('GET', link.address('/file'))).status).not.toBe(200)
    const rows = (await receptionist.get('/report/getAll')).body.data as { id: number; suspension?: object }[]
    expect(rows.find((row) => row.id === reportId)?.suspension).toBeDefined()

    expect((await elsewhere.post(`/release/lift/${id}`, decision)).status).toBe(404)
    expect((await technician.post(`/release/lift/${id}`, decision)).status).toBe(403)
    for (let time = 0; time < 2; time += 1)
      expect(
        sure(await doctor.post(`/release/lift/${id}`, decision, { headers: keyed })).amends.isSuspended,
      ).toBe(false)
    expect((await link.get()).html).not.toContain(BEING_CORRECTED)
    expect(await entriesOf(reportId)).toEqual(['release.suspend', 'release.lift'])
  })

  it('stays suspended with the amendment while it is sent back and corrected [RELEASE-62]', async () => {
    const { id, reportId, link } = await amended({ suspends: true })
    const { revision } = await openUnreleased(doctor, id)
    sure(await doctor.post(`/release/return/${id}`, { revision, reason: 'The second page is missing' }))
    expect((await link.get()).html).toContain(BEING_CORRECTED)
    expect(await entriesOf(reportId)).toEqual(['release.suspend'])
    const { reportType } = sure(await technician.get(`/release/getById/${id}`))
    const fields = { title: 'Corrected again', reportTypeId: reportType.id, revision }
    sure(await technician.put(`/release/correct/${id}`, fields))
    expect((await link.get()).html).toContain(BEING_CORRECTED)
    expect((await releaseReport(doctor, id)).status).toBe(200)
    expect((await link.get()).html).not.toContain(BEING_CORRECTED)
    expect((await doctor.post(`/release/suspend/${id}`, await decisionOn(doctor, id))).body.code).toBe(
      'UNRELEASED_CLOSED',
    )
  })

  it('gets a warning on the page that checks it, which otherwise says that two people released it [RELEASE-70]', async () => {
    const { id, reportId } = await amended()
    expect((await releaseReport(doctor, id)).status).toBe(200)
    const { code } = sure(await doctor.get(`/report/getVerification/${reportId}`))
    const page = async (language: string) =>
      (await suite.app.client().raw('GET', `/v/${code}?lang=${language}`)).text()
    expect(await page('en')).toContain('Released by two people')
    expect(await page('ar')).toContain('اعتُمد هذا التقرير من شخصين')
    const next = await technician.put(`/report/update/${reportId}`, {
      ...(await fieldsOf(reportId)),
      ...{ title: 'Corrected again', suspends: true },
    })
    expect(next.status).toBe(202)
    const suspended = await page('en')
    expect(suspended).toContain('Being corrected')
    expect(suspended).toContain('The lab is correcting this report. Do not rely on it.')
    expect(suspended).not.toContain('name="pass"')
    expect(await page('ar')).toContain('يُرجى عدم الاعتماد عليه')
  })

  it('returns when the amendment is discarded, and can be withdrawn while suspended [RELEASE-63]', async () => {
    const discarded = await amended({ suspends: true })
    const { revision } = sure(await technician.get(`/release/getById/${discarded.id}`))
    sure(await technician.post(`/release/discard/${discarded.id}`, { revision }))
    expect(await suspensionOf(discarded.reportId)).toBeUndefined()
    expect((await discarded.link.get()).html).not.toContain(BEING_CORRECTED)
    await needTwoPersons(suite.admin, suite.lab, { twoPersons: 'none' })
    const { reportId, link, patientId } = await amended({ suspends: true })
    const survivorId = await registerPatient(doctor, { dob: '1990-05-01' })
    const merge = { survivorId, mergedId: patientId, reason: 'Registered twice' }
    sure(await suite.admin.post('/patient/merge', merge))
    expect(await suspensionOf(reportId)).toBeDefined()
    sure(await doctor.delete(`/report/deleteById/${reportId}`))
    expect(await suspensionOf(reportId)).toBeUndefined()
    expect((await link.get()).html).not.toContain(BEING_CORRECTED)
  })

  it('goes out after the release of its correction, and is not handed over before [RELEASE-64]', async () => {
    const { id, reportId, email } = await amended({ suspends: true })
    const before = suite.textsTo(email).length
    sure(await suite.send(reportId))
    await suite.sendDue()
    expect(suite.textsTo(email)).toHaveLength(before)
    const [waiting] = await suite.deliveriesOf(reportId)
    expect(waiting).toMatchObject({ state: 'held', hold: 'suspended' })
    for (const channel of ['copy', 'slip', 'whatsapp'])
      expect((await doctor.post(`/delivery/handOver/${reportId}`, { channel, language: 'en' })).status).toBe(
        409,
      )
    const paper = await doctor.post(`/delivery/handOverPaper/${reportId}`, { version: 1 })
    expect(paper.status).toBe(409)
    expect((await releaseReport(doctor, id)).status).toBe(200)
    await suite.sendDue()
    expect(suite.textsTo(email).length).toBeGreaterThan(before)
  })
})
