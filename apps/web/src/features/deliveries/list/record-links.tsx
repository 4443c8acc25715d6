import { Stack, Text } from '@mantine/core'
import type { Delivery } from '@zelab/contract'
import { AnchorLink } from '../../../ui/actions/links.tsx'
import { PhoneLink } from '../../../ui/display/contact-links.tsx'
import { Facts } from '../../../ui/list/record-list.tsx'
import { personWithRelation } from '../texts.ts'
import classes from '../deliveries.module.css'

/** The patient, and the number to call: of the guardian or delegate who receives the messages, or of the patient. */
export function PatientToCall({
  patient,
  delegate,
}: Pick<Delivery, 'patient'> & { delegate?: Delivery['delegate'] }) {
  return (
    <Stack component="span" gap={0} align="start" className={classes.person ?? ''}>
      <PatientLink patient={patient} />
      {delegate && (
        <Facts>
          <span>
            <bdi>{personWithRelation(delegate.fullName, delegate.relation)}</bdi>{' '}
            {delegate.phone !== null && <PhoneLink phone={delegate.phone} />}
          </span>
        </Facts>
      )}
      {!delegate?.phone && (
        <Facts>
          <PhoneLink phone={patient.phone} />
        </Facts>
      )}
    </Stack>
  )
}

export function PatientLink({ patient: { id, fullName } }: { patient: { id: number; fullName: string } }) {
  return (
    <AnchorLink to="/user/patients/view/$patientId" params={{ patientId: String(id) }} inherit>
      {fullName}
    </AnchorLink>
  )
}

export const reportTarget = ({ report }: { report: { id: number } }) =>
  ({ to: '/user/reports/view/$reportId', params: { reportId: String(report.id) } }) as const

export function ReportLink({ report }: Pick<Delivery, 'report'>) {
  return (
    <AnchorLink {...reportTarget({ report })} inherit>
      {report.title}
    </AnchorLink>
  )
}

export function ListHint({ children }: { children: string }) {
  return (
    <Text px="md" pb="sm" c="dimmed" size="sm">
      {children}
    </Text>
  )
}
