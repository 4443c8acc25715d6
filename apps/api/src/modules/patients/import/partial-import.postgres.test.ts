import { describe, expect, it } from 'vitest'
import { checkPatients, importsOf } from '../../../testing/patient-files.ts'
import { useTestApp } from '../../../testing/test-app.ts'

const app = await useTestApp()
const doctor = await app.signedIn('Doctor')
const imports = importsOf(app, doctor)

let serial = 0
const mixedTable = () => {
  const place = 10 + serial++
  const phone = (number: number) => `+9715011${place}${String(number).padStart(3, '0')}`
  const day = (number: number) => `19${place}-01-0${number}`
  return [
    'Name,Phone,DOB,Gender,Email,MRN,City',
    `Rami Aziz,${phone(1)},${day(1)},M,,EMR-A${place},Dubai`,
    `=Formula Khan,05012345,${day(2)},F,,EMR-B${place},Dubai`,
    `Li,${phone(3)},31/12/1990,F,,,`,
    `Sara Mansour,${phone(4)},${day(4)},F,no-address,,"Abu, Dhabi"`,
    `Omar Nasser,${phone(5)},${day(5)},M,,EMR-C${place},Sharjah`,
  ].join('\n')
}
const check = () => checkPatients(app, doctor, mixedTable())
const badRowsOf = async (id: number, client = doctor) =>
  client.raw('GET', `/api/v1/patient/import/${id}/badRows`)
const namesOf = async () =>
  (await app.database.query<{ full_name: string }>('select full_name from patients order by id')).map(
    (row) => row.full_name,
  )

describe('a file with faulty rows', () => {
  it('imports whole or not at all unless a confirmation leaves the faulty rows out [IMPORT-11]', async () => {
    const found = await check()
    expect(found).toMatchObject({ state: 'ready', rowsTotal: 5, rowsWithErrors: 3, skipInvalid: false })
    const before = await namesOf()
    for (const choice of [{}, { skipDuplicates: true }, { skipInvalid: false }])
      expect((await imports.confirm(found.id, choice)).body.code).toBe('IMPORT_HAS_ERRORS')
    expect(await namesOf()).toEqual(before)
    expect((await imports.confirm(found.id, { skipInvalid: true })).body.data).toMatchObject({
      state: 'writing',
      skipInvalid: true,
    })
    expect(await imports.stateOf(found.id)).toMatchObject({
      state: 'done',
      rowsWritten: 2,
      rowsWithErrors: 3,
    })
    expect((await namesOf()).slice(before.length)).toEqual(['Rami Aziz', 'Omar Nasser'])
    const admin = await app.signedIn('Admin')
    const { data } = (await admin.get('/activity/getAll?action=patient.import&limit=1')).body
    expect(data[0].summary).toMatch(
      /^Imported 2 patients, between ZL-\d+ and ZL-\d+; left out 3 rows with errors$/,
    )
  })

  it('cannot be imported without a valid row [IMPORT-11]', async () => {
    const found = await checkPatients(app, doctor, 'Name,Phone,DOB\nLi,1,2\nXu,3,4')
    expect((await imports.confirm(found.id, { skipInvalid: true })).body.code).toBe('IMPORT_HAS_ERRORS')
  })

  it('leaves out possible duplicates as well when both are asked for [IMPORT-11]', async () => {
    const table = mixedTable()
    const first = await checkPatients(app, doctor, table)
    await imports.confirm(first.id, { skipInvalid: true })
    await imports.stateOf(first.id)
    const again = await checkPatients(app, doctor, `${table}\nNew Person,+971501199999,1999-09-09,F,,,`)
    expect(again).toMatchObject({ rowsWithErrors: 3, rowsDuplicate: 2 })
    await imports.confirm(again.id, { skipInvalid: true, skipDuplicates: true })
    expect(await imports.stateOf(again.id)).toMatchObject({ state: 'done', rowsWritten: 1 })
  })

  it('registers no faulty row even by a process of the version before [IMPORT-11]', async () => {
    const found = await check()
    await imports.confirm(found.id, { skipInvalid: true }).catch(() => undefined)
    await app.database
      .execute(
        `insert into patients (lab_id, full_name, phone, date_of_birth)
       select $1, f ->> 'fullName', f ->> 'phone', (f ->> 'dateOfBirth')::date
         from (select fields as f from patient_import_rows where import_id = $2 and errors <> '[]') r`,
        [doctor.user.labId, found.id],
      )
      .then(
        (written) => expect(written).toBe(0),
        (error: unknown) => expect(String(error)).toMatch(/null value/),
      )
  })
})

describe('the faulty rows', () => {
  it('form a table to fix and upload again, with the reasons, safe for spreadsheets [IMPORT-12]', async () => {
    const found = await check()
    const response = await badRowsOf(found.id)
    expect(response.headers.get('content-disposition')).toContain('rows-to-fix.csv')
    const text = (await response.text()).replace('\ufeff', '')
    expect(text.split('\r\n')[0]).toBe(
      'Row,What is wrong,Full Name,Phone,Date of Birth,Gender,Email,EMR ID,Address,City,Registration Type,Language,Email Consent,SMS Consent,WhatsApp Consent,National ID',
    )
    expect(text).toContain("'=Formula Khan,05012345,")
    expect(text).toMatch(/\r\n3,"Phone: .*country code/)
    expect(text).toMatch(/\r\n4,"Name: .*\nDOB: .*",Li,\+9715011\d+,31\/12\/1990,/)
    expect(text).toContain('no-address')
    expect(text).toContain('"Abu, Dhabi"')
    expect(text).not.toContain('Rami Aziz')
    expect(await checkPatients(app, doctor, text)).toMatchObject({
      state: 'ready',
      rowsTotal: 3,
      rowsWithErrors: 3,
      unknownColumns: ['Row', 'What is wrong'],
    })
  })

  it('remain available for a day after the valid ones were imported [IMPORT-12]', async () => {
    const found = await check()
    const before = await (await badRowsOf(found.id)).text()
    await imports.confirm(found.id, { skipInvalid: true })
    expect(await imports.stateOf(found.id)).toMatchObject({ state: 'done' })
    expect(await (await badRowsOf(found.id)).text()).toBe(before)
    const { body } = await doctor.get(`/patient/import/${found.id}/rows?kind=errors`)
    expect(body.data).toHaveLength(3)
    expect(body.data[2]).toMatchObject({ rowNumber: 5, fullName: 'Sara Mansour' })
    await app.database.execute(
      "update patient_imports set finished_at = now() - interval '25 hours' where id = $1",
      [found.id],
    )
    await app.services.patientImports.removeOld()
    expect((await (await badRowsOf(found.id)).text()).split('\r\n').filter(Boolean)).toHaveLength(1)
    expect(await imports.stateOf(found.id)).toMatchObject({ state: 'done', rowsWritten: 2 })
  })

  it('belong to the caller, and their export is recorded [IMPORT-12]', async () => {
    const found = await check()
    const colleague = await app.signedIn('Doctor', { id: doctor.user.labId ?? 0, name: '' })
    expect((await badRowsOf(found.id, colleague)).status).toBe(404)
    await badRowsOf(found.id)
    const admin = await app.signedIn('Admin')
    const { data } = (await admin.get('/activity/getAll?action=data.export&limit=1')).body
    expect(data[0].summary).toBe(`Exported the faulty rows of import ${found.id}`)
  })
})
