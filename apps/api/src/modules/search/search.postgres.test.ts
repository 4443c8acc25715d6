import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ApiClient } from '../../testing/api-client.ts'
import { caseOf } from '../../testing/cases.ts'
import { useTestApp } from '../../testing/test-app.ts'
import { addReportType, publishReport, registerPatient } from '../../testing/test-records.ts'
import { FOUND_ROWS } from '../../core/pagination.ts'
import { withdrawReport } from '../../testing/withdrawal.ts'

const app = await useTestApp()
const lab = await app.createLab()
const doctor = await app.signedIn('Doctor', lab)
const type = await addReportType(doctor, 'Haematology')
const layla = await registerPatient(doctor, {
  fullName: 'Layla Haddad',
  emrId: 'EMR-7',
  email: 'layla@mail.test',
  phone: '+971501112233',
  dob: '1990-05-01',
})
const omar = await registerPatient(doctor, {
  fullName: 'Omar Farsi',
  emrId: 'EMR-77',
  email: 'omar@mail.test',
  phone: '+971507777777',
})
const count = (await publishReport(doctor, layla, type, { title: 'Complete blood count' })).id
const panel = (await publishReport(doctor, omar, type, { title: 'Lipid panel' })).id

const find = async (text: string, client: ApiClient = doctor) => {
  const { status, body } = await client.post('/search/records', { text })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data as {
    patients: { id: number; fullName: string; isSimilar?: boolean; formerId?: number }[]
    reports: { id: number; title: string }[]
  }
}
const firstPatient = async (text: string) => (await find(text)).patients[0]?.id
const patientIds = async (text: string, client?: ApiClient) =>
  (await find(text, client)).patients.map(({ id }) => id)
const reportIds = async (text: string, client?: ApiClient) =>
  (await find(text, client)).reports.map(({ id }) => id)

describe('search results', () => {
  it('match texts with direction marks, as copied from other programs [SAFE-41]', async () => {
    const fields = { fullName: 'محمد بن عبدالله', emrId: 'HXA100', phone: '+971501112005' }
    const other = await app.signedIn('Doctor')
    const id = await registerPatient(other, fields)
    const texts = caseOf('search-texts-with-direction-marks.txt').toString().trimEnd().split('\n')
    expect(texts).toHaveLength(4)
    for (const text of texts) {
      const written = text.replace('ZL-61', `ZL-${id}`)
      expect(await patientIds(written, other), JSON.stringify(text)).toEqual([id])
      const list = await other.get(`/patient/getAll?search=${encodeURIComponent(written)}`)
      expect(
        list.body.data.map((one: { id: number }) => one.id),
        JSON.stringify(text),
      ).toEqual([id])
    }
  })

  it('show a summary of a patient and a report', async () => {
    const { patients } = await find('Layla')
    expect(patients).toEqual([
      {
        id: layla,
        fullName: 'Layla Haddad',
        emrId: 'EMR-7',
        phone: { number: '+971501112233' },
        dateOfBirth: '1990-05-01',
      },
    ])
    const { reports } = await find('blood COUNT')
    expect(reports).toEqual([
      {
        id: count,
        title: 'Complete blood count',
        reportType: { title: 'Haematology' },
        patient: { id: layla, fullName: 'Layla Haddad' },
        createdAt: expect.any(String),
        version: 1,
        marks: [],
      },
    ])
  })

  it('rank an exact id, EMR id, phone or email above newer partial matches [FIND-03]', async () => {
    const busy = await app.signedIn('Doctor')
    const first = await registerPatient(busy, {
      fullName: 'First Person',
      emrId: '501',
      phone: '+971509998877',
      email: 'a@mail.test',
    })
    for (let number = 0; number < 2 * FOUND_ROWS; number++)
      await registerPatient(busy, {
        fullName: 'Later Person',
        emrId: `501-${number}`,
        phone: `+971509998877${number}`,
        email: `aa@mail.test${number % 2 ? '.org' : ''}`,
      })
    for (const typed of [
      '501',
      '+971509998877',
      '0509998877',
      '971 50 999-8877',
      '٠٥٠٩٩٩٨٨٧٧',
      'A@mail.test',
    ])
      expect((await patientIds(typed, busy))[0], typed).toBe(first)
    expect(await patientIds('501', busy)).toHaveLength(FOUND_ROWS)
  })

  it('match a birth date in the order of the settings, of the caller’s lab [FIND-13]', async () => {
    const other = await app.signedIn('Doctor')
    const ours = await registerPatient(doctor, { fullName: 'Born In May', dob: '1971-05-02' })
    const theirs = await registerPatient(other, { fullName: 'Zed Elsewhere', dob: '1971-05-02' })
    for (const typed of ['02/05/1971', '2.5.1971', '1971-05-02', '2 May 1971', '٠٢/٠٥/١٩٧١']) {
      expect(await patientIds(typed), typed).toEqual([ours])
      expect(await patientIds(typed, other), typed).toEqual([theirs])
    }
    expect(await patientIds('05/02/1971')).toEqual([])
    const admin = await app.signedIn('Admin')
    expect(await patientIds('1971-05-02', admin)).toEqual([theirs, ours])
  })

  it('match a patient id typed as ZL-12, zl 12 and 12 [FIND-03]', async () => {
    for (const typed of [`ZL-${layla}`, `zl ${layla}`, `Zl${layla}`, String(layla)])
      expect(await firstPatient(typed), typed).toBe(layla)
  })

  it('match a report id typed as #12 and 12, also next to a patient with the same number [FIND-03]', async () => {
    expect(await reportIds(`#${panel}`)).toEqual([panel])
    expect((await find(String(panel))).reports[0]?.id).toBe(panel)
    expect((await find(`#${panel}`)).patients).toEqual([])
    expect((await find(`ZL-${panel}`)).reports).toEqual([])
  })

  it('redirect the id of a merged record to the surviving one [FIND-03]', async () => {
    const merged = await registerPatient(doctor, { fullName: 'Leila Haddad' })
    const again = await registerPatient(doctor, { fullName: 'Lailah Haddad' })
    await app.database.query('update patients set merged_into = $2 where id = $1', [merged, again])
    await app.database.query('update patients set merged_into = $2 where id = $1', [again, layla])
    for (const id of [merged, again]) {
      expect((await find(`ZL-${id}`)).patients[0]).toMatchObject({ id: layla, formerId: id })
      expect((await find(String(id))).patients[0]).toMatchObject({ id: layla, formerId: id })
    }
    for (const typed of ['Leila', 'Lailah Haddad', 'haddad', 'la'])
      expect(await patientIds(typed), typed).not.toEqual(expect.arrayContaining([merged]))
    expect(await patientIds('lailah haddad')).toEqual([layla])
  })

  it('rank names that begin with the text first', async () => {
    const busy = await app.signedIn('Doctor')
    const begins = await registerPatient(busy, { fullName: 'Ali Noor' })
    const second = await registerPatient(busy, { fullName: 'Noor Ali' })
    for (let number = 0; number < FOUND_ROWS; number++)
      await registerPatient(busy, { fullName: 'Khalid Malik' })
    for (const typed of ['ali', 'al']) {
      const found = await patientIds(typed, busy)
      expect(found).toHaveLength(FOUND_ROWS)
      expect(found.slice(0, 2), typed).toEqual([begins, second])
    }
  })

  it('end with similar names, marked as such [FIND-10]', async () => {
    for (const typed of ['Leyla Hadad', 'ليلى حداد']) {
      const { patients } = await find(typed)
      expect(patients[0], typed).toMatchObject({ id: layla, isSimilar: true })
    }
    expect((await find('Layla Haddad')).patients[0]?.isSimilar).toBeUndefined()
  })

  it('include names of two letters among many others', async () => {
    const busy = await app.signedIn('Doctor')
    const id = await registerPatient(busy, { fullName: 'Wei Li' })
    await registerPatient(busy, { fullName: 'Olivia Reyes' })
    expect((await patientIds('li', busy))[0]).toBe(id)
    expect(await patientIds('wq', busy)).toEqual([])
  })

  it('contain at most a few of each kind', async () => {
    const busy = await app.signedIn('Doctor')
    const patient = await registerPatient(busy, { fullName: 'Many Reports' })
    for (let number = 0; number <= FOUND_ROWS; number++)
      await publishReport(busy, patient, type, { title: `Ferritin ${number}` })
    expect(await reportIds('ferritin', busy)).toHaveLength(FOUND_ROWS)
    expect((await reportIds('Ferritin 6', busy)).length).toBe(1)
  })
})

describe('search scope', () => {
  it('hides records of other labs for any text, but not from the Admin [FIND-07]', async () => {
    const outsider = await app.signedIn('Technician')
    const admin = await app.signedIn('Admin')
    const texts = ['Layla', 'Leyla Hadad', `ZL-${layla}`, String(layla), `#${count}`, 'EMR-7', '0501112233']
    for (const text of [...texts, 'la', 'blood', 'layla@mail.test', ''])
      expect(await find(text, outsider), text).toEqual({ patients: [], reports: [] })
    for (const text of texts) {
      const { patients, reports } = await find(text, admin)
      const found = [...patients.map(({ id }) => `p${id}`), ...reports.map(({ id }) => `r${id}`)]
      expect(found, text).toContain(text.startsWith('#') ? `r${count}` : `p${layla}`)
    }
  })

  it('excludes withdrawn reports [FIND-07]', async () => {
    const { id } = await publishReport(doctor, omar, type, { title: 'Vitamin D' })
    await doctor.get(`/report/getById/${id}`)
    await app.services.activity.flush()
    expect(await reportIds('vitamin')).toEqual([id])
    expect(await reportIds('')).toContain(id)
    await withdrawReport(doctor, id, { reason: 'wrong-file' })
    for (const text of ['vitamin', `#${id}`, String(id), 'vi', ''])
      expect(await reportIds(text), text).not.toContain(id)
  })
})

describe('search without a text', () => {
  it('lists recently viewed records, each once, latest first [FIND-08]', async () => {
    const colleague = await app.signedIn('Receptionist', lab)
    expect(await find('', colleague)).toEqual({ patients: [], reports: [] })
    for (const id of [layla, omar, layla]) await colleague.get(`/patient/getById/${id}`)
    for (const id of [panel, count, panel]) await colleague.get(`/report/getById/${id}`)
    await app.services.activity.flush()
    expect(await patientIds('', colleague)).toEqual([layla, omar])
    expect(await reportIds('  ', colleague)).toEqual([panel, count])
    const { status, body } = await colleague.post('/search/records', {})
    expect(status).toBe(200)
    expect(body.data.patients).toHaveLength(2)
  })

  it('redirects merged records to the surviving one, and hides records out of scope [FIND-08]', async () => {
    const colleague = await app.signedIn('Doctor', lab)
    const merged = await registerPatient(doctor, { fullName: 'Once Here' })
    const moved = await registerPatient(doctor, { fullName: 'Gone Away' })
    for (const id of [omar, moved, merged]) await colleague.get(`/patient/getById/${id}`)
    await app.services.activity.flush()
    await app.database.query('update patients set merged_into = $2 where id = $1', [merged, omar])
    await app.database.query('update patients set lab_id = $2 where id = $1', [
      moved,
      (await app.createLab()).id,
    ])
    expect((await find('', colleague)).patients).toEqual([
      expect.objectContaining({ id: omar, formerId: merged }),
    ])
  })
})

describe('arbitrary search text', () => {
  it('gets an answer without an error', async () => {
    const texts = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 120 }),
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.string({
        unit: fc.constantFrom(
          'a',
          'ه',
          '1',
          '٣',
          '%',
          '_',
          '\\',
          "'",
          '"',
          '#',
          ' ',
          '-',
          'ZL',
          '\u0301',
          '\u064b',
          '0',
        ),
        maxLength: 12,
      }),
      fc.bigInt({ min: 0n, max: 10n ** 30n }).map((number) => `zl-${number}`),
    )
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        await find(text)
      }),
      { numRuns: 150 },
    )
    for (const body of [{ text: null }, { text: 7 }, { text: ['a'] }, [], 'text', null])
      expect((await doctor.post('/search/records', body)).status, JSON.stringify(body)).toBe(400)
  })
})
