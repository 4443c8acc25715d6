import type { ApiClient } from './api-client.ts'
import { startTestApp } from './test-app.ts'
import { addReportType } from './test-records.ts'

export const startRecordsApp = async () => {
  const app = await startTestApp()
  const lab = await app.createLab()
  const doctor: ApiClient = await app.signedIn('Doctor', lab)
  const admin: ApiClient = await app.signedIn('Admin')
  const read = async (id: number, client = doctor) => (await client.get(`/patient/getById/${id}`)).body.data
  return {
    app,
    stop: () => app.stop(),
    lab,
    doctor,
    admin,
    type: await addReportType(admin),
    read,
    reportIdsOf: async (id: number): Promise<number[]> =>
      (await read(id)).reports.map((report: { id: number }) => report.id).sort(),
    mergesInto: async (id: number) => (await admin.get(`/patient/getMerges/${id}`)).body.data,
    undo: (mergeId: number, client = admin) => client.post(`/patient/undoMerge/${mergeId}`),
  }
}
