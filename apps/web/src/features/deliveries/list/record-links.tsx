import type { Delivery } from '@zelab/contract'
import { AnchorLink } from '../../../ui/actions/links.tsx'

export function PatientLink({ patient: { id, fullName } }: Pick<Delivery, 'patient'>) {
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
