import { describe, expect, it } from 'vitest'
import { checkPatients, importsOf, patientTable, uploadPatients } from '../../../testing/patient-files.ts'
import { useTestApp } from '../../../testing/test-app.ts'
import { registerPatient } from '../../../testing/test-records.ts'

const app = await useTestApp()
const lab = await app.createLab()
const doctor = await app.signedIn('Doctor', lab)
const imports = importsOf(app, doctor)

describe('possible duplicates', () => {
  it('include rows that match a patient of the lab or an earlier row by EMR id, phone, or name and birth; the same email alone is shown [IMPORT-03, IMPORT-60]', async () => {
    const known = (changes: object) =>
      registerPatient(doctor, { emrId: undefined, email: undefined, fullName: 'Other Person', ...changes })
    const byEmr = await known({ emrId: 'EMR-x1', phone: '+971501000001', dob: '1950-01-01' })
    const byEmail = await known({ email: 'Twin@mail.test', phone: '+971501000002', dob: '1950-01-02' })
    const byPhone = await known({ phone: '+971501000003', dob: '1950-01-03' })
    const byName = await known({ fullName: 'محمد العلي', phone: '+971501000004', dob: '1950-01-04' })
    const merged = await known({ phone: '+971501000005', dob: '1950-01-05' })
    await app.database.execute('update patients set merged_into = $1 where id = $2', [byEmr, merged])
    const outsider = await app.signedIn('Doctor')
    await registerPatient(outsider, { phone: '+971501000006', dob: '1950-01-06' })

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
    const flagged = (await imports.rowsOf(found.id, 'duplicates')) as {
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
      [4, [byPhone], []],
      [5, [byName], []],
      [6, [byEmr], []],
      [8, [byPhone], [4]],
      [10, [], [9]],
    ])
    expect(flagged[2]?.duplicateOf.patients[0]?.fullName).toBe('محمد العلي')

    const all = (await imports.rowsOf(found.id, 'all')) as {
      rowNumber: number
      sameEmail: { id: number }[]
    }[]
    expect(all.filter(({ sameEmail }) => sameEmail.length > 0)).toMatchObject([
      { rowNumber: 3, sameEmail: [{ id: byEmail, fullName: 'Other Person' }] },
    ])

    const before = await imports.countOf('patients')
    expect((await imports.confirm(found.id, { skipDuplicates: true })).status).toBe(200)
    expect(await imports.stateOf(found.id)).toMatchObject({
      state: 'done',
      rowsWritten: 4,
      skipDuplicates: true,
    })
    expect(await imports.countOf('patients')).toBe(before + 4)
    expect(await imports.countOf('patients', `full_name like 'Same %'`)).toBe(1)
  })

  it('found since the check require a new confirmation before anything is written [IMPORT-03]', async () => {
    const content = patientTable(
      'Twice Imported,+971503000001,1970-01-01',
      'Once More,+971503000002,1970-01-02',
    )
    const first = await checkPatients(app, doctor, content)
    const second = await checkPatients(app, doctor, content)
    expect([first.rowsDuplicate, second.rowsDuplicate]).toEqual([0, 0])
    await imports.confirm(first.id)
    expect((await imports.confirm(second.id)).status).toBe(200)
    expect(await imports.stateOf(second.id)).toMatchObject({
      state: 'ready',
      rowsDuplicate: 2,
      problem: expect.stringContaining('now 2 rows look like a patient') as string,
    })
    expect(await imports.countOf('patients', `full_name = 'Twice Imported'`)).toBe(1)
    await imports.confirm(second.id)
    expect(await imports.stateOf(second.id)).toMatchObject({ state: 'done', rowsWritten: 2, problem: null })
  })
})

describe('language and consents in a file', () => {
  const HEADER = 'Name,Phone,DOB,Language,Consent to Email,SMS Consent,WhatsApp Consent'

  it('go to each patient’s record, by the user who imports [DELIV-40]', async () => {
    const found = await checkPatients(
      app,
      doctor,
      [
        HEADER,
        'Consent Aziz,+971504100001,1981-02-28,Arabic,Yes,no,1',
        'Consent Blank,+971504100002,1982-02-28,,,,',
        'Consent Dalia,+971504100003,1983-02-28,en,نعم,true,لا',
      ].join('\n'),
    )
    expect(found).toMatchObject({ rowsWithErrors: 0, unknownColumns: [] })
    await imports.confirm(found.id)
    const recorded = await app.database.query(
      `select p.full_name as name, l.language, u.full_name as "by",
              (select array_agg(c.channel order by c.id) from patient_consents c
                where c.patient_id = p.id and c.is_given and c.wording_version = 1) as channels
         from patients p left join patient_languages l on l.patient_id = p.id
         left join lateral (select distinct x.full_name from patient_consents c join users x on x.id = c.recorded_by
                             where c.patient_id = p.id) u on true
        where p.full_name like 'Consent %' order by 1`,
    )
    expect(recorded).toEqual([
      { name: 'Consent Aziz', language: 'ar', by: 'Doctor Person', channels: ['email', 'whatsapp'] },
      { name: 'Consent Blank', language: null, by: null, channels: null },
      { name: 'Consent Dalia', language: 'en', by: 'Doctor Person', channels: ['email', 'sms'] },
    ])
  })

  it('become errors of their row, and give no consent, when they cannot be read [DELIV-40]', async () => {
    const found = await checkPatients(
      app,
      doctor,
      [HEADER, 'Wrong Words,+971504100009,1981-02-28,Klingon,maybe,2,y'].join('\n'),
    )
    const { body } = await doctor.get(`/patient/import/${found.id}/rows?kind=errors`)
    expect(body.data[0].errors).toEqual([
      { column: 'Language', message: 'Please write English or Arabic' },
      { column: 'Consent to Email', message: 'Please write Yes or No' },
      { column: 'SMS Consent', message: 'Please write Yes or No' },
    ])
  })
})

describe('confirmed import', () => {
  it('registers every patient with the values of the file, records the address, and deletes its rows [IMPORT-10] [SAFE-23]', async () => {
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
    expect(await imports.countOf('patients', `full_name = 'Huda Salem'`)).toBe(0)
    expect((await imports.confirm(found.id)).body.data.state).toBe('writing')
    const done = await imports.stateOf(found.id)
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
        `select actor_id, lab_id, object_type, object_id, summary, address, request_id is not null as "hasRequest"
           from activity_log
          where action = 'patient.import' order by id desc limit 1`,
      ),
    ).toEqual([
      {
        actor_id: doctor.user.id,
        lab_id: lab.id,
        object_type: 'lab',
        object_id: lab.id,
        summary: `Imported 2 patients, between ZL-${ids[0]} and ZL-${ids[1]}`,
        address: '127.0.0.1',
        hasRequest: true,
      },
    ])
    expect(await imports.countOf('patient_import_rows', `import_id = ${found.id}`)).toBe(0)
    expect((await imports.rowsOf(found.id, 'all')) as unknown[]).toEqual([])
    expect((await imports.confirm(found.id)).status).toBe(409)
    expect((await doctor.delete(`/patient/import/${found.id}`)).body.message).toBe(
      'The patients of this import have already been registered',
    )
  })
})

describe('unconfirmed import', () => {
  it('allows cancellation, and then neither check nor confirmation', async () => {
    const started = await uploadPatients(doctor, patientTable('Never Written,+971505000001,1990-05-01'))
    const { id } = started.body.data
    const response = await doctor.delete(`/patient/import/${id}`)
    expect(response.body).toMatchObject({
      message: 'Import canceled. No patients were registered.',
      data: { state: 'cancelled' },
    })
    await app.services.importWorker.run()
    expect((await imports.confirm(id)).status).toBe(409)
    expect(await imports.stateOf(id)).toMatchObject({ state: 'cancelled' })
    expect((await doctor.delete(`/patient/import/${id}`)).status).toBe(200)
    expect(await imports.countOf('patients', `full_name = 'Never Written'`)).toBe(0)
  })

  it('disappears with its rows after a day [IMPORT-10]', async () => {
    const found = await checkPatients(app, doctor, patientTable('Left Behind,+971505000002,1990-05-01'))
    await app.services.patientImports.removeOld()
    expect((await doctor.get(`/patient/import/${found.id}`)).status).toBe(200)
    await app.database.execute(
      `update patient_imports set created_at = now() - interval '25 hours' where id = $1`,
      [found.id],
    )
    await app.services.patientImports.removeOld()
    expect((await doctor.get(`/patient/import/${found.id}`)).status).toBe(404)
    expect(await imports.countOf('patient_import_rows', `import_id = ${found.id}`)).toBe(0)
  })
})
