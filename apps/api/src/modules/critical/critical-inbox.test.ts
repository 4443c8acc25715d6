import { expect, it } from 'vitest'
import { sure } from '../../testing/api-client.ts'
import { SILENT_MAIL_SERVER, useCritical } from '../../testing/critical.ts'
import { msh, obr, obx, segments } from '../../testing/hl7-messages.ts'
import { decideItem, linesOf, listInbox, reportPdf } from '../../testing/inbox.ts'
import { useTestApp } from '../../testing/test-app.ts'
import { addReportType, patientFields, registerPatient } from '../../testing/test-records.ts'

const PEER = { certificate: 'e'.repeat(64), address: '10.0.0.1' }

const app = await useTestApp({ hl7Port: 2575, smtpUrl: SILENT_MAIL_SERVER })
const admin = await app.signedIn('Admin')
const lab = await app.createLab()
const signedIn = await app.signedIn('Technician', lab)
const technician = signedIn
const type = await addReportType(admin)
const rules = [{ field: 'any', reportTypeId: type, title: 'Blood count' }]
sure(await admin.put(`/lab/updateInboxSettings/${lab.id}`, { rules }))
sure(
  await admin.post(`/lab/addInboxSource/${lab.id}`, {
    ...{ kind: 'hl7', name: 'LIS', isOn: true, publishesAutomatically: true },
    ...{ publisherId: signedIn.user.id, certificate: PEER.certificate, addresses: [PEER.address] },
  }),
)

const numeric = (flag: string) => `OBX|2|NM|K^Potassium||6.9|mmol/L|3.5-5.1|${flag}|||F`

/** A green item of a new patient, whose order has a value with this flag. */
const receive = async (flag: string) => {
  const fields = patientFields() as Parameters<typeof linesOf>[0] & { fullName: string }
  const patientId = await registerPatient(technician, { ...fields })
  const pdf = (await reportPdf(...linesOf(fields))).toString('base64')
  const message = segments(
    msh(),
    'PID|1',
    obr(`C${patientId}`),
    obx(`^application^PDF^Base64^${pdf}`),
    numeric(flag),
  )
  const answer = await app.services.hl7Messages.answer(PEER, Buffer.from(message))
  expect(answer?.toString()).toContain('MSA|AA')
  const [item] = await listInbox(technician)
  if (!item) throw new Error('Nothing was received')
  expect(item.match).toBe('green')
  return { item, patientId, fields: { patientId, reportTypeId: type, title: 'Blood count' } }
}
const run = (itemId: number) => app.services.automaticPublishing.run({ itemId })
const resultsOf = async (reportId: number) =>
  (await technician.get(`/critical/getByReportId/${reportId}`)).body.data.results

it('publishes a result with a critical value as ever while the lab does not use them [CRIT-15]', async () => {
  const { item } = await receive('HH')
  expect(item).toMatchObject({ isCritical: false, problem: null })
  await run(item.id)
  expect((await listInbox(technician, '&view=automatic'))[0]).toMatchObject({ id: item.id })
})

it('never publishes it automatically or in bulk, says why, and ticks it for the person who publishes [CRIT-15]', async () => {
  await useCritical(admin, lab.id)
  for (const flag of ['LL', 'HH', 'AA', 'H~HH']) {
    const { item, fields } = await receive(flag)
    expect(item, flag).toMatchObject({ isCritical: true, problem: 'critical' })
    await run(item.id)
    const listed = { id: item.id, ...fields }
    expect((await technician.post('/inbox/publishMatched', { items: [listed] })).body.data).toMatchObject([
      { outcome: 'changed' },
    ])
    const { reportId } = sure(await decideItem(technician, `/inbox/publish/${item.id}`, fields))
    expect(await resultsOf(reportId)).toMatchObject([{ cause: 'flagged', closed: null }])
  }
  const unticked = await receive('HH')
  const answer = await decideItem(technician, `/inbox/publish/${unticked.item.id}`, {
    ...unticked.fields,
    isCritical: false,
  })
  expect(await resultsOf(sure(answer).reportId)).toEqual([])
  for (const flag of ['H', 'L', 'N', 'A', '']) {
    const { item } = await receive(flag)
    expect(item, flag).toMatchObject({ isCritical: false, problem: null })
    await run(item.id)
  }
})
