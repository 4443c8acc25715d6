import { StatusPage } from '../../ui/feedback/status-page.tsx'
import * as texts from './texts.ts'

/** Shown on the patient page and the publish page when the id matches no patient (section 2). */
export function PatientNotFound() {
  return (
    <StatusPage title={texts.patientNotFound} backTo="/user/patients">
      <p>{texts.patientNotFoundHint}</p>
    </StatusPage>
  )
}
