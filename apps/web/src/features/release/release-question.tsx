import { returnReportForm, type UnreleasedReport } from '@zelab/contract'
import { useState } from 'react'
import { CriticalField } from '../../entities/critical/critical-field.tsx'
import { PatientStrip } from '../../entities/patient/patient-strip.tsx'
import { ConfirmMatch } from '../../entities/report/match/confirm-match.tsx'
import {
  needsConfirmation,
  type PatientMatchResult,
} from '../../entities/report/match/patient-match-notice.tsx'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { ReasonDialog } from '../../ui/form/reason-dialog.tsx'
import * as texts from './texts.ts'

interface ReleaseQuestionProps {
  report: UnreleasedReport
  check: PatientMatchResult
  isPending: boolean
  /** The author is alone on duty and gives a reason. */
  onReleaseAlone: (aloneReason: string) => Promise<void>
  onConfirm: (isCritical: boolean) => void
  onClose: () => void
}

/** The last check against a file of another patient, as before publishing. */
export function ReleaseQuestion({ report, check, isPending, ...on }: ReleaseQuestionProps) {
  const [isCritical, setIsCritical] = useState(false)
  const [isMatchConfirmed, confirmMatch] = useState(false)
  const isDoubtful = needsConfirmation(check)
  const isBlocked = check.isPending || (isDoubtful && !isMatchConfirmed)
  const match = (
    <ConfirmMatch
      check={check}
      patientName={report.patient.fullName}
      isConfirmed={isMatchConfirmed}
      onConfirm={confirmMatch}
    />
  )
  return report.isOwn ? (
    <ReasonDialog
      head={<PatientStrip patient={report.patient} />}
      title={texts.releaseTitle}
      hint={texts.aloneHint}
      label={texts.reason}
      schema={returnReportForm}
      confirmLabel={texts.release}
      pendingLabel={texts.releasing}
      isBlocked={isBlocked}
      onConfirm={on.onReleaseAlone}
      onClose={on.onClose}
    >
      {match}
    </ReasonDialog>
  ) : (
    <ConfirmDialog
      isOpen
      head={<PatientStrip patient={report.patient} />}
      title={texts.releaseTitle}
      message={texts.releaseMessage(report.patient.fullName)}
      confirmLabel={isDoubtful ? texts.releaseAnyway : texts.release}
      pendingLabel={texts.releasing}
      isPending={isPending}
      isBlocked={isBlocked}
      onConfirm={() => on.onConfirm(isCritical)}
      onCancel={on.onClose}
    >
      {!report.isCritical && (
        <CriticalField
          checked={isCritical}
          onChange={({ currentTarget }) => setIsCritical(currentTarget.checked)}
        />
      )}
      {match}
    </ConfirmDialog>
  )
}
