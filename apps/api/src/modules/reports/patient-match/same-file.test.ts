import { describe, expect, it, vi } from 'vitest'
import { sure, type ApiClient } from '../../../testing/api-client.ts'
import { pdfOfText } from '../../../testing/hostile-files.ts'
import { usePatientMatch } from '../../../testing/patient-match.ts'
import { needTwoPersons, submitReport } from '../../../testing/release.ts'
import { pdfBytes, publishReport, registerPatient, uploadFile } from '../../../testing/test-records.ts'

const { app, doctor, typeId, patientId, check } = await usePatientMatch()

describe('file that is published already', () => {
  it('causes a warning for other patients with their number, until their reports are withdrawn', async () => {
    const content = pdfBytes()
    const others = [await registerPatient(doctor), await registerPatient(doctor)]
    const reports = []
    for (const other of others)
      reports.push(await publishReport(doctor, other, typeId, { fileUrl: await uploadFile(doctor, content) }))
    const fileUrl = await uploadFile(doctor, content)
    expect((await check(fileUrl)).body.data.warnings).toEqual([
      { kind: 'sameFile', message: 'The same file is already published for 2 other patients.' },
    ])
    expect((await check(fileUrl, others[0])).body.data.warnings.slice(1)).toMatchObject([
      { message: 'The same file is already published for 1 other patient.' },
    ])
    for (const report of reports) await doctor.delete(`/report/deleteById/${report.id}`)
    expect((await check(fileUrl)).body.data.warnings).toEqual([])
  })
  it('causes a warning for the same patient with the report, until it is withdrawn [SAFE-35]', async () => {
    const content = pdfBytes()
    const publish = async () =>
      (await publishReport(doctor, patientId, typeId, { fileUrl: await uploadFile(doctor, content) })).id
    const first = await publish()
    const fileUrl = await uploadFile(doctor, content)
    const messages = async () =>
      (await check(fileUrl)).body.data.warnings.map(({ message }: { message: string }) => message)
    expect((await check(fileUrl)).body.data.warnings).toEqual([
      {
        kind: 'sameFile',
        message: `The same file is already published for this patient, as report #${first}.`,
      },
    ])
    const second = await publish()
    expect(await messages()).toEqual([
      `The same file is already published for this patient, as 2 reports. The newest is #${second}.`,
    ])
    for (const id of [first, second]) await doctor.delete(`/report/deleteById/${id}`)
    expect(await messages()).toEqual([])
  })
  it('causes a warning while the first copy awaits release, until it is discarded [RELEASE-96]', async () => {
    const there = await app.createLab()
    const author = await app.signedIn('Doctor', there)
    await needTwoPersons(await app.signedIn('Admin'), there)
    const patients = [await registerPatient(author), await registerPatient(author)]
    const content = pdfBytes()
    const fileUrl = await uploadFile(author, content)
    const id = await submitReport(author, patients[0] ?? 0, typeId, { fileUrl })
    const again = await uploadFile(author, content)
    const messages = async (patient = 0) =>
      (await check(again, patients[patient], author)).body.data.warnings.map(
        ({ message }: { message: string }) => message,
      )
    expect(await messages()).toEqual([
      `The same file already awaits release for this patient, as report A-${id}.`,
    ])
    expect(await messages(1)).toEqual(['The same file already awaits release for 1 other patient.'])
    sure(await author.post(`/release/discard/${id}`, { revision: 1 }))
    expect(await messages()).toEqual([])
  })
  it('gets compared again before the release, for those who see the report, without a warning of itself [RELEASE-111] [RELEASE-123]', async () => {
    const there = await app.createLab()
    const [author, releaser] = [await app.signedIn('Technician', there), await app.signedIn('Doctor', there)]
    await needTwoPersons(await app.signedIn('Admin'), there)
    const patient = await registerPatient(author, { fullName: 'Layla Al Haddad', dob: '1990-05-01' })
    const submit = async (lines: string[]) =>
      submitReport(author, patient, typeId, { fileUrl: await uploadFile(author, await pdfOfText(lines)) })
    const compare = (unreleasedId: number, client: ApiClient = releaser) =>
      client.post('/report/checkFileForPatient', { patientId: patient, unreleasedId })
    const other = await submit(['Patient: Omar Saleh', 'DOB: 1985-03-03'])
    const { warnings } = (await compare(other)).body.data
    expect(warnings.map(({ kind }: { kind: string }) => kind)).toEqual(['dateOfBirth', 'name'])
    const right = (await compare(await submit(['Patient: Layla Al Haddad', 'DOB: 1990-05-01']))).body.data
    expect(right).toMatchObject({ warnings: [], candidates: [] })
    expect(right.comparison).toHaveLength(2)
    expect((await compare(other, await app.signedIn('Technician', there))).status).toBe(404)
    expect((await compare(other, doctor)).status).toBe(404)

    const opened = vi.spyOn(app.storage, 'open')
    expect((await compare(other)).body.data.warnings).toEqual(warnings)
    expect(opened).not.toHaveBeenCalled()
    const corrected = { fileUrl: await uploadFile(author, await pdfOfText(['Patient: Layla Al Haddad'])) }
    await releaser.post(`/release/return/${other}`, { revision: 1, reason: 'The wrong file was taken' })
    sure(
      await author.put(`/release/correct/${other}`, {
        revision: 1,
        title: 'Right',
        reportTypeId: typeId,
        ...corrected,
      }),
    )
    expect((await compare(other)).body.data.warnings).toEqual([])
  })
  it('ignores other labs', async () => {
    const content = pdfBytes()
    const outsider = await app.signedIn('Doctor')
    const theirs = await registerPatient(outsider)
    await publishReport(outsider, theirs, typeId, { fileUrl: await uploadFile(outsider, content) })
    expect((await check(await uploadFile(doctor, content))).body.data.warnings).toEqual([])
  })
})
