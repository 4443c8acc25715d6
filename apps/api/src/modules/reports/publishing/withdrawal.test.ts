import { afterEach, describe, expect, it } from 'vitest'
import type { Readable } from 'node:stream'
import { FileMissingError, StorageUnavailableError } from '../../../platform/file-storage/file-storage.ts'
import { useTestApp } from '../../../testing/test-app.ts'
import {
  addReportType,
  pdfBytes,
  publishReport,
  registerPatient,
  uploadFile,
} from '../../../testing/test-records.ts'
import { reassignReport, withdrawReport } from '../../../testing/withdrawal.ts'

let fault: { put?: Error; open?: Error; duringPut?: () => Promise<unknown> } = {}
const stored = new Set<string>()
let opened: Readable | undefined

const app = await useTestApp({
  storage: (disk) => ({
    ...disk,
    async stage(name, content: Readable) {
      if (fault.put) throw fault.put
      const staged = await disk.stage(name, content)
      return {
        ...staged,
        async commit() {
          await staged.commit()
          stored.add(name)
          await fault.duringPut?.()
        },
      }
    },
    async open(name, range) {
      if (fault.open) throw fault.open
      return (opened = await disk.open(name, range))
    },
    async remove(name) {
      await disk.remove(name)
      stored.delete(name)
    },
  }),
})
const lab = await app.createLab()
const doctor = await app.signedIn('Doctor', lab)
const admin = await app.signedIn('Admin')
const patientId = await registerPatient(doctor)
const rightPatient = await registerPatient(doctor, { fullName: 'Right Person' })
const typeId = await addReportType(doctor)

afterEach(() => {
  fault = {}
})

const reassign = (id: number, body: Record<string, unknown> = { patientId: rightPatient }, client = doctor) =>
  reassignReport(client, id, body)
const seen = async (id: number) => (await doctor.get(`/report/getById/${id}`)).body.data
const counts = () =>
  app.database.one<{ reports: number; files: number; entries: number }>(
    `select (select count(*) from reports) as reports, (select count(*) from report_files) as files,
            (select count(*) from activity_log where action in ('report.withdraw', 'report.republish')) as entries`,
  )
const bytesOf = async (path: string) => Buffer.from(await (await doctor.raw('GET', path)).arrayBuffer())

describe('withdrawing', () => {
  it('accepts only coded reasons; a request without a body has none [WITHDRAW-08]', async () => {
    const { id } = await publishReport(doctor, patientId, typeId)
    for (const [body, message] of [
      [{ reason: 'because' }, 'Please select a reason'],
      [{ reason: 'Wrong file' }, 'Please select a reason'],
      [{ reason: 'other' }, 'Please describe the reason in the note'],
    ] as const) {
      const response = await doctor.delete(`/report/deleteById/${id}`, body)
      expect(response.status).toBe(400)
      expect(response.body.message).toBe(message)
    }
    expect((await seen(id)).withdrawal).toBeNull()
    expect((await doctor.delete(`/report/deleteById/${id}`)).status).toBe(200)
    expect((await seen(id)).withdrawal).toMatchObject({ reason: 'No reason given', note: null })
  })

  it('stores code and note, and records the text of the reason', async () => {
    const { id } = await publishReport(doctor, patientId, typeId)
    await withdrawReport(doctor, id, { reason: 'specimen-problem', note: 'Clotted' })
    expect((await seen(id)).withdrawal).toMatchObject({ reason: 'specimen-problem', note: 'Clotted' })
    const { data } = (await admin.get('/activity/getAll?action=report.withdraw&limit=1')).body
    expect(data[0].summary).toBe(`Withdrew report #${id}: Specimen mislabeled or unsuitable`)
  })
})

describe('report of the wrong patient', () => {
  it('moves to the right one in one step, withdrawn and published [WITHDRAW-04] [WITHDRAW-07]', async () => {
    const content = pdfBytes()
    const fileUrl = await uploadFile(doctor, content)
    const wrong = await publishReport(doctor, patientId, typeId, { title: 'Lipids', fileUrl })
    const response = await reassign(wrong.id, { patientId: rightPatient, note: 'Mixed up' })
    expect(response.status).toBe(200)
    expect(response.body.message).toBe('Report withdrawn and published for the right patient')
    const right = response.body.data
    expect(right).toMatchObject({
      title: 'Lipids',
      remark: 'Within range',
      version: 1,
      reportType: { id: typeId },
      patient: { id: rightPatient },
      user: { email: doctor.user.email },
      withdrawal: null,
    })
    expect((await seen(wrong.id)).withdrawal).toMatchObject({
      reason: 'wrong-patient',
      note: 'Mixed up',
      republishedAs: right.id,
    })
    // A copy with the same content. The withdrawn report keeps its file.
    expect(right.filePath).not.toBe(wrong.filePath)
    expect((await bytesOf(right.filePath)).equals(content)).toBe(true)
    expect((await bytesOf(wrong.filePath)).equals(content)).toBe(true)
    const receptionist = await app.signedIn('Receptionist', lab)
    expect((await receptionist.raw('GET', right.filePath)).status).toBe(200)
    expect((await receptionist.raw('GET', wrong.filePath)).status).toBe(404)

    const { data } = (await admin.get('/activity/getAll?limit=20')).body
    const summaries = data.map((entry: { summary: string }) => entry.summary)
    expect(summaries).toContain(`Withdrew report #${wrong.id}: Wrong patient`)
    expect(summaries).toContain(
      `Published report #${right.id} for patient ZL-${rightPatient} in place of report #${wrong.id}`,
    )
  })

  it('moves in its latest amended version', async () => {
    const wrong = await publishReport(doctor, patientId, typeId)
    const content = pdfBytes()
    await doctor.put(`/report/update/${wrong.id}`, {
      title: 'Amended',
      reportTypeId: typeId,
      patientId,
      fileUrl: await uploadFile(doctor, content),
      reason: 'wrong-file',
    })
    const right = (await reassign(wrong.id)).body.data
    expect(right).toMatchObject({ title: 'Amended', remark: null, version: 1 })
    expect((await bytesOf(right.filePath)).equals(content)).toBe(true)
  })

  it('stays unchanged when the right patient is invalid [WITHDRAW-06]', async () => {
    const elsewhere = await app.signedIn('Doctor')
    const foreign = await registerPatient(elsewhere)
    const wrong = await publishReport(doctor, patientId, typeId)
    const withdrawn = await publishReport(doctor, patientId, typeId)
    await withdrawReport(doctor, withdrawn.id, { reason: 'published-twice' })
    const before = await counts()
    const files = new Set(stored)

    const same = await reassign(wrong.id, { patientId })
    expect(same.status).toBe(400)
    expect(same.body.message).toBe('The report already belongs to this patient')
    expect((await reassign(wrong.id, {})).body.message).toBe('Please select a patient')
    for (const other of [foreign, 999_999]) {
      const response = await reassign(wrong.id, { patientId: other })
      expect(response.status).toBe(404)
      expect(response.body.message).toBe('Patient not found')
    }
    const late = await reassign(withdrawn.id)
    expect(late.status).toBe(409)
    expect(late.body.message).toBe(
      'This report has been withdrawn in the meantime by Doctor Person: Published twice',
    )
    expect((await reassign(wrong.id, { patientId: foreign }, elsewhere)).status).toBe(404)
    for (const role of ['Admin', 'Receptionist'] as const)
      expect((await reassign(wrong.id, undefined, await app.signedIn(role, lab))).status).toBe(403)

    expect(await counts()).toEqual(before)
    expect(stored).toEqual(files)
    expect((await seen(wrong.id)).withdrawal).toBeNull()
  })

  it('moves once for several concurrent requests [WITHDRAW-04]', async () => {
    const wrong = await publishReport(doctor, patientId, typeId)
    const before = await counts()
    const responses = await Promise.all([1, 2, 3].map(() => reassign(wrong.id)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const after = await counts()
    expect(after).toEqual({
      reports: before.reports + 1,
      files: before.files + 1,
      entries: before.entries + 2,
    })
    expect(stored.size).toBe(after.files)
  })

  it('stays unchanged when its file cannot be copied, or the report changes meanwhile [WITHDRAW-04]', async () => {
    const wrong = await publishReport(doctor, patientId, typeId)
    const expectNothing = async (status: number) => {
      const before = await counts()
      expect((await reassign(wrong.id)).status).toBe(status)
      fault = {}
      expect(await counts()).toEqual(before)
      expect(stored.size).toBe(before.files)
      expect((await seen(wrong.id)).withdrawal).toBeNull()
    }
    fault = { put: new StorageUnavailableError('full') }
    await expectNothing(503)
    expect(opened?.destroyed).toBe(true)
    fault = { open: new FileMissingError('gone') }
    await expectNothing(404)
    const other = await publishReport(doctor, patientId, typeId)
    const name = (path: string) => path.split('/').at(-1)
    const sha = 'select sha256 from report_files where name = $1'
    const { sha256 } = await app.database.one<{ sha256: Buffer }>(sha, [name(wrong.filePath)])
    const swap = (value: unknown) =>
      app.database.transaction(async (tx) => {
        await tx.execute('alter table report_files disable trigger user')
        await tx.execute('update report_files set sha256 = $2 where name = $1', [name(wrong.filePath), value])
        await tx.execute('alter table report_files enable trigger user')
      })
    await swap((await app.database.one<{ sha256: Buffer }>(sha, [name(other.filePath)])).sha256)
    await expectNothing(503)
    await swap(sha256)
    const fileUrl = await uploadFile(doctor)
    const amendment = { title: 'New', reportTypeId: typeId, patientId, fileUrl, reason: 'wrong-file' }
    const before = await counts()
    fault = { duringPut: () => doctor.put(`/report/update/${wrong.id}`, amendment) }
    expect((await reassign(wrong.id)).status).toBe(409)
    fault = {}
    expect(await counts()).toEqual(before)
    expect(stored.size).toBe(before.files)
  })
})
