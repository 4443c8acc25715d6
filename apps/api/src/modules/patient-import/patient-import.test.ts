import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkPatients, manyPatients, uploadPatients } from '../../testing/patient-files.ts'
import { startTestApp, type TestApp, type TestLab } from '../../testing/test-app.ts'
import { registerPatient } from '../../testing/test-records.ts'

const HEADER = 'Full Name,Phone,Date of Birth'
const file = (...rows: string[]) => [HEADER, ...rows, ''].join('\r\n')
const GOOD = 'Layla Haddad,+971501234567,1990-05-01'

let app: TestApp
let lab: TestLab
let doctor: Awaited<ReturnType<TestApp['signedIn']>>
beforeAll(async () => {
  app = await startTestApp()
  lab = await app.createLab()
  doctor = await app.signedIn('Doctor', lab)
})
afterAll(() => app.stop())

const rowsOf = async (id: number, kind: string) =>
  (await doctor.get(`/patient/import/${id}/rows?kind=${kind}&limit=100`)).body.data
const confirm = async (id: number, body: object = {}) => {
  const answer = await doctor.post(`/patient/import/${id}/confirm`, body)
  await app.services.importWorker.run()
  return answer
}
const stateOf = async (id: number) => (await doctor.get(`/patient/import/${id}`)).body.data
const countOf = async (table: string, condition = 'true') =>
  (await app.database.one<{ count: number }>(`select count(*) from ${table} where ${condition}`)).count

describe('a file', () => {
  it('is kept at once and checked by the job; encoding, separator and unknown columns are told [IMPORT-01]', async () => {
    const text = 'اسم المريض;الهاتف;تاريخ الميلاد;ملاحظات\nمحمد العلي;00971501112233;31/12/1990;لا\n'
    const started = await uploadPatients(doctor, Buffer.from(`\ufeff${text}`, 'utf16le'), {
      dateOrder: 'dmy',
    })
    expect(started.status).toBe(200)
    expect(started.body.data).toMatchObject({
      fileName: 'patients.csv',
      state: 'checking',
      dateOrder: 'dmy',
      lab: { id: lab.id, name: lab.name },
      encoding: null,
      rowsTotal: null,
    })
    await app.services.importWorker.run()
    const { id } = started.body.data
    expect(await stateOf(id)).toMatchObject({
      state: 'ready',
      encoding: 'UTF-16LE',
      separator: 'semicolon',
      unknownColumns: ['ملاحظات'],
      rowsTotal: 1,
      rowsChecked: 1,
      rowsWithErrors: 0,
    })
    expect(await rowsOf(id, 'all')).toEqual([
      {
        rowNumber: 2,
        fullName: 'محمد العلي',
        phone: '+971501112233',
        dateOfBirth: '1990-12-31',
        errors: [],
        duplicateOf: { patients: [], rows: [] },
      },
    ])
    expect(await countOf('patient_imports', `id = ${id} and content is not null`)).toBe(0)
  })

  it.each([
    ['a PDF', '%PDF-1.7\n1 0 obj', 'This is not a CSV file. Please save the table as CSV and try again.'],
    ['nothing', '', 'This file has no rows'],
    ['a header alone', `${HEADER}\n\n,,\n`, 'This file has no rows'],
    [
      'no header',
      `${GOOD}\n${GOOD}`,
      'The first row must name the columns Full Name, Phone and Date of Birth. Not found: Full Name, Phone, Date of Birth.',
    ],
    [
      'a column twice',
      'Name,Phone,Mobile,DOB\nA,1,2,3',
      'The columns “Phone” and “Mobile” mean the same. Please leave one of them out.',
    ],
    [
      'an open quotation mark',
      file(GOOD, 'Omar "Abu Ali" Khalil,+971501234568,1990-05-01', '"Sara,+971501234569,1990-05-01', GOOD),
      'Row 4 has no end: a quotation mark in it is never closed. Please mend the row and upload the file again.',
    ],
    ['a million separators', `${HEADER}\n${','.repeat(999_990)}\n`, 'This file has no rows'],
  ])('with %s is refused with the reason, and nothing of it is kept', async (_, content, problem) => {
    const found = await checkPatients(app, doctor, content)
    expect(found).toMatchObject({ state: 'refused', problem, rowsTotal: null })
    expect(await countOf('patient_import_rows', `import_id = ${found.id}`)).toBe(0)
    expect(await countOf('patient_imports', `id = ${found.id} and content is not null`)).toBe(0)
    expect((await confirm(found.id)).status).toBe(409)
  })

  it('with more rows than the limit is refused with a message [IMPORT-06]', async () => {
    const found = await checkPatients(app, doctor, `${HEADER}\n${'a,b,c\n'.repeat(100_001)}`)
    expect(found).toMatchObject({
      state: 'refused',
      problem:
        'The file has more than 100,000 rows. Please split it and upload the parts one after the other.',
    })
  })

  it('that is too large is refused while it comes in', async () => {
    const answer = await uploadPatients(doctor, Buffer.alloc(25 * 1024 * 1024 + 1, 'a'))
    expect(answer.status).toBe(413)
    expect(answer.body.message).toBe('The file is larger than 25 MB. Please upload a smaller file.')
  })

  it('must come as one file in its part', async () => {
    expect((await doctor.post('/patient/import', {})).status).toBe(415)
    const form = new FormData()
    form.append('reportFile', new Blob(['x']), 'x.csv')
    const answer = await doctor.post('/patient/import', form)
    expect(answer.status).toBe(400)
    expect(answer.body.message).toBe('Please send one file in the part named patientFile')
  })
})

describe('errors', () => {
  const content = file(
    GOOD,
    '"Line\r\nend\r\nname",12,1990-05-01',
    '',
    'Al,+971501234569,31/12/1990,surplus',
    '=HYPERLINK("x"),=1+1,1990-05-01',
  )

  it('are all listed with the rows as a spreadsheet counts them, and keep the file from being confirmed [IMPORT-02] [IMPORT-05]', async () => {
    const found = await checkPatients(app, doctor, content)
    expect(found).toMatchObject({ state: 'ready', rowsTotal: 4, rowsWithErrors: 3, rowsChecked: 4 })
    const errors = await rowsOf(found.id, 'errors')
    expect(errors.map((row: { rowNumber: number }) => row.rowNumber)).toEqual([3, 5, 6])
    expect(errors[1]).toEqual({
      rowNumber: 5,
      fullName: 'Al',
      phone: '+971501234569',
      dateOfBirth: '31/12/1990',
      errors: [
        { column: 'Full Name', message: 'Name must be at least 3 characters' },
        {
          column: 'Date of Birth',
          message:
            'This date is not written like 1990-12-31. Please mend it, or choose another order of dates.',
        },
        {
          column: 'Whole row',
          message:
            'This row has more cells than the header. Is a text with a separator not in quotation marks?',
        },
      ],
      duplicateOf: { patients: [], rows: [] },
    })
    const before = await countOf('patients')
    const answer = await confirm(found.id)
    expect(answer.status).toBe(409)
    expect(answer.body.message).toBe('The file has errors. Please mend them and upload it again.')
    expect(await stateOf(found.id)).toMatchObject({ state: 'ready' })
    expect(await countOf('patients')).toBe(before)
  })

  it('are pages of a list and a file that is safe to open in a spreadsheet', async () => {
    const found = await checkPatients(app, doctor, content)
    const second = await doctor.get(`/patient/import/${found.id}/rows?kind=errors&limit=2&page=2`)
    expect(second.body.pagination).toEqual({ page: 2, limit: 2, totalItems: 3, totalPages: 2 })
    expect(second.body.data[0].rowNumber).toBe(6)
    const answer = await doctor.raw('GET', `/api/v1/patient/import/${found.id}/errors`)
    expect(answer.headers.get('content-disposition')).toContain('import-errors.csv')
    const lines = (await answer.text()).split('\r\n')
    expect(lines).toContain('3,Phone,Please enter a valid phone number,12')
    expect(lines).toContain("6,Phone,Please enter a valid phone number,'=1+1")
    expect(lines).toHaveLength(7)
  })
})

describe('possible duplicates', () => {
  it('are rows like a patient of the lab or an earlier row, by EMR id, email, phone, or name and birth [IMPORT-03]', async () => {
    const known = (changes: object) =>
      registerPatient(doctor, { emrId: undefined, email: undefined, fullName: 'Nobody Else', ...changes })
    const byEmr = await known({ emrId: 'EMR-x1', phone: '+971501000001', dob: '1950-01-01' })
    const byEmail = await known({ email: 'Twin@mail.test', phone: '+971501000002', dob: '1950-01-02' })
    const byPhone = await known({ phone: '+971501000003', dob: '1950-01-03' })
    const byName = await known({ fullName: 'محمد العلي', phone: '+971501000004', dob: '1950-01-04' })
    const merged = await known({ phone: '+971501000005', dob: '1950-01-05' })
    await app.database.execute('update patients set merged_into = $1 where id = $2', [byEmr, merged])
    const stranger = await app.signedIn('Doctor')
    await registerPatient(stranger, { phone: '+971501000006', dob: '1950-01-06' })

    const found = await checkPatients(
      app,
      doctor,
      [
        'Name,Phone,DOB,Email,MRN',
        'Same Emr,+971502000001,1960-01-01,,emr-X1',
        'Same Email,+971502000002,1960-01-02,twin@MAIL.test,',
        'Same Phone,00971501000003,1960-01-03,,',
        'Mohammed Saleh,+971502000004,1950-01-04,,',
        'Merged Away,+971501000005,1950-01-05,,',
        'Other Lab,+971501000006,1950-01-06,,',
        'Same Phone Again,+971501000003,1960-01-07,,',
        'Layla Haddad,+971502000008,1960-01-08,,',
        'Leila Mansour,+971502000009,1960-01-08,,',
        'Layla Haddad,+971502000010,1960-01-09,,',
      ].join('\n'),
    )
    expect(found).toMatchObject({ state: 'ready', rowsDuplicate: 6 })
    const flagged = (await rowsOf(found.id, 'duplicates')) as {
      rowNumber: number
      duplicateOf: { patients: { id: number; fullName: string }[]; rows: number[] }
    }[]
    expect(
      flagged.map(({ rowNumber, duplicateOf }) => [
        rowNumber,
        duplicateOf.patients.map(({ id }) => id),
        duplicateOf.rows,
      ]),
    ).toEqual([
      [2, [byEmr], []],
      [3, [byEmail], []],
      [4, [byPhone], []],
      [5, [byName], []],
      [8, [byPhone], [4]],
      [10, [], [9]],
    ])
    expect(flagged[3]?.duplicateOf.patients[0]?.fullName).toBe('محمد العلي')

    const before = await countOf('patients')
    expect((await confirm(found.id, { skipDuplicates: true })).status).toBe(200)
    expect(await stateOf(found.id)).toMatchObject({ state: 'done', rowsWritten: 4, skipDuplicates: true })
    expect(await countOf('patients')).toBe(before + 4)
    expect(await countOf('patients', `full_name like 'Same %'`)).toBe(0)
  })

  it('that came up since the check are asked about before anything is written [IMPORT-03]', async () => {
    const content = file('Twice Imported,+971503000001,1970-01-01', 'Once More,+971503000002,1970-01-02')
    const first = await checkPatients(app, doctor, content)
    const second = await checkPatients(app, doctor, content)
    expect([first.rowsDuplicate, second.rowsDuplicate]).toEqual([0, 0])
    await confirm(first.id)
    expect((await confirm(second.id)).status).toBe(200)
    expect(await stateOf(second.id)).toMatchObject({
      state: 'ready',
      rowsDuplicate: 2,
      problem: expect.stringContaining('now 2 rows look like a patient') as string,
    })
    expect(await countOf('patients', `full_name = 'Twice Imported'`)).toBe(1)
    await confirm(second.id)
    expect(await stateOf(second.id)).toMatchObject({ state: 'done', rowsWritten: 2, problem: null })
  })
})

describe('a confirmed import', () => {
  it('registers everybody with the values of the file, goes on record, and leaves nothing behind [IMPORT-10]', async () => {
    const found = await checkPatients(
      app,
      doctor,
      [
        'Name,Phone,DOB,Sex,Email,MRN,Address,City,Registration Type',
        'Huda Salem,00971504000001,1.2.1980,f,huda@mail.test,MRN-1,12 Palm Street,Dubai,Referral',
        'Karim Aziz,+971504000002,28.2.1981,,,,,,',
      ].join('\r'),
      { dateOrder: 'dmy' },
    )
    expect(await countOf('patients', `full_name = 'Huda Salem'`)).toBe(0)
    expect((await confirm(found.id)).body.data.state).toBe('writing')
    const done = await stateOf(found.id)
    expect(done).toMatchObject({ state: 'done', rowsWritten: 2, problem: null })
    expect(done.finishedAt >= done.createdAt).toBe(true)
    const { body } = await doctor.get('/patient/getAll?search=+97150400000&sortBy=fullName&sortOrder=asc')
    expect(body.data).toMatchObject([
      {
        fullName: 'Huda Salem',
        phone: { number: '+971504000001' },
        dateOfBirth: '1980-02-01',
        gender: 'FEMALE',
        email: 'huda@mail.test',
        emrId: 'MRN-1',
        contactDetails: { address: { line1: '12 Palm Street', city: 'Dubai' } },
        registrationType: 'Referral',
        profileCompleted: true,
        registeredByUser: { fullName: 'Doctor Person', lab: { name: lab.name } },
      },
      { fullName: 'Karim Aziz', gender: null, registrationType: 'Import', profileCompleted: false },
    ])
    const ids = body.data.map((row: { id: number }) => row.id) as number[]
    expect(
      await app.database.query(
        `select actor_id, lab_id, object_type, object_id, summary from activity_log
          where action = 'patient.import' order by id desc limit 1`,
      ),
    ).toEqual([
      {
        actor_id: doctor.user.id,
        lab_id: lab.id,
        object_type: 'lab',
        object_id: lab.id,
        summary: `Imported 2 patients, between ZL-${ids[0]} and ZL-${ids[1]}`,
      },
    ])
    expect(await countOf('patient_import_rows', `import_id = ${found.id}`)).toBe(0)
    expect((await rowsOf(found.id, 'all')) as unknown[]).toEqual([])
    expect((await confirm(found.id)).status).toBe(409)
    expect((await doctor.delete(`/patient/import/${found.id}`)).body.message).toBe(
      'The patients of this import are registered already',
    )
  })

  it('20,000 rows are read and written [IMPORT-06]', async () => {
    const found = await checkPatients(app, doctor, manyPatients(20_000))
    expect(found).toMatchObject({ state: 'ready', rowsTotal: 20_000, rowsWithErrors: 0, rowsDuplicate: 0 })
    await confirm(found.id)
    expect(await stateOf(found.id)).toMatchObject({ state: 'done', rowsWritten: 20_000 })
    expect(await countOf('patients', `email like 'p%@mail.test'`)).toBe(20_000)
  }, 90_000)
})

describe('an import that is not confirmed', () => {
  it('can be cancelled, and then neither checked nor confirmed any more', async () => {
    const started = await uploadPatients(doctor, file('Never Written,+971505000001,1990-05-01'))
    const { id } = started.body.data
    const answer = await doctor.delete(`/patient/import/${id}`)
    expect(answer.body).toMatchObject({
      message: 'Import cancelled. Nothing was written.',
      data: { state: 'cancelled' },
    })
    await app.services.importWorker.run()
    expect((await confirm(id)).status).toBe(409)
    expect(await stateOf(id)).toMatchObject({ state: 'cancelled' })
    expect((await doctor.delete(`/patient/import/${id}`)).status).toBe(200)
    expect(await countOf('patients', `full_name = 'Never Written'`)).toBe(0)
  })

  it('is removed with its rows after a day [IMPORT-10]', async () => {
    const found = await checkPatients(app, doctor, file('Left Behind,+971505000002,1990-05-01'))
    await app.services.patientImports.removeOld()
    expect((await doctor.get(`/patient/import/${found.id}`)).status).toBe(200)
    await app.database.execute(
      `update patient_imports set created_at = now() - interval '25 hours' where id = $1`,
      [found.id],
    )
    await app.services.patientImports.removeOld()
    expect((await doctor.get(`/patient/import/${found.id}`)).status).toBe(404)
    expect(await countOf('patient_import_rows', `import_id = ${found.id}`)).toBe(0)
  })
})
