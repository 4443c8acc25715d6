import type { PatientProposal, ProposedPatient } from '@zelab/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../../testing/api-client.ts'
import { pdfOfText } from '../../../testing/hostile-files.ts'
import { type TestLab, useTestApp } from '../../../testing/test-app.ts'
import {
  addReportType,
  PNG_BYTES,
  publishReport,
  registerPatient,
  uploadFile,
} from '../../../testing/test-records.ts'

let lab: TestLab
let technician: ApiClient
let layla: number

const app = await useTestApp()
const typeId = await addReportType(await app.signedIn('Doctor'))

beforeEach(async () => {
  lab = await app.createLab()
  technician = await app.signedIn('Technician', lab)
  layla = await registerPatient(technician, LAYLA)
})

const LAYLA = { fullName: 'Layla Al Haddad', dob: '1990-05-01', emrId: 'EMR-1001', phone: '+971501112233' }

const upload = async (lines: string[], client = technician) => uploadFile(client, await pdfOfText(lines))
const proposeUpload = async (fileUrl: string, client = technician): Promise<PatientProposal> => {
  const { status, body } = await client.post('/report/proposePatients', { fileUrl })
  expect(status).toBe(200)
  return body.data
}
const propose = async (...lines: string[]) => proposeUpload(await upload(['Blood count', ...lines]))
const agreeing = ({ comparison }: ProposedPatient) =>
  comparison.filter(({ agrees }) => agrees).map(({ field }) => field)
const differing = ({ comparison }: ProposedPatient) =>
  comparison.filter(({ agrees }) => !agrees).map(({ field }) => field)
const onlyOne = ({ candidates, hasMore }: PatientProposal): ProposedPatient => {
  expect(candidates).toHaveLength(1)
  expect(hasMore).toBe(false)
  return candidates[0] as ProposedPatient
}

describe('a file that identifies its patient', () => {
  it.each([
    ['EMR ID and name', ['EMR ID: EMR-1001', 'Patient: Layla Al Haddad'], ['emrId', 'name']],
    ['EMR ID and date of birth', ['MRN: 1001', 'DOB: 1990-05-01'], ['emrId', 'dateOfBirth']],
  ])('proposes that patient as certain: %s [PROPOSE-01]', async (_, lines, fields) => {
    const patient = onlyOne(await propose(...lines))
    expect(patient).toMatchObject({ id: layla, fullName: 'Layla Al Haddad', certainty: 'certain' })
    expect(agreeing(patient)).toEqual(fields)
  })

  it('proposes by the ZL id and returns the details of both sides [PROPOSE-01]', async () => {
    const proposal = await propose(
      `Patient ID: ZL-${layla}`,
      'Patient: Mrs. AL-HADDAD, Layla',
      'Mobile: 050 111 2233',
    )
    expect(onlyOne(proposal)).toMatchObject({
      certainty: 'certain',
      emrId: 'EMR-1001',
      phone: { number: '+971501112233' },
      comparison: [
        { field: 'patientId', inFile: `ZL-${layla}`, onRecord: `ZL-${layla}`, agrees: true },
        { field: 'phone', inFile: '050 111 2233', onRecord: '+971501112233', agrees: true },
        { field: 'name', onRecord: 'Layla Al Haddad', agrees: true },
      ],
    })
    expect(proposal.named).toMatchObject({ ids: [`ZL-${layla}`], phones: ['050 111 2233'], datesOfBirth: [] })
  })
})

describe('a file that does not identify its patient', () => {
  it.each([
    ['the number alone', ['EMR ID: EMR-1001'], ['emrId'], []],
    [
      'name and date of birth without a number',
      ['Patient: Layla Al Haddad', 'DOB: 1990-05-01'],
      ['name', 'dateOfBirth'],
      [],
    ],
    ['the name alone', ['Patient: Layla Al Haddad'], ['name'], []],
    [
      'the phone number and the name',
      ['Phone: +971 50 111 2233', 'Patient: Layla Al Haddad'],
      ['phone', 'name'],
      [],
    ],
    ['a number and another name', ['EMR ID: EMR-1001', 'Patient: Omar Saleh'], ['emrId'], ['name']],
    [
      'a number, the name and another date of birth',
      ['EMR ID: EMR-1001', 'Patient: Layla Al Haddad', 'DOB: 1985-03-03'],
      ['emrId', 'name'],
      ['dateOfBirth'],
    ],
    ['another number and the name', ['EMR ID: EMR-2002', 'Patient: Layla Al Haddad'], ['name'], ['emrId']],
  ])('proposes a possible patient: %s [PROPOSE-02]', async (_, lines, fields, others) => {
    const patient = onlyOne(await propose(...lines))
    expect(patient).toMatchObject({ id: layla, certainty: 'possible' })
    expect(agreeing(patient)).toEqual(fields)
    expect(differing(patient)).toEqual(others)
  })

  it.each([
    ['the date of birth alone', ['DOB: 1990-05-01']],
    ['one word of a name', ['Patient: Layla']],
    ['a phone number, but another name', ['Phone: 050 111 2233', 'Patient: Omar Saleh']],
    ['no one', ['Reference ranges']],
  ])('proposes no one: %s [PROPOSE-02]', async (_, lines) => {
    expect((await propose(...lines)).candidates).toEqual([])
  })

  it('proposes no one as certain when two patients have the number, or the numbers name two [PROPOSE-02]', async () => {
    const other = await registerPatient(technician, { ...LAYLA, phone: '+971501112299', dob: '1991-01-01' })
    const sameNumber = await propose('EMR ID: EMR-1001', 'Patient: Layla Al Haddad', 'DOB: 1990-05-01')
    expect(sameNumber.candidates.map(({ id, certainty }) => [id, certainty])).toEqual([
      [layla, 'possible'],
      [other, 'possible'],
    ])
    const omar = await registerPatient(technician, { fullName: 'Omar Saleh', emrId: 'EMR-5005' })
    const twoNumbers = await propose(`ZL-${omar}`, 'EMR ID: EMR-1001', 'Patient: Layla Al Haddad')
    expect(new Set(twoNumbers.candidates.map(({ certainty }) => certainty))).toEqual(new Set(['possible']))
  })

  it.each([
    ['a second name', ['Patient: Omar Saleh']],
    ['a second date of birth', ['DOB: 1985-03-03']],
    ['a second EMR ID', ['EMR ID: EMR-7777']],
    ['a second ZL id', ['ZL-999999999']],
  ])('proposes no one as certain when it names another person as well: %s [PROPOSE-02]', async (_, lines) => {
    const own = ['EMR ID: EMR-1001', 'Patient: Layla Al Haddad', 'DOB: 1990-05-01']
    expect(onlyOne(await propose(...own)).certainty).toBe('certain')
    expect(onlyOne(await propose(...own, ...lines))).toMatchObject({ id: layla, certainty: 'possible' })
  })

  it('compares no names of different scripts [PROPOSE-02]', async () => {
    await registerPatient(technician, { fullName: 'ليلى الحداد', emrId: 'EMR-9009', dob: '1970-01-01' })
    const patient = onlyOne(await propose('EMR ID: EMR-9009', 'Patient: Omar Saleh'))
    expect(patient.certainty).toBe('possible')
    expect(agreeing(patient)).toEqual(['emrId'])
    expect(differing(patient)).toEqual([])
  })

  it('lists five of many, the best first, and says that there are more [PROPOSE-03]', async () => {
    for (let number = 0; number < 8; number++)
      await registerPatient(technician, { fullName: 'Layla Al Haddad', dob: `1960-01-0${number + 1}` })
    const { candidates, hasMore } = await propose('Patient: Layla Al Haddad', 'DOB: 1990-05-01')
    expect(candidates).toHaveLength(5)
    expect(hasMore).toBe(true)
    expect(candidates[0]).toMatchObject({ id: layla, certainty: 'possible' })
  })

  it('reads nothing in an image [PROPOSE-03]', async () => {
    const proposal = await proposeUpload(await uploadFile(technician, PNG_BYTES, 'scan.png'))
    expect(proposal).toEqual({
      named: { names: [], datesOfBirth: [], ids: [], phones: [] },
      candidates: [],
      hasMore: false,
    })
  })
})

describe('access to proposals', () => {
  it('covers the own lab only; the Admin’s covers every lab [PROPOSE-04]', async () => {
    const lines = ['EMR ID: EMR-1001', 'Patient: Layla Al Haddad']
    const outsider = await app.signedIn('Technician')
    expect((await proposeUpload(await upload(lines, outsider), outsider)).candidates).toEqual([])
    const [doctor, admin] = [await app.signedIn('Doctor', lab), await app.signedIn('Admin')]
    expect(onlyOne(await proposeUpload(await upload(lines, doctor), doctor)).id).toBe(layla)
    const ofAdmin = await proposeUpload(await upload(lines, admin), admin)
    expect(ofAdmin.candidates.map(({ id }) => id)).toContain(layla)
  })

  it('needs an own upload that is not published, and the right to publish [PROPOSE-04]', async () => {
    const fileUrl = await upload(['EMR ID: EMR-1001'])
    const colleague = await app.signedIn('Technician', lab)
    const receptionist = await app.signedIn('Receptionist', lab)
    expect((await colleague.post('/report/proposePatients', { fileUrl })).body.code).toBe('FILE_NOT_FOUND')
    expect((await receptionist.post('/report/proposePatients', { fileUrl })).status).toBe(403)
    await publishReport(technician, layla, typeId, { fileUrl })
    expect((await technician.post('/report/proposePatients', { fileUrl })).body.code).toBe('FILE_NOT_FOUND')
  })

  it('leads from merged records to the surviving one, and is recorded [PROPOSE-04]', async () => {
    const survivor = await registerPatient(technician, { fullName: 'Layla Merged', emrId: 'EMR-7' })
    await app.database.execute('update patients set merged_into = $2 where id = $1', [layla, survivor])
    const { candidates } = await propose('EMR ID: EMR-1001', 'Patient: Layla Al Haddad')
    expect(candidates.map(({ id }: { id: number }) => id)).toEqual([survivor])
    await app.services.activity.flush()
    const admin = await app.signedIn('Admin')
    const { data } = (await admin.get('/activity/getAll?action=patient.check&limit=1')).body
    expect(data[0].summary).toMatch(/^Looked for the patient named in a file; \d+ rows?/)
  })
})
