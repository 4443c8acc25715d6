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
import * as texts from './texts.tsx'
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
        <Notice tone="negative" role="alert" title={texts.nothingWasChanged}>
          {failure}
        </Notice>
      )}
      <p className={classes.lead}>{texts.exchangeHint(report.id, report.title)}</p>
      <div className={classes.sides}>
        <Side
          title={texts.wrongPatient}
          tone="wrong"
          patient={{ ...report.patient, dateOfBirth: wrong?.dateOfBirth }}
        />
        <IconArrowRight className={classes.arrow} size={20} stroke={1.75} aria-hidden="true" />
        <Side title={texts.rightPatient} tone="right" patient={right} />
      </div>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onBack} disabled={isPending} data-autofocus>
          {texts.back}
        </Button>
        <SubmitButton color="red.8" isPending={isPending} pendingLabel={texts.publishing} onClick={onConfirm}>
          {texts.withdrawAndPublish}
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
          { label: texts.fullName, value: fullName },
          { label: texts.systemId, value: <Ltr>{formatPatientId(id)}</Ltr> },
          { label: texts.dateOfBirth, value: dateOfBirth ? formatPlainDate(dateOfBirth) : NOT_AVAILABLE },
          { label: texts.phone, value: <Ltr>{phoneNumberOf(phone)}</Ltr> },
          { label: texts.emrId, value: <Ltr>{orNotAvailable(emrId)}</Ltr> },
        ]}
      />
    </section>
  )
}
