import { StatusPage } from './status-page.tsx'

/** In the place of a patient's page and of the publish page, for an id that leads to no patient (section 2). */
export function PatientNotFound() {
  return (
    <StatusPage title="Patient Not Found" backTo="/user/patients">
      <p>The patient you are looking for does not exist. Please check the patient ID and try again.</p>
    </StatusPage>
  )
}
