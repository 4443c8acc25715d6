import { expect, it } from 'vitest'
import { checkPatients, importsOf, manyPatients } from '../../../testing/patient-files.ts'
import { startTestApp } from '../../../testing/test-app.ts'

it('reads and writes 20,000 rows [IMPORT-06]', async () => {
  const app = await startTestApp()
  try {
    const doctor = await app.signedIn('Doctor')
    const imports = importsOf(app, doctor)
    const found = await checkPatients(app, doctor, manyPatients(20_000))
    expect(found).toMatchObject({ state: 'ready', rowsTotal: 20_000, rowsWithErrors: 0, rowsDuplicate: 0 })
    await imports.confirm(found.id)
    expect(await imports.stateOf(found.id)).toMatchObject({ state: 'done', rowsWritten: 20_000 })
    expect(await imports.countOf('patients', `email like 'p%@mail.test'`)).toBe(20_000)
  } finally {
    await app.stop()
  }
})
