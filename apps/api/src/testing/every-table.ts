import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { SIGNATURE_PART } from '@zelab/contract'
import { createOrphanedUploadService } from '../modules/files/orphans/orphaned-uploads.service.ts'
import { openKey } from '../modules/installation/installation-key.ts'
import { saveSecret } from '../platform/encryption.ts'
import { sure } from './api-client.ts'
import { createEveryKindOfRecord } from './backups.ts'
import { recordCall, seenReport, useCritical } from './critical.ts'
import { newDelegate } from './delegates.ts'
import { recordReportCall } from './deliveries.ts'
import { msh, obr, obx, segments } from './hl7-messages.ts'
import { decideItem, dropFile, dropReport, reportPdf } from './inbox.ts'
import { storeClient, storeWebhook } from './integrations.ts'
import { LinkClient } from './link-client.ts'
import { needTwoPersons, releaseReport, submitReport } from './release.ts'
import { checkPatients, patientTable } from './patient-files.ts'
import { storeProvider, storeProviderLink } from './stored-providers.ts'
import { TEST_SECRET } from './test-app.ts'
import { PNG_BYTES, publishReport, registerPatient, uploadFile } from './test-records.ts'
import type { VerificationApp } from './verification.ts'

const CERTIFICATE = 'c'.repeat(64)

/** Items in every state, with and without a file. */
const fillInbox = async ({ app, admin, doctor, lab, type }: VerificationApp, inboxRoot: string) => {
  const rule = { field: 'text', contains: 'Blood', reportTypeId: type, title: 'Blood count' }
  const settings = { fileNamePattern: '{emrId}_{name}', rules: [rule] }
  sure(await admin.put(`/lab/updateInboxSettings/${lab.id}`, settings))
  await mkdir(path.join(inboxRoot, 'scanner'))
  const source = { isOn: true, publishesAutomatically: false }
  sure(
    await admin.post(`/lab/addInboxSource/${lab.id}`, {
      ...{ ...source, kind: 'folder', name: 'Scanner', folder: 'scanner' },
    }),
  )
  sure(
    await admin.post(`/lab/addInboxSource/${lab.id}`, {
      ...{ ...source, kind: 'hl7', name: 'LIS', certificate: CERTIFICATE, addresses: ['127.0.0.0/8'] },
    }),
  )
  const send = async (order: string, status: string) => {
    const pdf = `^application^PDF^Base64^${(await reportPdf('Patient: Layla Haddad')).toString('base64')}`
    const message = segments(msh(), 'PID|1||4711||Haddad^Layla', obr(order, status), obx(pdf, status))
    const peer = { certificate: CERTIFICATE, address: '127.0.0.1' }
    const answer = await app.services.hl7Messages.answer(peer, Buffer.from(message))
    if (!answer?.includes('MSA|AA')) throw new Error(`Not accepted: ${String(answer)}`)
  }
  await send('A1', 'P')
  await send('A1', 'F')
  await send('A2', 'F')
  await send('A2', 'W')
  await send('A3', 'D')
  const patientId = await registerPatient(doctor)
  await dropReport(doctor, 'Waiting')
  const rejected = await dropReport(doctor, 'Rejected')
  sure(await doctor.post(`/inbox/reject/${rejected}`, { reason: 'unreadable' }))
  const published = await dropReport(doctor, 'Published')
  const fields = { patientId, title: 'Blood count', reportTypeId: type }
  sure(await decideItem(doctor, `/inbox/publish/${published}`, fields))
  await dropFile(doctor, PNG_BYTES, 'photo.png')
}

const fillDeliveries = async (suite: VerificationApp) => {
  const { app, admin, doctor, lab, type } = suite
  const settings = { linkDays: 30, isAutomatic: false, quietFromHour: 0, quietUntilHour: 0 }
  sure(await admin.put(`/lab/updateDeliverySettings/${lab.id}`, settings))
  const template = '{lab}: your result is here. {link}'
  sure(await admin.put(`/lab/saveMessageTemplate/${lab.id}`, { language: 'en', purpose: 'report', template }))
  const patientId = await registerPatient(doctor)
  const consents = { email: true, whatsapp: true }
  sure(await doctor.put(`/patient/updateDelivery/${patientId}`, { language: 'ar', consents }))
  await newDelegate(doctor, patientId)
  const { id, filePath } = await publishReport(doctor, patientId, type)
  sure(await doctor.post(`/delivery/send/${id}`, { language: 'en' }))
  await app.services.deliveryWorker.run()
  const handedOver = sure(
    await doctor.post(`/delivery/handOver/${id}`, { channel: 'slip', language: 'en' }),
  ) as { link: string }
  sure(await doctor.post(`/delivery/handOverPaper/${id}`, { version: 1 }))
  sure(await recordReportCall(doctor, id))
  const link = new LinkClient(app, /\/r\/([\w-]+)/.exec(JSON.stringify(handedOver))?.[1] ?? '')
  await link.identify()
  await link.get('/file')
  const otherDevice = suite.otherBrowser(link)
  await otherDevice.identify()
  await otherDevice.post('/send-code')
  await link.post('/pass')
  const checker = suite.newChecker()
  await checker.get(`/${await suite.codeOf(id)}`)
  await doctor.raw('GET', filePath)
  await doctor.raw('GET', `${filePath}/page`)
  await suite.amend(id, patientId, { fileUrl: await uploadFile(doctor) })
  sure(await doctor.post(`/delivery/handOver/${id}`, { channel: 'slip', language: 'en' }))
}

const fillLetterhead = async ({ admin, doctor, lab, type }: VerificationApp) => {
  const letterhead = { isUsed: true, accreditation: 'EIAC 15189-042', corner: 'bottom-right' }
  sure(
    await admin.put(`/lab/updateLetterhead/${lab.id}`, {
      ...{ ...letterhead, marginX: 10, marginY: 12, showsSignature: true },
    }),
  )
  const form = new FormData()
  form.append(SIGNATURE_PART, new Blob([new Uint8Array(PNG_BYTES)]), 'signature.png')
  sure(await doctor.post('/user/signature', form))
  const { filePath } = await publishReport(doctor, await registerPatient(doctor), type)
  await doctor.raw('GET', filePath)
}

const fillVisits = async ({ app, admin, doctor, lab, type }: VerificationApp) => {
  sure(await admin.put(`/lab/updateVisitSettings/${lab.id}`, { isOn: true, givesLinks: true }))
  sure(
    await admin.put(`/lab/updateTurnaround/${lab.id}`, { targets: [{ reportTypeId: type, minutes: 240 }] }),
  )
  const referrer = {
    kind: 'doctor',
    name: 'Dr. Sara Nasser',
    phone: '+971501112223',
    licenseNumber: 'DHA-1',
  }
  const { id: referrerId } = sure(await doctor.post(`/lab/addReferrer/${lab.id}`, referrer))
  const patientId = await registerPatient(doctor)
  const visit = { reportTypeIds: [type], referrerId, payment: 'waived', waiverReason: 'Staff member' }
  const { id: visitId } = sure(await doctor.post(`/visit/create/${patientId}`, visit))
  await publishReport(doctor, patientId, type, { visitId })
  const { id: awaitedId } = sure(await doctor.post(`/visit/create/${patientId}`, { reportTypeIds: [type] }))
  for (const id of [awaitedId, visitId]) {
    const { link } = sure(await doctor.post(`/delivery/handOverVisitLink/${id}`, { language: 'en' }))
    const patient = new LinkClient(app, link.split('/r/')[1])
    await patient.identify()
    await patient.get()
  }
}

const fillCritical = async ({ app, admin, doctor, lab, type }: VerificationApp) => {
  await useCritical(admin, lab.id, { halfwayUserIds: [doctor.user.id] })
  const patientId = await registerPatient(doctor)
  const { id } = await publishReport(doctor, patientId, type, { isCritical: true })
  sure(
    await doctor.post(`/critical/allowMessage/${id}`, {
      ...(await seenReport(doctor, id)),
      reason: 'The patient asked for it',
    }),
  )
  await app.database.execute('update critical_results set next_escalation_at = now()')
  await app.services.escalation.run()
  sure(await recordCall(doctor, id))
}

/** One in each state; the lab returns to one person. */
const fillReleases = async ({ app, admin, doctor, lab, type }: VerificationApp) => {
  await needTwoPersons(admin, lab)
  const patientId = await registerPatient(doctor)
  const submit = () => submitReport(doctor, patientId, type)
  const [, released, returned, discarded] = [await submit(), await submit(), await submit(), await submit()]
  const other = await app.signedIn('Doctor', lab)
  sure(await releaseReport(other, released))
  sure(await other.post(`/release/return/${returned}`, { revision: 1, reason: 'The unit is missing' }))
  sure(await doctor.post(`/release/discard/${discarded}`, { revision: 1 }))
  await needTwoPersons(admin, lab, { twoPersons: 'none' })
}

/** A client with a token, and a webhook that accepted a report, lost reach, and waits. */
const fillIntegrations = async ({ app, admin, doctor, lab, type }: VerificationApp) => {
  const place = { labId: lab.id, createdBy: admin.user.id }
  const client = await storeClient(app, place)
  const webhook = await storeWebhook(app, place)
  const ended = await storeWebhook(app, place)
  await app.database.execute("update integrations set state = 'ended', ended_at = now() where id = $1", [
    ended,
  ])
  const { id } = await publishReport(doctor, await registerPatient(doctor), type)
  for (const [text, values] of [
    ['insert into integration_tokens values ($1, $2, $3, now())', [randomBytes(32), client.id, []]],
    ['insert into integration_assertions values ($1, $2, now())', [client.id, randomBytes(32)]],
    ['insert into integration_reports values ($1, $2, 1, true)', [webhook, id]],
    ['insert into report_change_backlog (integration_id) values ($1)', [webhook]],
    ["insert into held_sendings (kind, waiting) values ('staff-notices', $1)", [0]],
    [
      `insert into held_jobs (kind, task, payload, max_attempts) values ('staff-notices', 'none', '{}', $1)`,
      [1],
    ],
    ["insert into report_corrections (lab_id, subject, subject_id) values ($1, 'lab', $1)", [lab.id]],
  ] as const)
    await app.database.query(text, [...values])
}

const fillPasskeys = async ({ app, doctor }: VerificationApp) => {
  await app.database.query(
    `insert into passkeys (user_id, credential_id, public_key, counter, is_synced, transports, rp_id, name)
     values ($1, $2, $2, 7, false, '{usb}', 'reports.example', 'Key')`,
    [doctor.user.id, randomBytes(32)],
  )
  await app.database.query("insert into passkey_challenges values ($1, 'sign-in', $1, null, now())", [
    randomBytes(32),
  ])
  await app.database.query('insert into sign_in_links values ($1, $2, now())', [
    randomBytes(32),
    doctor.user.id,
  ])
}

/** A provider with a link; a request and a logout token that are left out of backups. */
const fillProviders = async ({ app, doctor, lab }: VerificationApp) => {
  const providerId = await storeProvider(app, { labId: lab.id, key: TEST_SECRET })
  await storeProviderLink(app, providerId, doctor.user)
  for (const [text, values] of [
    [
      `insert into provider_requests (state_hash, provider_id, purpose, browser_hash, expires_at)
       values ($1, $2, 'sign-in', $1, now())`,
      [randomBytes(32), providerId],
    ],
    ['insert into provider_logouts values ($1, $2, now())', [providerId, randomBytes(32)]],
    ['insert into lab_sign_in_settings (lab_id) values ($1)', [lab.id]],
  ] as const)
    await app.database.query(text, [...values])
}

export const fillEveryTable = async (suite: VerificationApp, inboxRoot: string): Promise<void> => {
  const { app, admin, doctor, type } = suite
  await createEveryKindOfRecord(app)
  await fillInbox(suite, inboxRoot)
  await fillDeliveries(suite)
  await fillLetterhead(suite)
  await fillVisits(suite)
  await fillCritical(suite)
  await fillReleases(suite)
  await fillIntegrations(suite)
  await fillPasskeys(suite)
  await fillProviders(suite)
  await checkPatients(app, doctor, patientTable('Layla Haddad,+971502000001,1990-05-01', 'Invalid,none,none'))
  const patientId = await registerPatient(doctor)
  sure(await admin.post(`/patient/placeHold/${patientId}`, { reason: 'Court case' }))
  const key = { headers: { 'idempotency-key': randomUUID() } }
  const fileUrl = await uploadFile(doctor)
  const report = { title: 'Once', reportTypeId: type, patientId, fileUrl }
  sure(await doctor.post(`/user/uploadPatientReportFile/${patientId}`, report, key))
  sure(await doctor.put('/user/preferences', { patientColumns: ['fullName'] }))
  sure(await admin.put('/settings/general', { uploadLimitMb: 12 }))
  // An upload whose process ended before it added a row.
  await createOrphanedUploadService(app).reserve(`${'a'.repeat(43)}.pdf`)
  const { setup } = sure(await admin.post('/backup/turnOn'))
  if (!setup) throw new Error('Backups were not turned on')
  await app.services.passwordResets.send({ email: doctor.user.email }, randomUUID())
  await saveSecret(app.dataDir, TEST_SECRET)
  await openKey(app.database, { dataDir: app.dataDir, secretKey: undefined })
  await app.services.dailyTotals.settle()
  sure(await admin.post('/backup/start'))
  await publishReport(doctor, patientId, type)
  await app.services.activity.flush()
  await app.services.seals.seal()
}
