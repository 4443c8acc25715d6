import { StatusPage } from '../../ui/feedback/status-page.tsx'
import * as texts from '../../ui/texts.ts'

/** In the place of a patient's page and of the publish page, for an id that leads to no patient (section 2). */
export function PatientNotFound() {
  return (
    <StatusPage title={texts.patientNotFound} backTo="/user/patients">
      <p>{texts.patientNotFoundHint}</p>
    </StatusPage>
  )
}
