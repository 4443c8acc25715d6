import { Button } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { PatientRow, Report } from '@zelab/contract'
import {
  formatPatientId,
  formatPlainDate,
  NOT_AVAILABLE,
  orNotAvailable,
  phoneNumberOf,
} from '../../lib/format.ts'
import { patientQuery } from '../../lib/queries/patients.ts'
import { DetailList } from '../../ui/detail-list.tsx'
import { Ltr } from '../../ui/ltr.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import classes from './withdraw-dialog.module.css'

interface RightPatientCheckProps {
  report: Report
  right: PatientRow
  failure: string | undefined
  isPending: boolean
  onBack: () => void
  onConfirm: () => void
}

/** The last look before a report changes hands: both patients side by side. */
export function RightPatientCheck({
  report,
  right,
  failure,
  isPending,
  onBack,
  onConfirm,
}: RightPatientCheckProps) {
  // The report itself does not tell the date of birth, which is what tells namesakes apart.
  const wrong = useQuery(patientQuery(report.patient.id)).data
  return (
    <div className={classes.form}>
      {failure && (
        <Notice tone="negative" role="alert" title="Nothing was changed">
          {failure}
        </Notice>
      )}
      <p className={classes.lead}>
        Report #{report.id}, {report.title}, is withdrawn from the wrong patient and published for the right
        one, both or neither.
      </p>
      <div className={classes.sides}>
        <Side
          title="Wrong patient"
          tone="wrong"
          patient={{ ...report.patient, dateOfBirth: wrong?.dateOfBirth }}
        />
        <IconArrowRight className={classes.arrow} size={20} stroke={1.75} aria-hidden="true" />
        <Side title="Right patient" tone="right" patient={right} />
      </div>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onBack} disabled={isPending} data-autofocus>
          Back
        </Button>
        <SubmitButton color="red.8" isPending={isPending} pendingLabel="Publishing..." onClick={onConfirm}>
          Withdraw and Publish
        </SubmitButton>
      </div>
    </div>
  )
}

interface SideProps {
  title: string
  tone: 'wrong' | 'right'
  patient: Pick<PatientRow, 'id' | 'fullName' | 'emrId' | 'phone'> & { dateOfBirth: string | undefined }
}

function Side({ title, tone, patient: { id, fullName, emrId, phone, dateOfBirth } }: SideProps) {
  return (
    <section className={classes.side} data-tone={tone} aria-label={title}>
      <h3 className={classes.heading}>{title}</h3>
      <DetailList
        details={[
          { label: 'Full Name', value: fullName },
          { label: 'System ID', value: <Ltr>{formatPatientId(id)}</Ltr> },
          { label: 'Date of Birth', value: dateOfBirth ? formatPlainDate(dateOfBirth) : NOT_AVAILABLE },
          { label: 'Phone', value: <Ltr>{phoneNumberOf(phone)}</Ltr> },
          { label: 'EMR ID', value: <Ltr>{orNotAvailable(emrId)}</Ltr> },
        ]}
      />
    </section>
  )
}
