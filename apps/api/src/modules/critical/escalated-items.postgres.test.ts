import { beforeEach, describe, expect, it } from 'vitest'
import { sure, type ApiClient } from '../../testing/api-client.ts'
import { useCritical } from '../../testing/critical.ts'
import { msh, obr, obx, segments } from '../../testing/hl7-messages.ts'
import { decideItem, linesOf, listInbox, openItem, reportPdf } from '../../testing/inbox.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { needTwoPersons } from '../../testing/release.ts'
import { type TestLab, type TestUser, useTestApp } from '../../testing/test-app.ts'
import { addReportType, patientFields, registerPatient } from '../../testing/test-records.ts'
import { stopAtEnd } from '../../testing/stop-at-end.ts'

let now = new Date()

const mailServer = await stopAtEnd(startMailServer())
const app = await useTestApp({ hl7Port: 2575, smtpUrl: mailServer.url, clock: { now: () => now } })
const admin = await app.signedIn('Admin')
const type = await addReportType(admin)

let lab: TestLab
let peer: { certificate: string; address: string }
let technician: ApiClient & { user: TestUser }
let doctor: ApiClient & { user: TestUser }
let laboratories = 0
beforeEach(async () => {
  now = new Date()
  lab = await app.createLab()
  technician = await app.signedIn('Technician', lab)
  doctor = await app.signedIn('Doctor', lab)
  peer = { certificate: String((laboratories += 1)).padStart(64, 'a'), address: '10.0.0.1' }
  sure(
    await admin.post(`/lab/addInboxSource/${lab.id}`, {
      ...{ kind: 'hl7', name: 'LIS', isOn: true, publishesAutomatically: false },
      ...{ certificate: peer.certificate, addresses: [peer.address] },
    }),
  )
  await useCritical(admin, lab.id, { overdueUserIds: [technician.user.id] })
})

const receive = async (flag = 'HH', again: Partial<{ patientId: number; pdf: Buffer }> = {}) => {
  const fields = patientFields() as Parameters<typeof linesOf>[0] & { fullName: string }
  const patientId = again.patientId ?? (await registerPatient(technician, { ...fields }))
  const pdf = again.pdf ?? (await reportPdf(...linesOf(fields)))
  const message = segments(
    msh(),
    'PID|1',
    obr(`E${patientId}`),
    obx(`^application^PDF^Base64^${pdf.toString('base64')}`),
    `OBX|2|NM|K^Potassium||6.9|mmol/L|3.5-5.1|${flag}|||F`,
  )
  const answer = await app.services.hl7Messages.answer(peer, Buffer.from(message))
  expect(answer?.toString()).toContain('MSA|AA')
  const listed = await listInbox(technician)
  const id = Math.max(...listed.map((item) => item.id))
  return { id, patientId, pdf, fields: { patientId, reportTypeId: type, title: 'Blood count' } }
}

const notices = () =>
  app.database.query<{ id: number; item: number; userId: number; step: number; state: string }>(
    `select n.id::integer, n.inbox_item_id::integer as item, n.user_id::integer as "userId", n.step, n.state
       from critical_notices n join inbox_items i on i.id = n.inbox_item_id where i.lab_id = $1 order by n.id`,
    [lab.id],
  )
const pass = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
}
/** Escalates after that time, by two processes at once, and tries each message once. */
const escalate = async (minutes: number) => {
  pass(minutes)
  await Promise.all([app.services.escalation.run(), app.services.escalation.run()])
  for (const { id } of await notices()) await app.services.escalation.send({ noticeId: id })
}
const told = async () => (await notices()).map(({ userId, step, state }) => [userId, step, state])
const entries = async (): Promise<string[]> =>
  (await admin.get(`/activity/getAll?action=critical.escalate&limit=20&labId=${lab.id}`)).body.data.map(
    ({ summary }: { summary: string }) => summary,
  )

describe('a critical item of the inbox that nobody opens', () => {
  it('alerts the people named for the target, at the target and every 15 minutes for a day [CRIT-72]', async () => {
    const { id } = await receive()
    await escalate(29)
    expect(await notices()).toEqual([])
    await escalate(2)
    expect(await told()).toEqual([[technician.user.id, 2, 'accepted']])
    const [mail] = mailServer.mailsTo(technician.user.email)
    expect(mail?.text).toContain(
      `Nobody has opened a critical result in the inbox of ${lab.name} for 30 minutes. Please open the system.`,
    )
    expect(mail?.text).toContain(`/user/inbox/${id}`)
    expect(mail?.content).not.toMatch(/ZL-|Blood|Potassium/)
    expect(await entries()).toEqual([`Escalated critical inbox item #${id}, step 2: 1 of 1 message accepted`])
    await escalate(15)
    await escalate(15)
    expect((await notices()).map(({ step }) => step)).toEqual([2, 3, 4])
    await escalate(24 * 60)
    const last = (await notices()).length
    await escalate(60)
    expect(await notices()).toHaveLength(last)
  })

  it('counts as no critical result, and critical results can be turned off [CRIT-73]', async () => {
    await receive()
    await escalate(31)
    expect((await doctor.get('/critical/getCounts')).body.data).toMatchObject({ open: 0, late: 0 })
    expect((await doctor.get('/critical/getAll')).body.data).toEqual([])
    expect((await doctor.get('/insights/critical')).body.data).toMatchObject({ open: 0, counted: 0 })
    await useCritical(admin, lab.id, { isOn: false })
    await escalate(15)
    expect(await notices()).toHaveLength(1)
  })

  it.each(['opening it', 'publishing it', 'publishing it for a second person', 'rejecting it'])(
    'ends by %s, for messages that wait too [CRIT-74]',
    async (how) => {
      if (how.includes('second')) await needTwoPersons(admin, lab)
      const { id, fields } = await receive()
      pass(31)
      await app.services.escalation.run()
      if (how === 'opening it') await openItem(doctor, id)
      else if (how === 'rejecting it')
        sure(await doctor.post(`/inbox/reject/${id}`, { reason: 'not-a-report' }))
      else expect((await decideItem(doctor, `/inbox/publish/${id}`, fields)).status).toBeLessThan(300)
      await escalate(15)
      expect(await told()).toEqual([[technician.user.id, 2, 'canceled']])
      expect(mailServer.mailsTo(technician.user.email)).toEqual([])
      if (how !== 'opening it') return
      sure(await doctor.post(`/inbox/release/${id}`))
      await escalate(15)
      expect(await notices()).toHaveLength(1)
    },
  )

  it('becomes critical again when it is put back, or when its sender flags or changes it later [CRIT-75]', async () => {
    const { id, patientId, pdf } = await receive('N')
    await escalate(60)
    expect(await notices()).toEqual([])
    now = new Date()
    await receive('HH', { patientId, pdf })
    await escalate(31)
    expect(await told()).toEqual([[technician.user.id, 2, 'accepted']])
    await openItem(technician, id)
    sure(await technician.post(`/inbox/reject/${id}`, { reason: 'not-a-report' }))
    sure(await technician.post(`/inbox/restore/${id}`))
    now = new Date()
    await escalate(31)
    expect((await told()).slice(1)).toEqual([[technician.user.id, 3, 'accepted']])
  })

  it('falls back to Doctors and Admins, waits for an Admin after a restore, and fails alone [CRIT-76]', async () => {
    const { id } = await receive()
    const { id: other } = await receive()
    await app.database.execute('delete from lab_critical_contacts where lab_id = $1', [lab.id])
    await app.database.execute('update inbox_items set escalation_held_at = now() where id in ($1, $2)', [
      id,
      other,
    ])
    await escalate(31)
    expect(await notices()).toEqual([])
    expect((await admin.get('/critical/getCounts')).body.data.restored).toBe(2)
    expect(sure(await admin.post('/critical/confirmRestored'))).toEqual({ confirmed: 2 })
    await app.database.execute(
      `create function fail_escalation() returns trigger language plpgsql as $$
       begin raise exception 'out of order'; end $$;
       create trigger fail before update of escalations on inbox_items for each row
         when (old.id = ${id}) execute function fail_escalation()`,
    )
    await expect(app.services.escalation.run()).rejects.toThrow('out of order')
    expect((await notices()).map(({ item, userId }) => [item, userId])).toEqual([[other, doctor.user.id]])
    await app.database.execute('drop function fail_escalation cascade')
    await escalate(0)
    expect((await notices()).map(({ item, state }) => [item, state])).toEqual([
      [other, 'accepted'],
      [id, 'accepted'],
    ])
  })

  it('counts as undelivered in the metrics when no message about it was accepted [CRIT-77]', async () => {
    const state = () => app.services.escalation.state(app.database)
    const before = await state()
    await receive()
    mailServer.state.refusals = 1_000
    await escalate(31)
    await app.database.execute(
      "update critical_notices set created_at = created_at - interval '3 minutes' where user_id = $1",
      [technician.user.id],
    )
    mailServer.state.refusals = 0
    expect(await state()).toEqual({ ...before, undelivered: before.undelivered + 1 })
  })
})
