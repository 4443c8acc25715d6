import type { Delivery } from '@zelab/contract'
import { AnchorLink } from '../../../ui/actions/links.tsx'
import { PhoneLink } from '../../../ui/display/contact-links.tsx'
import { personWithRelation } from '../texts.ts'
import classes from './deliveries-page.module.css'

/** The patient, and the number to call: of the guardian or delegate who receives the messages, or of the patient. */
export function PatientToCall({
  patient,
  delegate,
}: Pick<Delivery, 'patient'> & { delegate?: Delivery['delegate'] }) {
  return (
    <span className={classes.person}>
      <PatientLink patient={patient} />
      {delegate && (
        <span className={classes.contact}>
          <bdi>{personWithRelation(delegate.fullName, delegate.relation)}</bdi>{' '}
          {delegate.phone !== null && <PhoneLink phone={delegate.phone} />}
        </span>
      )}
      {!delegate?.phone && (
        <span className={classes.contact}>
          <PhoneLink phone={patient.phone} />
        </span>
      )}
    </span>
  )
}

export function PatientLink({ patient: { id, fullName } }: { patient: { id: number; fullName: string } }) {
  return (
    <AnchorLink to="/user/patients/view/$patientId" params={{ patientId: String(id) }} inherit>
      {fullName}
    </AnchorLink>
  )
}

export function ReportLink({ report: { id, title } }: Pick<Delivery, 'report'>) {
  return (
    <AnchorLink to="/user/reports/view/$reportId" params={{ reportId: String(id) }} inherit>
      {title}
    </AnchorLink>
  )
}
