import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { pdfOfText } from '../../../testing/hostile-files.ts'
import { usePatientMatch } from '../../../testing/patient-match.ts'
import {
  pdfBytes,
  PNG_BYTES,
  publishReport,
  registerPatient,
  uploadFile,
} from '../../../testing/test-records.ts'

const { app, lab, doctor, typeId, patientId, check } = await usePatientMatch()

const warningsOf = async (
  lines: string[],
  patient = patientId,
): Promise<{ kind: string; message: string }[]> => {
  const response = await check(await uploadFile(doctor, await pdfOfText(lines)), patient)
  expect(response.status).toBe(200)
  return response.body.data.warnings
}

describe('file that names another patient', () => {
  it('causes a warning for another date of birth in any format', async () => {
    for (const line of [
      'Date of birth: 1985-03-03',
      'DOB 03/03/1985',
      'Born on 3 March 1985',
      'D.O.B.: March 3rd, 1985',
      'Birth date: 03-Mar-1985',
      'DOB:\t03.03.1985',
    ])
      expect(await warningsOf(['Blood count', line]), line).toEqual([
        {
          kind: 'dateOfBirth',
          message:
            'The file names the date of birth March 3, 1985, but this patient was born on May 1, 1990.',
        },
      ])
    expect(await warningsOf(['DOB: 02/03/1985'])).toEqual([
      {
        kind: 'dateOfBirth',
        message: 'The file names the date of birth 02/03/1985, but this patient was born on May 1, 1990.',
      },
    ])
  })

  it('causes a warning for another number', async () => {
    for (const line of ['EMR ID: EMR-2002', 'MRN EMR-2002', 'Patient ID: EMR-2002'])
      expect(await warningsOf([line]), line).toEqual([
        { kind: 'emrId', message: 'The file names the EMR ID EMR-2002, but this patient has EMR-1001.' },
      ])
    expect(await warningsOf(['Patient ID: ZL-99999'])).toEqual([
      {
        kind: 'emrId',
        message: `The file names the patient ID ZL-99999, but this patient is ZL-${patientId}.`,
      },
    ])
  })

  it('causes a warning for another name', async () => {
    for (const line of [
      'Patient: Omar Saleh',
      'Patient name: Mr. Omar Saleh',
      'Name:\tOmar Saleh',
      'NAME: Saleh, Omar   Age: 30',
    ])
      expect(await warningsOf([line]), line).toMatchObject([{ kind: 'name' }])
    expect(await warningsOf(['Patient: Omar Saleh\tDOB: 1990-05-01'])).toEqual([
      { kind: 'name', message: 'The file names Omar Saleh, but this patient is Layla Al Haddad.' },
    ])
  })

  it('causes all warnings at once, also from a later page than the first', async () => {
    const lines = ['Patient: Omar Saleh', 'DOB: 1985-03-03', 'MRN: 777']
    expect((await warningsOf(lines)).map(({ kind }) => kind)).toEqual(['dateOfBirth', 'emrId', 'name'])
    expect(await warningsOf(['Cover', '\f', 'Summary', '\f', ...lines])).toHaveLength(3)
  })
})

describe('file that names this patient or no patient', () => {
  it('causes no warning', async () => {
    for (const lines of [
      ['Patient: Layla Al Haddad', 'Date of birth: 1990-05-01', 'EMR ID: EMR-1001'],
      ['PATIENT NAME: HADDAD, LAYLA AL-', 'DOB: 01/05/1990', 'MRN: 1001'],
      ['Name: Mrs. Layla Al-Haddad', 'DOB: 05/01/1990', 'EMR: emr-1001'],
      ['Name: Läyla M. Alhaddad', 'Born: 1 May 1990'],
      ['Patient\tLayla Al Haddad\tDOB\tMay 1, 1990'],
      ['Patient: L. Al Haddad   Sex: F   DOB: 01-05-1990', `Patient ID: ZL-${patientId}`],
      ['Name: Dr. Omar Saleh', 'Patient: Layla Al Haddad'],
      ['Patient information', 'Patient age: 34 years', 'Printed on 2024-01-01', 'Name', 'Value'],
      ['Date of birth: 31/31/1990', 'Sample 12345'],
    ])
      expect(await warningsOf(lines), lines.join(' | ')).toEqual([])
    for (const [content, name] of [
      [pdfBytes(), 'a.pdf'],
      [PNG_BYTES, 'a.png'],
    ] as const)
      expect((await check(await uploadFile(doctor, content, name))).body.data.warnings).toEqual([])
  })
  it('passes with an EMR ID where the patient has none', async () => {
    const other = await registerPatient(doctor, { fullName: 'Omar Saleh', emrId: undefined })
    expect(await warningsOf(['Name: Omar Saleh', 'MRN: 12345'], other)).toEqual([])
  })
})

describe('access to the comparison', () => {
  it('requires the uploader of an unpublished file, and a patient in scope', async () => {
    const fileUrl = await uploadFile(doctor)
    const outsider = await app.signedIn('Doctor')
    const foreign = await check(fileUrl, await registerPatient(outsider))
    const absent = await check(fileUrl, 999_999)
    expect(foreign.status).toBe(404)
    expect(foreign.body).toEqual(absent.body)
    const colleague = await app.signedIn('Doctor', lab)
    expect((await check(fileUrl, patientId, colleague)).status).toBe(404)
    expect((await check('/elsewhere/a.pdf')).status).toBe(404)
    expect((await check(fileUrl)).status).toBe(200)
    await publishReport(doctor, patientId, typeId, { fileUrl })
    expect((await check(fileUrl)).status).toBe(404)
  })
  it('stores no identity hints once the file is published', async () => {
    const fileUrl = await uploadFile(doctor, await pdfOfText(['Patient: Omar Saleh']))
    const storedHints = () =>
      app.database.one('select identity_hints as hints from report_files where name = $1', [
        path.basename(fileUrl),
      ])
    expect(await storedHints()).toMatchObject({ hints: { names: ['Omar Saleh'] } })
    await publishReport(doctor, patientId, typeId, { fileUrl })
    expect(await storedHints()).toEqual({ hints: null })
  })
})

describe('comparison of file and record', () => {
  it('shows matches and differences [SAFE-03]', async () => {
    const fileUrl = await uploadFile(
      doctor,
      await pdfOfText(['Patient: Layla Al Haddad', 'DOB: 1985-03-03', `Patient ID: ZL-${patientId}`]),
    )
    expect((await check(fileUrl)).body.data.comparison).toEqual([
      { field: 'dateOfBirth', inFile: 'March 3, 1985', onRecord: 'May 1, 1990', agrees: false },
      { field: 'patientId', inFile: `ZL-${patientId}`, onRecord: `ZL-${patientId}`, agrees: true },
      { field: 'name', inFile: 'Layla Al Haddad', onRecord: 'Layla Al Haddad', agrees: true },
    ])
    const picture = await uploadFile(doctor, PNG_BYTES, 'a.png')
    expect((await check(picture)).body.data).toEqual({ warnings: [], comparison: [], candidates: [] })
  })

  it('offers the patients named in the file, of the own lab only [SAFE-03]', async () => {
    const named = await registerPatient(doctor, {
      fullName: 'Omar Named',
      dob: '1971-02-03',
      emrId: 'EMR-7788',
      gender: 'MALE',
    })
    await registerPatient(doctor, { fullName: 'Born That Day', dob: '1971-02-03', emrId: undefined })
    const outsider = await app.signedIn('Doctor')
    await registerPatient(outsider, { fullName: 'Omar Named', dob: '1971-02-03', emrId: 'EMR-7788' })
    const candidatesFor = async (...lines: string[]) =>
      (await check(await uploadFile(doctor, await pdfOfText(lines)))).body.data.candidates
    const offered = [{ id: named, fullName: 'Omar Named', dateOfBirth: '1971-02-03', gender: 'MALE' }]
    expect(await candidatesFor('Patient: Omar Named', 'DOB: 1971-02-03')).toEqual(offered)
    expect(await candidatesFor('MRN: EMR-7788')).toEqual(offered)
    expect(await candidatesFor(`Patient ID: ZL-${named}`)).toEqual(offered)
    expect(await candidatesFor('Patient: Omar Named')).toEqual([])
    expect(await candidatesFor('Patient: Other Person', 'DOB: 1971-02-03')).toEqual([])
    expect(await candidatesFor('Patient: Layla Al Haddad', 'DOB: 1990-05-01')).toEqual([])
  })
})

describe('file of a reassigned report', () => {
  const checkMove = (reportId: number, patient: number, client = doctor) =>
    client.post('/report/checkFileForPatient', { patientId: patient, reportId })

  it('gets compared with the new patient by another inspection [SAFE-03]', async () => {
    const wrong = await registerPatient(doctor, { fullName: 'Wrong Patient', dob: '1950-01-01' })
    const fileUrl = await uploadFile(doctor, await pdfOfText(['Patient: Layla Al Haddad', 'DOB: 1990-05-01']))
    const { id } = await publishReport(doctor, wrong, typeId, { fileUrl })
    const right = (await checkMove(id, patientId)).body.data
    expect(right.warnings).toEqual([])
    expect(right.comparison).toHaveLength(2)
    const stillWrong = await registerPatient(doctor, { fullName: 'Also Wrong', dob: '1951-01-01' })
    const { warnings, candidates } = (await checkMove(id, stillWrong)).body.data
    expect(warnings.map(({ kind }: { kind: string }) => kind)).toEqual(['dateOfBirth', 'name'])
    expect(candidates).toMatchObject([{ id: patientId }])
  })

  it('must belong to a report in scope that is not withdrawn, and excludes an upload [SAFE-03]', async () => {
    const { id } = await publishReport(doctor, await registerPatient(doctor), typeId)
    const outsider = await app.signedIn('Doctor')
    expect((await checkMove(id, await registerPatient(outsider), outsider)).status).toBe(404)
    expect((await checkMove(999_999, patientId)).status).toBe(404)
    const both = { patientId, reportId: id, fileUrl: await uploadFile(doctor) }
    expect((await doctor.post('/report/checkFileForPatient', both)).status).toBe(400)
    expect((await doctor.post('/report/checkFileForPatient', { patientId })).status).toBe(400)
    await doctor.delete(`/report/deleteById/${id}`)
    expect((await checkMove(id, patientId)).status).toBe(404)
  })
})
