import type { ApiClient } from './api-client.ts'
import { useTestApp } from './test-app.ts'
import { addReportType, registerPatient } from './test-records.ts'

/** `check` compares an uploaded file with Layla Al Haddad, or another patient. Await it at the top of a test file. */
export const usePatientMatch = async () => {
  const app = await useTestApp()
  const lab = await app.createLab()
  const doctor = await app.signedIn('Doctor', lab)
  const typeId = await addReportType(doctor)
  const patientId = await registerPatient(doctor, {
    fullName: 'Layla Al Haddad',
    dob: '1990-05-01',
    emrId: 'EMR-1001',
  })
  const check = (fileUrl: string, patient = patientId, client: ApiClient = doctor) =>
    client.post('/report/checkFileForPatient', { patientId: patient, fileUrl })
  return { app, lab, doctor, typeId, patientId, check }
}
