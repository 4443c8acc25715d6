import { contract, type Endpoint } from '@zelab/contract'
import { expect, it } from 'vitest'
import { jsonSchemaOf } from '../../../testing/hostile-values.ts'
import { pdfOfText } from '../../../testing/hostile-files.ts'
import { dropReport, openItem } from '../../../testing/inbox.ts'
import { checkPatients, PATIENT_HEADER } from '../../../testing/patient-files.ts'
import { startRecordsApp } from '../../../testing/patient-records.ts'
import { patientFields, publishReport, registerPatient, uploadFile } from '../../../testing/test-records.ts'
import { stopAtEnd } from '../../../testing/stop-at-end.ts'

const { app, doctor, admin, type, mergesInto, undo } = await stopAtEnd(startRecordsApp())

const merge = (survivorId: number, mergedId: number) =>
  admin.post('/patient/merge', { survivorId, mergedId, reason: 'Registered twice' })
const undoLatest = async (id: number) => {
  const [latest] = await mergesInto(id)
  return undo(latest.id)
}
const SEARCHED_LISTS = [
  '/patient/getAll',
  '/patient/export',
  '/report/getAll',
  '/report/export',
  '/delivery/getAll',
  '/delivery/export',
]
const LOOKUPS = [
  '/user/patient/onboarding',
  '/patient/checkPhone',
  '/patient/findDuplicates',
  '/search/records',
]
/** Fields with the names of patient fields, but without a lookup. */
const WITHOUT_LOOKUP: Readonly<Record<string, string>> = {
  '/auth/user/login': 'Users.',
  '/auth/oidc/:id/start': 'Users.',
  '/auth/forgot-password': 'Users.',
  '/auth/reset-password': 'Users.',
  '/auth/user/register': 'Users.',
  '/user/invite': 'Users.',
  '/user/update/:id': 'Users.',
  '/patient/update/:id': 'Changes one record.',
  '/lab/create': 'Labs.',
  '/lab/update/:id': 'Labs.',
  '/patient/addDelegate/:id': 'A delegate of one patient.',
  '/patient/changeDelegate/:id': 'A delegate of one patient.',
  '/lab/getReferrers/:id': 'Referrers.',
  '/critical/recordCall/:id': 'The number that was called.',
  '/critical/recordUnreleasedCall/:id': 'The number that was called.',
  '/lab/getStaff/:id': 'Users.',
  '/lab/addReferrer/:id': 'Referrers.',
  '/referrer/update/:id': 'Referrers.',
}

it('covers every way to look a patient up [MERGE-10]', () => {
  const named = Object.values(contract)
    .flatMap((group) => Object.values<Endpoint>(group))
    .filter(({ body, query }) =>
      [body, query].some((schema) =>
        Object.keys((schema && jsonSchemaOf(schema).properties) ?? {}).some((name) =>
          /^(search|text|phone|email|emrId|nationalId|fullName|dob)$/.test(name),
        ),
      ),
    )
  expect(named.map(({ path }) => path).toSorted()).toEqual(
    [...SEARCHED_LISTS, ...LOOKUPS, ...Object.keys(WITHOUT_LOOKUP)].toSorted(),
  )
})

it('leads from every number and name of the merged records to the surviving one, everywhere [MERGE-10]', async () => {
  const survivor = await registerPatient(doctor, {
    fullName: 'Omar Khalil',
    emrId: 'OMA001',
    dob: '1980-01-02',
  })
  const goes = { fullName: 'Zainab Tarazi', emrId: 'OMA002', email: 'oma2@mail.test', phone: '+971509990002' }
  const nationalId = '784197112345675'
  const merged = await registerPatient(doctor, { ...goes, nationalId, dob: '1971-03-04' })
  const last = await registerPatient(doctor, { fullName: 'Omar Khaleel', emrId: 'OMA003' })
  const { id: reportId } = await publishReport(doctor, merged, type)
  const handedOver = await doctor.post(`/delivery/handOver/${reportId}`, { channel: 'copy', language: 'en' })
  expect(handedOver.status).toBe(200)
  expect((await merge(survivor, merged)).status).toBe(200)
  expect((await merge(last, survivor)).status).toBe(200)

  const listed = async (search: string, client = doctor) =>
    (await client.get(`/patient/getAll?search=${encodeURIComponent(search)}`)).body.data.map(
      ({ id }: { id: number }) => id,
    )
  const found = async (text: string) =>
    (await doctor.post('/search/records', { text })).body.data.patients.map(({ id }: { id: number }) => id)
  for (const text of [
    'OMA002',
    goes.phone,
    '0509990002',
    goes.email,
    goes.fullName,
    `ZL-${merged}`,
    'OMA001',
    nationalId,
    '784-1971-1234567-5',
  ])
    for (const ids of [await listed(text), await listed(text, admin), await found(text)])
      expect(ids, text).toEqual([last])

  for (const text of ['OMA002', goes.fullName])
    for (const list of SEARCHED_LISTS) {
      const answer = await doctor.raw('GET', `/api/v1${list}?search=${encodeURIComponent(text)}`)
      expect(await answer.text(), `${list} ${text}`).toContain('Omar Khaleel')
    }

  const questions = [
    { emrId: 'oma002' },
    { email: goes.email },
    { nationalId },
    { fullName: goes.fullName, dob: '1971-03-04' },
  ]
  for (const question of questions)
    expect((await doctor.post('/patient/findDuplicates', question)).body.data).toMatchObject([
      { patient: { id: last } },
    ])
  const again = patientFields({ fullName: 'Someone Else', emrId: 'OMA002', dob: '1999-09-09' })
  const registered = await doctor.post('/user/patient/onboarding', { ...again, differentFrom: [] })
  expect([registered.status, registered.body.code]).toEqual([409, 'POSSIBLE_DUPLICATES'])
  const { data } = (await doctor.post('/patient/checkPhone', { phone: goes.phone })).body
  expect(data.patients).toMatchObject([{ id: last }])

  const imported = await checkPatients(
    app,
    doctor,
    `${PATIENT_HEADER},EMR ID\nSomeone Else,+971501112223,1999-09-09,OMA002\nSomeone Else,${goes.phone},1999-09-09,\n`,
  )
  expect(imported).toMatchObject({ state: 'ready', rowsDuplicate: 2 })

  const fileUrl = await uploadFile(doctor, await pdfOfText(['Patient: Zainab Tarazi', 'EMR ID: OMA002']))
  const proposal = await doctor.post('/report/proposePatients', { fileUrl })
  expect(proposal.body.data.candidates).toMatchObject([{ id: last }])
  const dropped = await dropReport(doctor, 'Patient: Zainab Tarazi', 'EMR ID: OMA002')
  expect((await openItem(doctor, dropped)).candidates).toMatchObject([{ id: last }])

  await undoLatest(last)
  await undoLatest(survivor)
  for (const text of ['OMA002', goes.phone, goes.email, goes.fullName]) {
    expect(await listed(text), text).toEqual([merged])
    expect(await found(text), text).toEqual([merged])
  }
})
