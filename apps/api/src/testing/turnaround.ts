import { sure, type ApiClient } from './api-client.ts'
import { useTestApp, type TestLab } from './test-app.ts'
import { addReportType } from './test-records.ts'

export const WEEKDAY = { from: '08:00', to: '17:00' }
export const WEEK = [...Array.from({ length: 4 }, () => WEEKDAY), { from: '08:00', to: '12:00' }, null, null]

/** Await it at the top of a test file. */
export const useTurnaround = async () => {
  const app = await useTestApp()
  const admin = await app.signedIn('Admin')
  const blood = await addReportType(admin)
  let lab: TestLab

  return {
    app,
    admin,
    blood,
    /** A lab that uses visits, and is the one of `set` from now on. */
    async startLab() {
      lab = await app.createLab()
      const doctor = await app.signedIn('Doctor', lab)
      sure(await admin.put(`/lab/updateVisitSettings/${lab.id}`, { isOn: true }))
      return { lab, doctor }
    },
    set: (fields: object, client: ApiClient = admin) => client.put(`/lab/updateTurnaround/${lab.id}`, fields),
  }
}
