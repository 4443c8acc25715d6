import { Button } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import type { PatientRow, Report } from '@zelab/contract'
import { orNotAvailable, phoneNumberOf } from '../../lib/format.ts'
import { DetailList } from '../../ui/detail-list.tsx'
import { Ltr } from '../../ui/ltr.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PatientStrip, type StripPatient } from '../../ui/patient-strip.tsx'
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
  return (
    <div className={classes.form}>
      {failure && (
        <Notice tone="negative" role="alert" title={texts.nothingWasChanged}>
          {failure}
        </Notice>
      )}
      <p className={classes.lead}>{texts.exchangeHint(report.id, report.title)}</p>
      <div className={classes.sides}>
        <Side title={texts.wrongPatient} tone="wrong" patient={report.patient} />
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
  patient: StripPatient & Pick<PatientRow, 'emrId' | 'phone'>
}

function Side({ title, tone, patient }: SideProps) {
  return (
    <section className={classes.side} data-tone={tone} aria-label={title}>
      <h3 className={classes.heading}>{title}</h3>
      <PatientStrip patient={patient} />
      <DetailList
        details={[
          { label: texts.phone, value: <Ltr>{phoneNumberOf(patient.phone)}</Ltr> },
          { label: texts.emrId, value: <Ltr>{orNotAvailable(patient.emrId)}</Ltr> },
        ]}
      />
    </section>
  )
}
