import { beforeEach, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../../testing/api-client.ts'
import {
  checkPatients,
  importsOf,
  manyPatients,
  type PatientImports,
} from '../../../testing/patient-files.ts'
import { useTestApp } from '../../../testing/test-app.ts'
import { patientFields } from '../../../testing/test-records.ts'

const ROWS = 1500
const TWIN = { fullName: 'Hessa Almarri', dob: '1908-01-01' }
const registration = () => ({ ...patientFields({ ...TWIN, emrId: undefined }), differentFrom: [] })
const CONTENT = `${manyPatients(ROWS)}${TWIN.fullName},+971509999999,${TWIN.dob},F,,,,\r\n`
let doctor: ApiClient
let imports: PatientImports

const app = await useTestApp()

beforeEach(async () => {
  await app.database.execute('delete from patients')
  doctor = await app.signedIn('Doctor')
  imports = importsOf(app, doctor)
})

const registerMeanwhile = async (skipDuplicates: boolean) => {
  const { id, rowsDuplicate } = await checkPatients(app, doctor, CONTENT)
  expect(rowsDuplicate).toBe(0)
  expect((await doctor.post(`/patient/import/${id}/confirm`, { skipDuplicates })).status).toBe(200)
  const work = app.services.importWorker.run()
  await expect.poll(async () => (await imports.stateOf(id)).rowsWritten, { interval: 5 }).toBeGreaterThan(0)
  const response = doctor.post('/user/patient/onboarding', registration())
  await work
  const { status } = await response
  expect([200, 409]).toContain(status)
  return { id: id as number, status }
}
const twins = () => imports.countOf('patients', `full_name = '${TWIN.fullName}'`)

describe('patient registered while an import with the same person is written', () => {
  it('appears once: the row is skipped [SAFE-05]', async () => {
    const { id, status } = await registerMeanwhile(true)
    expect(await twins()).toBe(1)
    const rowsWritten = status === 200 ? ROWS : ROWS + 1
    expect(await imports.stateOf(id)).toMatchObject({ state: 'done', rowsWritten })
  })

  it('appears once: the import asks again [SAFE-05]', async () => {
    const { id, status } = await registerMeanwhile(false)
    expect(await twins()).toBe(1)
    const needsConfirmation = { state: 'ready', rowsDuplicate: 1, rowsWritten: 0 }
    const isDone = { state: 'done', rowsWritten: ROWS + 1 }
    expect(await imports.stateOf(id)).toMatchObject(status === 200 ? needsConfirmation : isDone)
  })

  it('never waits for an import of other people [SAFE-05]', async () => {
    const { id } = await checkPatients(app, doctor, manyPatients(ROWS))
    await doctor.post(`/patient/import/${id}/confirm`, {})
    const work = app.services.importWorker.run()
    await expect.poll(async () => (await imports.stateOf(id)).rowsWritten, { interval: 5 }).toBeGreaterThan(0)
    expect((await doctor.post('/user/patient/onboarding', registration())).status).toBe(200)
    await work
    expect(await imports.stateOf(id)).toMatchObject({ state: 'done', rowsWritten: ROWS })
    expect(await imports.countOf('patients')).toBe(ROWS + 1)
  })
})
