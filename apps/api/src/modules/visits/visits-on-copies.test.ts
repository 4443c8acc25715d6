import { afterAll, beforeAll, expect, it } from 'vitest'
import { sure } from '../../testing/api-client.ts'
import { pdfOfText } from '../../testing/hostile-files.ts'
import { textOf } from '../../testing/stamps.ts'
import { publishReport, registerPatient, uploadFile } from '../../testing/test-records.ts'
import { startVerificationApp, type VerificationApp } from '../../testing/verification.ts'

let suite: VerificationApp
beforeAll(async () => {
  suite = await startVerificationApp({ publicUrl: 'https://reports.example' })
})
afterAll(() => suite.app.stop())

it('names referrer and collection of the visit on a stamped copy, which keeps them when the visit changes [VISIT-12]', async () => {
  const { admin, doctor, lab, type } = suite
  const letterhead = { isUsed: true, corner: 'bottom-right', marginX: 10, marginY: 12, showsSignature: true }
  sure(await admin.put(`/lab/updateLetterhead/${lab.id}`, { ...letterhead, accreditation: '' }))
  const turnVisits = async (isOn: boolean) =>
    sure(await admin.put(`/lab/updateVisitSettings/${lab.id}`, { isOn }))
  await turnVisits(true)
  const referrer = { kind: 'doctor', name: 'Dr. Sara Nasser' }
  const { id: referrerId } = sure(await doctor.post(`/lab/addReferrer/${lab.id}`, referrer))
  const patientId = await registerPatient(doctor)
  const visit = { referrerId, collectedAt: '2026-01-02T08:00:00Z' }
  const { id: visitId } = sure(await doctor.post(`/visit/create/${patientId}`, visit))
  const publish = async () => {
    const fileUrl = await uploadFile(doctor, await pdfOfText([`Result ${Math.random()}`]))
    const { filePath } = await publishReport(doctor, patientId, type, { fileUrl, visitId })
    return async () => Buffer.from(await (await doctor.raw('GET', filePath)).arrayBuffer())
  }
  const [read, readWhileOff] = [await publish(), await publish()]
  const copy = await read()
  const text = textOf(copy).replace(/\s+/g, ' ')
  // 08:00 in UTC is 12:00 in Dubai.
  expect(text).toContain('Collected January 2, 2026, 12:00')
  expect(text).toContain('Referred by Dr. Sara Nasser')
  await turnVisits(false)
  expect(textOf(await readWhileOff())).not.toContain('Referred by')
  await turnVisits(true)
  sure(await doctor.put(`/visit/update/${visitId}`, { referrerId: null }))
  expect((await read()).equals(copy)).toBe(true)
})
