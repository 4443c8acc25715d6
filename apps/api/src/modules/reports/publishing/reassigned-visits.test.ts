import type { Visit } from '@zelab/contract'
import { describe, expect, it } from 'vitest'
import { sure } from '../../../testing/api-client.ts'
import { SILENT_MAIL_SERVER, useCritical } from '../../../testing/critical.ts'
import { useFhirLab } from '../../../testing/fhir.ts'
import { pdfOfText } from '../../../testing/hostile-files.ts'
import { LinkClient } from '../../../testing/link-client.ts'
import { decisionOn, needTwoPersons, openUnreleased, releaseReport } from '../../../testing/release.ts'
import { textOf } from '../../../testing/stamps.ts'
import { useTestApp } from '../../../testing/test-app.ts'
import { addReportType, publishReport, registerPatient, uploadFile } from '../../../testing/test-records.ts'
import { reassignReport, withdrawReport } from '../../../testing/withdrawal.ts'

const app = await useTestApp({ publicUrl: 'https://reports.test', smtpUrl: SILENT_MAIL_SERVER })
const here = await useFhirLab(app)
const { doctor, admin, lab, type } = here
const other = await addReportType(doctor, 'HbA1c')
const releaser = await app.signedIn('Doctor', lab)
const [doctorOfA, doctorOfB] = [await here.addReferrer('Clinic of A'), await here.addReferrer('Clinic of B')]
const [clientOfA, clientOfB] = [
  await here.clientOf({ referrerId: doctorOfA }),
  await here.clientOf({ referrerId: doctorOfB }),
]
sure(
  await admin.put(`/lab/updateVisitSettings/${lab.id}`, { isOn: true, holdsUnpaid: true, givesLinks: true }),
)

const addVisit = async (patientId: number, visit: object = {}): Promise<number> =>
  sure(await doctor.post(`/visit/create/${patientId}`, { reportTypeIds: [type], ...visit })).id
const visitsOf = async (patientId: number): Promise<Visit[]> =>
  sure(await doctor.get(`/visit/getByPatientId/${patientId}`))
const rows = () =>
  app.database.one(
    `select ${['visits', 'reports', 'unreleased_reports', 'visit_links']
      .map((table) => `(select md5(string_agg(t::text, '|' order by t::text)) from ${table} t) as ${table}`)
      .join(', ')}`,
  )

/** A report of patient A, whose visit awaited it, and patient B. */
const wrongReport = async (changes: Record<string, unknown> = {}) => {
  const [a, b] = [await registerPatient(doctor), await registerPatient(doctor)]
  const visitId = await addVisit(a, { referrerId: doctorOfA, payment: 'due', orderNumber: 'ORD-A' })
  const { id } = await publishReport(doctor, a, type, { visitId, ...changes })
  return { a, b, visitId, id }
}
const toB = async ({ id, b }: { id: number; b: number }, changes: object = {}) =>
  reassignReport(doctor, id, { patientId: b, ...changes })

describe('a report that is published for the right patient', () => {
  it('leaves its visit, which awaits its report again, and joins that of the other patient in every outlet [VISIT-09]', async () => {
    await useCritical(admin, lab.id)
    const letterhead = {
      isUsed: true,
      corner: 'bottom-right',
      marginX: 10,
      marginY: 12,
      showsSignature: false,
    }
    sure(await admin.put(`/lab/updateLetterhead/${lab.id}`, { ...letterhead, accreditation: '' }))
    const fileUrl = await uploadFile(doctor, await pdfOfText(['Result']))
    const wrong = await wrongReport({ fileUrl, isCritical: true })
    const visitOfB = await addVisit(wrong.b, { referrerId: doctorOfB, orderNumber: 'ORD-B' })
    const moved = sure(await toB(wrong))
    expect(await visitsOf(wrong.a)).toMatchObject([{ id: wrong.visitId, state: 'awaited', reports: [] }])
    expect(await visitsOf(wrong.b)).toMatchObject([
      { id: visitOfB, state: 'ready', reports: [{ id: moved.id }] },
    ])

    const resources = [
      `DiagnosticReport/report-${moved.id}`,
      `DocumentReference/report-${moved.id}-1`,
      `Binary/report-${moved.id}-1`,
      `Patient/patient-${wrong.b}`,
    ]
    const copy = await doctor.raw('GET', moved.filePath)
    const text = textOf(Buffer.from(await copy.arrayBuffer())).replace(/\s+/g, ' ')
    expect(text).toContain('Referred by Clinic of B')
    for (const resource of resources) {
      expect((await clientOfA.ask(`/R4/${resource}`)).status, resource).toBe(404)
      expect((await clientOfB.ask(`/R4/${resource}`)).status, resource).toBe(200)
    }
    expect((await clientOfB.read(resources[0] ?? '')) as object).toMatchObject({
      basedOn: [{ identifier: { value: 'ORD-B' } }],
    })
    expect(await clientOfA.read(`DiagnosticReport/report-${wrong.id}`)).toMatchObject({
      status: 'entered-in-error',
    })
    const shown = sure(await doctor.get(`/report/getById/${moved.id}`))
    expect(shown.marks).not.toContain('unpaid')
    const { referrer } = sure(await doctor.get(`/critical/getByReportId/${moved.id}`))
    expect(referrer).toMatchObject({ name: 'Clinic of B' })
    sure(await admin.put(`/lab/updateLetterhead/${lab.id}`, { ...letterhead, isUsed: false }))
  })

  it('joins no visit when none or several of the other patient await its type [VISIT-09]', async () => {
    for (const visits of [0, 2]) {
      const wrong = await wrongReport()
      for (let count = 0; count < visits; count += 1) await addVisit(wrong.b)
      sure(await toB(wrong))
      expect(await visitsOf(wrong.a)).toMatchObject([{ state: 'awaited', reports: [] }])
      expect((await visitsOf(wrong.b)).map(({ reports }) => reports)).toEqual(Array(visits).fill([]))
    }
  })

  it('takes its visit along by choice, whose link ends [VISIT-110]', async () => {
    const wrong = await wrongReport()
    const { link } = sure(
      await doctor.post(`/delivery/handOverVisitLink/${wrong.visitId}`, { language: 'en' }),
    )
    const slip = new LinkClient(app, link.split('/r/')[1])
    expect((await slip.get()).status).toBe(200)
    const [{ updatedAt } = { updatedAt: '' }] = await visitsOf(wrong.a)
    const moved = sure(await toB(wrong, { moveVisit: true }))
    expect(await visitsOf(wrong.a)).toEqual([])
    expect(await visitsOf(wrong.b)).toMatchObject([
      {
        id: wrong.visitId,
        state: 'ready',
        orderNumber: 'ORD-A',
        payment: 'due',
        reports: [{ id: moved.id }],
      },
    ])
    expect((await slip.get()).status).toBe(410)
    expect((await clientOfA.ask(`/R4/Patient/patient-${wrong.a}`)).status).toBe(404)
    expect((await clientOfA.ask(`/R4/DiagnosticReport/report-${moved.id}`)).status).toBe(200)
    const stale = await doctor.put(`/visit/update/${wrong.visitId}`, { payment: 'paid', updatedAt })
    expect([stale.status, stale.body.code]).toEqual([409, 'RECORD_CHANGED'])
    const { data } = (await admin.get('/activity/getAll?limit=10')).body
    const summaries = data.map(({ summary }: { summary: string }) => summary)
    expect(summaries).toContain(
      `Moved visit #${wrong.visitId} of patient ZL-${wrong.a} to patient ZL-${wrong.b}`,
    )
    expect(summaries).toContain(
      `Ended the link to visit #${wrong.visitId}, which was moved to patient ZL-${wrong.b}`,
    )
  })

  const BLOCKED: Record<string, (wrong: Awaited<ReturnType<typeof wrongReport>>) => Promise<RegExp>> = {
    'the other patient has a visit that awaits it': async ({ b }) =>
      new RegExp(`patient ZL-${b} has visit #${await addVisit(b)}, which awaits this report$`),
    'the visit has another report': async ({ a, visitId }) =>
      new RegExp(`also has report #${(await publishReport(doctor, a, other, { visitId })).id}$`),
    'another report of the visit awaits release': async ({ a, visitId }) => {
      await needTwoPersons(admin, lab, { twoPersons: 'types', reportTypeIds: [other] })
      const fields = { title: 'HbA1c', reportTypeId: other, patientId: a, visitId }
      const answer = await doctor.post(`/user/uploadPatientReportFile/${a}`, {
        ...fields,
        fileUrl: await uploadFile(doctor),
      })
      await needTwoPersons(admin, lab, { twoPersons: 'none' })
      return new RegExp(`also has report A-${answer.body.data.unreleasedId}, which awaits release$`)
    },
    'the report has no visit': async ({ visitId }) => {
      sure(await doctor.put(`/visit/update/${visitId}`, { reportIds: [] }))
      return /^The visit cannot be moved/
    },
  }

  it.each(Object.entries(BLOCKED))('keeps its visit when %s [VISIT-111]', async (_, block) => {
    const wrong = await wrongReport()
    const message = await block(wrong)
    const before = await rows()
    const { status, body } = await toB(wrong, { moveVisit: true })
    expect([status, body.code]).toEqual([409, 'VISIT_NOT_MOVED'])
    expect(body.message).toMatch(message)
    expect(await rows()).toEqual(before)
    sure(await toB(wrong))
  })
})

describe('a report that awaits release for the right patient', () => {
  const submit = async (changes: object) => {
    const wrong = await wrongReport()
    await needTwoPersons(admin, lab)
    const answer = await toB(wrong, changes)
    expect(answer.status).toBe(202)
    return { ...wrong, unreleasedId: answer.body.data.unreleasedId as number }
  }
  const release = async (id: number) => {
    const answer = await releaseReport(releaser, id)
    await needTwoPersons(admin, lab, { twoPersons: 'none' })
    return answer
  }
  const stays = async ({ a, b, visitId }: { a: number; b: number; visitId: number }) => {
    expect(await visitsOf(a)).toMatchObject([{ id: visitId, state: 'awaited', reports: [] }])
    expect(await visitsOf(b)).toEqual([])
  }

  it('moves its visit with the release, not before [VISIT-112]', async () => {
    const moving = await submit({ moveVisit: true })
    await stays(moving)
    expect(sure(await doctor.get(`/release/getById/${moving.unreleasedId}`)).movesVisitId).toBe(
      moving.visitId,
    )
    sure(await release(moving.unreleasedId))
    expect(await visitsOf(moving.a)).toEqual([])
    expect(await visitsOf(moving.b)).toMatchObject([{ id: moving.visitId, state: 'ready', reports: [{}] }])
  })

  it('leaves the visit when it is released without the choice, or discarded [VISIT-112]', async () => {
    const plain = await submit({})
    await stays(plain)
    sure(await release(plain.unreleasedId))
    await stays(plain)
    const discarded = await submit({ moveVisit: true })
    const { revision } = await decisionOn(doctor, discarded.unreleasedId)
    sure(await doctor.post(`/release/discard/${discarded.unreleasedId}`, { revision }))
    await stays(discarded)
    await needTwoPersons(admin, lab, { twoPersons: 'none' })
    await publishReport(doctor, discarded.a, type)
    expect(await visitsOf(discarded.a)).toMatchObject([{ state: 'ready' }])
  })

  it('waits while its visit cannot move, and joins one that is awaited once it was canceled [VISIT-112]', async () => {
    const moving = await submit({ moveVisit: true })
    const awaiting = await addVisit(moving.b)
    const seen = await openUnreleased(releaser, moving.unreleasedId)
    const before = await rows()
    const refused = await releaser.post(`/release/release/${moving.unreleasedId}`, seen)
    expect([refused.status, refused.body.code]).toEqual([409, 'VISIT_NOT_MOVED'])
    expect(refused.body.message).toContain(`visit #${awaiting}`)
    expect(await rows()).toEqual(before)
    sure(await doctor.post(`/visit/cancel/${moving.visitId}`))
    sure(await release(moving.unreleasedId))
    expect(await visitsOf(moving.b)).toMatchObject([{ id: awaiting, state: 'ready' }])
  })

  it('keeps a visit that became the patient’s by a merge [VISIT-112]', async () => {
    const moving = await submit({ moveVisit: true })
    const merge = { survivorId: moving.b, mergedId: moving.a, reason: 'Registered twice' }
    sure(await admin.post('/patient/merge', merge))
    sure(await release(moving.unreleasedId))
    expect(await visitsOf(moving.b)).toMatchObject([{ id: moving.visitId, state: 'ready', reports: [{}] }])
  })
})

it('keeps the visit of a withdrawn report, which awaits its report again [VISIT-113]', async () => {
  const { id, a, visitId } = await wrongReport()
  sure(await withdrawReport(doctor, id))
  expect(await visitsOf(a)).toMatchObject([{ id: visitId, state: 'awaited', reports: [] }])
  expect(await clientOfA.read(`DiagnosticReport/report-${id}`)).toMatchObject({ status: 'entered-in-error' })
  const readVisit = () => app.database.one('select visit_id as "visitId" from reports where id = $1', [id])
  sure(await doctor.put(`/visit/update/${visitId}`, { reportIds: [] }))
  expect(await readVisit()).toEqual({ visitId })
  sure(await doctor.post(`/visit/cancel/${visitId}`))
  expect(await readVisit()).toEqual({ visitId })
})
