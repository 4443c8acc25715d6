import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertDelegate } from '../../../testing/delegates.ts'
import { giveConsent, startDeliveriesApp } from '../../../testing/deliveries.ts'
import { addReportType, publishReport, registerPatient, uploadFile } from '../../../testing/test-records.ts'
import { stopAtEnd } from '../../../testing/stop-at-end.ts'

const suite = await stopAtEnd(startDeliveriesApp())
const { app, lab, doctor, admin, type, mailServer, sendDue, deliveriesOf } = suite

let userId = 0
beforeAll(async () => {
  userId = (await app.database.one<{ id: number }>("select id from users where full_name = 'Doctor Person'"))
    .id
})
beforeEach(() => app.database.execute('delete from rate_limits'))

const CHILD = '2018-06-01'
const ADULT = '1990-06-01'
const MAIL = { email: true, whatsapp: false }

const addDelegate = (patientId: number, fields: Partial<Parameters<typeof insertDelegate>[2]> = {}) =>
  insertDelegate(app.database, patientId, { by: userId, ...fields })
const childWithGuardian = async (
  fields: Partial<Parameters<typeof insertDelegate>[2]> = {},
  reportType = type,
) => {
  const patientId = await registerPatient(doctor, { dob: CHILD })
  const guardian = await addDelegate(patientId, fields)
  const { id: reportId } = await publishReport(doctor, patientId, reportType)
  return { patientId, guardian, reportId }
}
const send = (reportId: number, delegateId: number, client = doctor) =>
  client.post(`/delivery/send/${reportId}`, { channel: 'email', language: 'ar', delegateId })
const optionsOf = async (reportId: number) => (await doctor.get(`/delivery/getOptions/${reportId}`)).body.data
const amend = (reportId: number, patientId: number, fileUrl: string) =>
  doctor.put(`/report/update/${reportId}`, {
    title: 'Blood count',
    reportTypeId: type,
    patientId,
    fileUrl,
    reason: 'wrong-result',
  })

describe('a guardian or delegate with access', () => {
  it('appears with the own contacts and language, and receives the report [DELEG-20]', async () => {
    const { reportId, patientId, guardian } = await childWithGuardian({ language: 'ar' })
    expect((await optionsOf(reportId)).delegates).toEqual([
      {
        id: guardian.id,
        kind: 'guardian',
        fullName: 'Maryam Haddad',
        relation: 'parent',
        language: 'ar',
        email: expect.objectContaining({ contact: guardian.email, hasConsent: true, refusal: null }),
        sms: expect.objectContaining({ contact: null }),
        whatsapp: expect.objectContaining({ contact: null, refusal: 'NO_PHONE' }),
      },
    ])
    const sent = await send(reportId, guardian.id)
    expect(sent.status, JSON.stringify(sent.body)).toBe(200)
    await sendDue()
    expect(mailServer.mailsTo(guardian.email ?? '')).toHaveLength(1)
    expect(mailServer.mailsTo(guardian.email ?? '')[0]?.text).toContain('المستند جاهز')
    expect(await deliveriesOf(reportId)).toMatchObject([
      {
        state: 'sent',
        contact: guardian.email,
        delegate: { id: guardian.id, fullName: 'Maryam Haddad', relation: 'parent' },
      },
    ])
    expect(
      await app.database.query(
        `select summary from activity_log where action = 'delivery.send' and object_id = $1 and actor_id is not null`,
        [reportId],
      ),
    ).toEqual([
      {
        summary: `Asked for report #${reportId} to be sent to delegate #${guardian.id} of patient ZL-${patientId} by email`,
      },
    ])
  })

  it('receives a link by WhatsApp and on a slip [DELEG-20]', async () => {
    const { reportId, guardian } = await childWithGuardian({ phone: '+971501112233' })
    const handOver = (channel: string) =>
      doctor.post(`/delivery/handOver/${reportId}`, { channel, language: 'en', delegateId: guardian.id })
    const { body } = await handOver('whatsapp')
    expect(body.data.whatsappAddress).toMatch(/^https:\/\/wa\.me\/971501112233\?text=/)
    expect((await handOver('slip')).body.data.delivery).toMatchObject({
      contact: null,
      delegate: { id: guardian.id },
    })
  })

  it('receives nothing of another patient or lab, or after the end [DELEG-20 DELEG-21]', async () => {
    const { reportId } = await childWithGuardian()
    const other = await childWithGuardian()
    const ended = await addDelegate(other.patientId, { validUntil: '2020-01-02' })
    for (const id of [other.guardian.id, 999_999])
      expect((await send(reportId, id)).body.code).toBe('DELEGATE_NOT_FOUND')
    expect((await send(other.reportId, ended.id)).body.code).toBe('DELEGATE_NOT_FOUND')
    const outsider = await app.signedIn('Doctor')
    expect((await send(reportId, other.guardian.id, outsider)).status).toBe(404)
    for (const id of [0, -1, 1.5, 'x', 2 ** 53])
      expect((await send(reportId, id as number)).status, String(id)).toBe(400)
  })

  it('receives nothing of a sensitive type at a contact that another patient has [DELEG-22]', async () => {
    const sensitive = await addReportType(doctor, 'Serology for guardians')
    await app.database.execute('update report_types set is_sensitive = true where id = $1', [sensitive])
    const shared = 'shared.guardian@mail.test'
    const { reportId, guardian } = await childWithGuardian({ email: shared }, sensitive)
    expect((await optionsOf(reportId)).delegates[0].email.refusal).toBeNull()
    await registerPatient(doctor, { email: shared.toUpperCase() })
    expect((await send(reportId, guardian.id)).body.code).toBe('SHARED_CONTACT')
  })
})

describe('a failed message to a guardian', () => {
  const failed = async () => {
    const child = await childWithGuardian()
    const { id } = (await send(child.reportId, child.guardian.id)).body.data
    await app.database.execute("update deliveries set state = 'failed', due_at = null where id = $1", [id])
    return { ...child, id: id as number }
  }
  const resend = (id: number) => doctor.post(`/delivery/resend/${id}`)

  it('goes to the guardian again, but not after the access has ended [DELEG-20 DELEG-21]', async () => {
    const again = await failed()
    expect((await resend(again.id)).body.data).toMatchObject({
      contact: again.guardian.email,
      delegate: { id: again.guardian.id },
    })
    const ended = await failed()
    await app.database.execute(
      "update patient_delegates set ended_at = now(), end_reason = 'staff' where id = $1",
      [ended.guardian.id],
    )
    const answer = await resend(ended.id)
    expect([answer.status, answer.body.code]).toEqual([409, 'DELEGATE_NOT_FOUND'])
  })
})

describe('a waiting message to a guardian', () => {
  it('ends when the access has ended, before any job has run [DELEG-21]', async () => {
    const byAge = await childWithGuardian()
    const byDate = await childWithGuardian()
    const byStaff = await childWithGuardian()
    const kept = await childWithGuardian()
    for (const { reportId, guardian } of [byAge, byDate, byStaff, kept]) await send(reportId, guardian.id)
    await app.database.execute('update patients set date_of_birth = $2 where id = $1', [
      byAge.patientId,
      ADULT,
    ])
    await app.database.execute("update patient_delegates set valid_until = '2020-01-02' where id = $1", [
      byDate.guardian.id,
    ])
    await app.database.execute(
      "update patient_delegates set ended_at = now(), end_reason = 'staff' where id = $1",
      [byStaff.guardian.id],
    )
    await sendDue()
    for (const { reportId, guardian } of [byAge, byDate, byStaff]) {
      expect(await deliveriesOf(reportId)).toMatchObject([{ state: 'canceled', failure: 'access-ended' }])
      expect(mailServer.mailsTo(guardian.email ?? '')).toEqual([])
    }
    expect(await deliveriesOf(kept.reportId)).toMatchObject([{ state: 'sent' }])
  })

  it('stays when the patient withdraws the own consent or changes the own contact [DELEG-21]', async () => {
    const email = 'both@mail.test'
    const patientId = await registerPatient(doctor, { dob: CHILD, email })
    await giveConsent(doctor, patientId, MAIL)
    const guardian = await addDelegate(patientId, { email })
    const { id: reportId } = await publishReport(doctor, patientId, type)
    await send(reportId, guardian.id)
    await giveConsent(doctor, patientId, { email: false, whatsapp: false })
    await app.database.execute("update patients set email = 'new@mail.test' where id = $1", [patientId])
    await sendDue()
    expect(await deliveriesOf(reportId)).toMatchObject([{ state: 'sent', link: { revokedAt: null } }])
  })
})

describe('a lab that sends every published report', () => {
  const sendAutomatically = (isAutomatic: boolean) =>
    app.database.execute(
      `insert into lab_delivery_settings (lab_id, is_automatic, quiet_from_hour, quiet_until_hour)
         values ($1, $2, 0, 0) on conflict (lab_id) do update set is_automatic = $2`,
      [lab.id, isAutomatic],
    )

  it('sends to patient and guardian, once per contact, and sensitive reports to the patient alone [DELEG-22]', async () => {
    await sendAutomatically(true)
    try {
      const sensitive = await addReportType(doctor, 'Genetics for guardians')
      await app.database.execute('update report_types set is_sensitive = true where id = $1', [sensitive])
      const patientId = await registerPatient(doctor, { dob: CHILD, email: 'child@mail.test' })
      await giveConsent(doctor, patientId, MAIL)
      await addDelegate(patientId, { email: 'mother@mail.test', language: 'ar' })
      await addDelegate(patientId, { email: 'CHILD@mail.test' })
      await addDelegate(patientId, { email: 'uncle@mail.test', kind: 'delegate' })
      const plain = await publishReport(doctor, patientId, type)
      const secret = await publishReport(doctor, patientId, sensitive)
      await sendDue()
      const contacts = async (reportId: number) =>
        (await deliveriesOf(reportId)).map((one: { contact: string; language: string }) => [
          one.contact,
          one.language,
        ])
      expect(await contacts(plain.id)).toEqual([
        ['mother@mail.test', 'ar'],
        ['child@mail.test', 'en'],
      ])
      expect(await contacts(secret.id)).toEqual([['child@mail.test', 'en']])
    } finally {
      await sendAutomatically(false)
    }
  })
})

describe('a correction', () => {
  it('reaches each earlier recipient once, and none whose access ended [DELEG-22 DELIV-09]', async () => {
    const { reportId, patientId, guardian } = await childWithGuardian()
    const ended = await addDelegate(patientId)
    await giveConsent(doctor, patientId, MAIL)
    await send(reportId, guardian.id)
    await send(reportId, ended.id)
    await sendDue()
    await suite.handOver(reportId, 'slip')
    await app.database.execute(
      "update patient_delegates set ended_at = now(), end_reason = 'staff' where id = $1",
      [ended.id],
    )
    expect((await amend(reportId, patientId, await uploadFile(doctor))).status).toBe(200)
    await sendDue()
    const { email } = (await doctor.get(`/patient/getById/${patientId}`)).body.data
    const amended = (await deliveriesOf(reportId)).filter(
      ({ purpose }: { purpose: string }) => purpose === 'amended',
    )
    expect(amended.map(({ contact }: { contact: string }) => contact).sort()).toEqual(
      [email, guardian.email].sort(),
    )
    expect(mailServer.mailsTo(ended.email ?? '')).toHaveLength(1)
  })

  it('keeps the delegates through merging and undoing [DELEG-20]', async () => {
    const { reportId, patientId, guardian } = await childWithGuardian()
    const survivorId = await registerPatient(doctor, { dob: CHILD })
    const merged = await admin.post('/patient/merge', {
      survivorId,
      mergedId: patientId,
      keep: {},
      reason: 'duplicate',
    })
    expect(merged.status, JSON.stringify(merged.body)).toBe(200)
    expect((await optionsOf(reportId)).delegates).toMatchObject([{ id: guardian.id }])
    const others = await publishReport(doctor, survivorId, type)
    expect((await optionsOf(others.id)).delegates).toMatchObject([{ id: guardian.id }])
    const merge = await app.database.one<{ id: number }>('select max(id) as id from patient_merges')
    expect((await admin.post(`/patient/undoMerge/${merge.id}`)).status).toBe(200)
    expect((await optionsOf(others.id)).delegates).toEqual([])
    expect((await optionsOf(reportId)).delegates).toMatchObject([{ id: guardian.id }])
  })
})
