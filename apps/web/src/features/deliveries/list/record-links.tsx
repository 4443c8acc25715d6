import type { Delivery } from '@zelab/contract'
import { AnchorLink } from '../../../ui/actions/links.tsx'
import { PhoneLink } from '../../../ui/display/contact-links.tsx'
import { personWithRelation } from '../texts.ts'
import classes from './deliveries-page.module.css'

/** The patient, and whom to call: the guardian or delegate who receives the messages, otherwise the patient. */
export function PatientToCall({
  patient,
  delegate,
}: Pick<Delivery, 'patient'> & { delegate?: Delivery['delegate'] }) {
  return (
    <>
      <PatientLink patient={patient} />
      <span className={classes.contact}>
        {delegate && (
          <>
            <bdi>{personWithRelation(delegate.fullName, delegate.relation)}</bdi>{' '}
          </>
        )}
        <PhoneLink phone={delegate?.phone ?? patient.phone} />
      </span>
    </>
  )
}

export function PatientLink({ patient: { id, fullName } }: { patient: { id: number; fullName: string } }) {
  return (
    <AnchorLink to="/user/patients/view/$patientId" params={{ patientId: String(id) }} inherit>
      <bdi>{fullName}</bdi>
    </AnchorLink>
  )
}

export function ReportLink({ report: { id, title } }: Pick<Delivery, 'report'>) {
  return (
    <AnchorLink to="/user/reports/view/$reportId" params={{ reportId: String(id) }} inherit>
      <bdi>{title}</bdi>
    </AnchorLink>
  )
}
