import { describe, expect, it } from 'vitest'
import { sure } from '../../testing/api-client.ts'
import { allPages, idsOf, useFhirLab, type FhirTestClient } from '../../testing/fhir.ts'
import { useTestApp } from '../../testing/test-app.ts'
import { registerPatient } from '../../testing/test-records.ts'

const app = await useTestApp({ publicUrl: 'https://reports.test' })
const here = await useFhirLab(app)
const { doctor } = here
const client = await here.clientOf()

const patientId = await registerPatient(doctor, {
  ...{ fullName: 'Layla Al-Mansoori', emrId: 'MRN-1', dob: '1991-02-03' },
})
const otherPatient = await registerPatient(doctor, { fullName: 'Omar Haddad', dob: '1970-01-01' })
await here.publish({ patientId })
await here.publish({ patientId: otherPatient })

describe('patients', () => {
  it('appear in searches and reads only with a report in reach [API-OUT-138]', async () => {
    const without = await registerPatient(doctor, { emrId: 'NONE-1' })
    const sensitiveOnly = (await here.publish({ reportTypeId: here.sensitiveType })).patientId
    const bySensitive = await here.clientOf({ includesSensitive: true })
    const seen = async (id: number, by: FhirTestClient) => [
      (await allPages(by, 'Patient?_count=3')).includes(`patient-${id}`),
      idsOf(await by.search(`Patient?_id=patient-${id}`)).length > 0,
      (await by.ask(`/R4/Patient/patient-${id}`)).status === 200,
    ]
    expect(await seen(without, bySensitive)).toEqual([false, false, false])
    expect(idsOf(await client.search('Patient?identifier=NONE-1'))).toEqual([])
    expect(await seen(sensitiveOnly, client)).toEqual([false, false, false])
    expect(await seen(sensitiveOnly, bySensitive)).toEqual([true, true, true])
    const withdrawn = await here.publish()
    await here.withdraw(withdrawn.id)
    expect(await seen(withdrawn.patientId, client)).toEqual([true, true, true])
    const byAdmin = await here.publish()
    await app.database.execute('update reports set lab_id = null, changed_at = now() where id = $1', [
      byAdmin.id,
    ])
    expect(await seen(byAdmin.patientId, client)).toEqual([true, true, true])
  })
})

describe('patients by name and birth date', () => {
  const find = async (query: string) => idsOf(await client.search(`Patient?${query}`))

  it('match by the beginning of each word, in any case, without merged ones [API-OUT-137]', async () => {
    for (const name of [
      'LAYLA',
      'layla al-m',
      'mansoori',
      'al-mans',
      'haddad,layla',
      'La&birthdate=1991-02-03',
    ])
      expect(await find(`name=${name}`), name).toContain(`patient-${patientId}`)
    for (const name of ['ayla', 'layla%25', 'l_yla', 'MRN-1', 'layla&name=omar'])
      expect(await find(`name=${name}`), name).toEqual([])
    expect(await find('birthdate=1970')).toEqual([`patient-${otherPatient}`])
    expect(await find('birthdate=ge1970-01-01&birthdate=lt1990')).toEqual([`patient-${otherPatient}`])
    expect(await find('name=layla&birthdate=1970-01-01')).toEqual([])
    const referrerId = await here.addReferrer('Palm Clinic')
    const ofReferrer = await here.clientOf({ referrerId })
    expect(idsOf(await ofReferrer.search('Patient?name=layla'))).toEqual([])
    const mergedId = await registerPatient(doctor, { fullName: 'Layla Twice' })
    await here.publish({ patientId: mergedId })
    expect(await find('name=twice')).toEqual([`patient-${mergedId}`])
    const merged = { survivorId: otherPatient, mergedId, keep: {}, reason: 'duplicate' }
    sure(await here.admin.post('/patient/merge', merged))
    expect(await find('name=twice')).toEqual([])
  })

  it('fail when too many have the name [API-OUT-137]', async () => {
    const many = await useFhirLab(app)
    const one = await registerPatient(many.doctor, { fullName: 'Common Name' })
    await app.database.execute('alter table patients disable trigger user')
    await app.database.execute(
      `insert into patients (lab_id, full_name, phone, date_of_birth, registered_by)
       select p.lab_id, 'Common Name', p.phone, date '1950-01-01' + n, p.registered_by
         from patients p, generate_series(1, 1000) n where p.id = $1`,
      [one],
    )
    await app.database.execute('alter table patients enable trigger user')
    const reader = await many.clientOf()
    expect((await reader.ask('/R4/Patient?name=common')).status).toBe(400)
    expect((await reader.ask('/R4/Patient?name=common&birthdate=1950-01-02')).status).toBe(200)
  })
})
