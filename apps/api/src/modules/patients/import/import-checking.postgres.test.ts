import { describe, expect, it } from 'vitest'
import {
  checkPatients,
  importsOf,
  patientTable,
  PATIENT_HEADER,
  uploadPatients,
} from '../../../testing/patient-files.ts'
import { useTestApp } from '../../../testing/test-app.ts'

const GOOD = 'Layla Haddad,+971501234567,1990-05-01'

const app = await useTestApp()
const lab = await app.createLab()
const doctor = await app.signedIn('Doctor', lab)
const imports = importsOf(app, doctor)

describe('import file', () => {
  it('gets read in the chosen encoding, and warns of an uncertain detection [IMPORT-24]', async () => {
    const bytes = Buffer.concat([
      Buffer.from('Full Name,Phone,Date of Birth\n'),
      Buffer.from([0xe3, 0xcd, 0xe3, 0xcf]),
      Buffer.from(',+971501112244,1990-12-31\n'),
    ])
    const detected = await checkPatients(app, doctor, bytes)
    expect(detected).toMatchObject({ state: 'ready', encoding: 'Windows-1256 (uncertain)' })
    expect(detected.problem).toContain('could not be recognized with certainty')
    expect((await imports.rowsOf(detected.id, 'all'))[0].fullName).toBe('محمد')
    const chosen = await checkPatients(app, doctor, bytes, { encoding: 'ISO-8859-6' })
    expect(chosen).toMatchObject({ state: 'ready', encoding: 'ISO-8859-6', problem: null })
    expect((await imports.rowsOf(chosen.id, 'all'))[0].fullName).toBe('كحكد')
  })

  it('gets stored at once and checked by the job; reports encoding, separator and unknown columns [IMPORT-01]', async () => {
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
    expect(await imports.stateOf(id)).toMatchObject({
      state: 'ready',
      encoding: 'UTF-16LE',
      separator: 'semicolon',
      unknownColumns: ['ملاحظات'],
      rowsTotal: 1,
      rowsChecked: 1,
      rowsWithErrors: 0,
    })
    expect(await imports.rowsOf(id, 'all')).toEqual([
      {
        rowNumber: 2,
        fullName: 'محمد العلي',
        phone: '+971501112233',
        dateOfBirth: '1990-12-31',
        errors: [],
        duplicateOf: { patients: [], rows: [] },
        sameEmail: [],
      },
    ])
    expect(await imports.countOf('patient_imports', `id = ${id} and content is not null`)).toBe(0)
  })

  it.each([
    ['a PDF', '%PDF-1.7\n1 0 obj', 'This is not a CSV file. Please save the table as CSV and try again.'],
    ['no content', '', 'This file has no rows'],
    ['a header alone', `${PATIENT_HEADER}\n\n,,\n`, 'This file has no rows'],
    [
      'no header',
      `${GOOD}\n${GOOD}`,
      'The first row must name the columns Full Name, Phone and Date of Birth. Not found: Full Name, Phone, Date of Birth.',
    ],
    [
      'a repeated column',
      'Name,Phone,Mobile,DOB\nA,1,2,3',
      'The columns “Phone” and “Mobile” mean the same. Please leave one of them out.',
    ],
    [
      'an unclosed quotation mark',
      patientTable(
        GOOD,
        'Omar "Abu Ali" Khalil,+971501234568,1990-05-01',
        '"Sara,+971501234569,1990-05-01',
        GOOD,
      ),
      'Row 4 has no end: a quotation mark is not closed. Please fix the row and upload the file again.',
    ],
    [
      'a million separators',
      `${PATIENT_HEADER}\n${','.repeat(999_990)}\n`,
      'Row 2 has more than 1,000 cells. Please upload a table of patients.',
    ],
  ])('fails with %s, states the reason and leaves nothing stored', async (_, content, problem) => {
    const found = await checkPatients(app, doctor, content)
    expect(found).toMatchObject({ state: 'refused', problem, rowsTotal: null })
    expect(await imports.countOf('patient_import_rows', `import_id = ${found.id}`)).toBe(0)
    expect(await imports.countOf('patient_imports', `id = ${found.id} and content is not null`)).toBe(0)
    expect((await imports.confirm(found.id)).status).toBe(409)
  })

  it('fails with a message when it has more rows than the limit [IMPORT-06]', async () => {
    const found = await checkPatients(app, doctor, `${PATIENT_HEADER}\n${'a,b,c\n'.repeat(100_001)}`)
    expect(found).toMatchObject({
      state: 'refused',
      problem:
        'The file has more than 100,000 rows. Please split it and upload the parts one after the other.',
    })
  })

  it('fails during the upload when it is too large', async () => {
    const response = await uploadPatients(doctor, Buffer.alloc(25 * 1024 * 1024 + 1, 'a'))
    expect(response.status).toBe(413)
    expect(response.body.message).toBe('The file is larger than 25 MB. Please upload a smaller file.')
  })

  it('takes no longer to check when it contains identical people', async () => {
    // Without statistics, as just after the tables were filled.
    for (const table of ['patients', 'patient_import_rows'])
      await app.database.execute(`alter table ${table} set (autovacuum_enabled = false)`)
    const rows = (number: number) => `Layla Haddad,+971501234567,1990-05-01${number % 2 ? '' : ','}`
    const found = await checkPatients(
      app,
      doctor,
      [PATIENT_HEADER, ...Array.from({ length: 5000 }, (_, index) => rows(index))].join('\n'),
    )
    expect(found).toMatchObject({ state: 'ready', rowsDuplicate: 4999 })
    const { body } = await doctor.get(`/patient/import/${found.id}/rows?kind=duplicates&limit=1`)
    expect(body.data[0].duplicateOf.rows).toEqual([2])
    await doctor.post(`/patient/import/${found.id}/confirm`, { skipDuplicates: false })
    await app.services.importWorker.run()
    // Statistics now describe the first import, so the planner underestimates the second.
    await app.database.execute('analyze patients, patient_import_rows')
    const again = await checkPatients(
      app,
      doctor,
      [PATIENT_HEADER, ...Array.from({ length: 5000 }, (_, index) => rows(index))].join('\n'),
    )
    expect(again).toMatchObject({ state: 'ready', rowsDuplicate: 5000 })
    const { body: listed } = await doctor.get(`/patient/import/${again.id}/rows?kind=duplicates&limit=1`)
    expect(listed.data[0].duplicateOf.patients.length).toBeLessThanOrEqual(10)
  })

  it('must be one file in the expected form part', async () => {
    expect((await doctor.post('/patient/import', {})).status).toBe(415)
    const form = new FormData()
    form.append('reportFile', new Blob(['x']), 'x.csv')
    const response = await doctor.post('/patient/import', form)
    expect(response.status).toBe(400)
    expect(response.body.message).toBe('Please send one file in the part named patientFile')
  })
})

describe('import errors', () => {
  const content = patientTable(
    GOOD,
    '"Line\r\nend\r\nname",12,1990-05-01',
    '',
    'Al,+971501234569,31/12/1990,surplus',
    '=HYPERLINK("x"),=1+1,1990-05-01',
  )

  it('appear with spreadsheet row numbers, and prevent confirmation [IMPORT-02] [IMPORT-05]', async () => {
    const found = await checkPatients(app, doctor, content)
    expect(found).toMatchObject({ state: 'ready', rowsTotal: 4, rowsWithErrors: 3, rowsChecked: 4 })
    const errors = await imports.rowsOf(found.id, 'errors')
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
          message: 'This date is not written like 1990-12-31. Please fix it, or choose another date order.',
        },
        {
          column: 'Whole row',
          message:
            'This row has more cells than the header. Is a text with a separator not in quotation marks?',
        },
      ],
      duplicateOf: { patients: [], rows: [] },
      sameEmail: [],
    })
    const before = await imports.countOf('patients')
    const response = await imports.confirm(found.id)
    expect(response.status).toBe(409)
    expect(response.body.message).toBe('The file has errors. Fix them and upload it again.')
    expect(await imports.stateOf(found.id)).toMatchObject({ state: 'ready' })
    expect(await imports.countOf('patients')).toBe(before)
  })

  it('come as pages and as a file that is safe to open in a spreadsheet', async () => {
    const found = await checkPatients(app, doctor, content)
    const second = await doctor.get(`/patient/import/${found.id}/rows?kind=errors&limit=2&page=2`)
    expect(second.body.pagination).toEqual({ page: 2, limit: 2, totalItems: 3, totalPages: 2 })
    expect(second.body.data[0].rowNumber).toBe(6)
    const response = await doctor.raw('GET', `/api/v1/patient/import/${found.id}/errors`)
    expect(response.headers.get('content-disposition')).toContain('import-errors.csv')
    const lines = (await response.text()).split('\r\n')
    expect(lines).toContain('3,Phone,Please enter a valid phone number,12')
    expect(lines).toContain("6,Phone,Please enter a valid phone number,'=1+1")
    expect(lines).toHaveLength(7)
  })
})
