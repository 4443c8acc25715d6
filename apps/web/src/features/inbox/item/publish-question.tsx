import { TitleConfirmation } from '../../../entities/report/form/report-fields.tsx'
import { Checkbox, Stack } from '@mantine/core'
import type { InboxPublish, OpenedInboxItem } from '@zelab/contract'
import { useState } from 'react'
import { useAppDataStore } from '../../../lib/app-data-store.ts'
import { ComparisonTable } from '../../../entities/patient/identity-comparison.tsx'
import { PatientStrip } from '../../../entities/patient/patient-strip.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { DetailList } from '../../../ui/layout/detail-list.tsx'
import { typeNamedInTitle } from '../../../entities/report/title-type-mismatch.ts'
import * as labels from '../texts.ts'
import type { ChosenPatient } from './chosen-patient.ts'
import { doubtOf } from './patient-doubt.ts'
import { ExtractedIdentity } from './extracted-identity.tsx'
import { warningsOf } from './item-warnings.ts'
import * as texts from './texts.ts'

interface PublishQuestionProps {
  item: OpenedInboxItem
  patient: ChosenPatient
  asked: Pick<InboxPublish, 'title' | 'reportTypeId'>
  /** Wording for a correction; the default is for a new report. */
  words?: { title: string; message: string; confirmLabel: string }
  /** The refusal, when the visit of the chosen patient differs. */
  contradiction?: string | undefined
  isPending: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** True if publishing needs a confirmation: the file contradicts the patient, or the values are unusual. */
export const needsQuestion = (
  item: OpenedInboxItem,
  { patientId, title, reportTypeId }: InboxPublish,
): boolean =>
  doubtOf(item, patientId) !== undefined ||
  warningsOf(item).length > 0 ||
  typeNamedInTitle(title, reportTypeId, useAppDataStore.getState().reportTypes) !== undefined

export function PublishQuestion({
  item,
  patient,
  asked,
  words,
  contradiction,
  isPending,
  ...on
}: PublishQuestionProps) {
  const doubt = doubtOf(item, patient.id)
  const warnings = warningsOf(item, contradiction)
  const [isMatchConfirmed, confirmMatch] = useState(false)
  const [areWarningsConfirmed, confirmWarnings] = useState(false)
  const type = useAppDataStore((state) => state.reportTypes.find(({ id }) => id === asked.reportTypeId))
  const isBlocked =
    (doubt !== undefined && !isMatchConfirmed) || (warnings.length > 0 && !areWarningsConfirmed)
  return (
    <ConfirmDialog
      isOpen
      title={words?.title ?? texts.askPublish(patient.fullName)}
      message={words?.message ?? texts.askPublishHint}
      confirmLabel={
        doubt || warnings.length > 0 ? texts.publishAnyway : (words?.confirmLabel ?? texts.publish)
      }
      pendingLabel={labels.publishing}
      isPending={isPending}
      isBlocked={isBlocked}
      {...on}
    >
      <Stack gap="sm" mt="sm">
        <PatientStrip patient={patient} />
        <DetailList
          details={[
            { label: labels.title, value: asked.title, isWide: true },
            { label: labels.reportType, value: type?.title, isWide: true },
          ]}
        />
        {doubt && (
          <Notice tone="mismatch" role="title-alert" title={texts.fileContradicts}>
            {doubt.kind === 'differs' ? (
              <ComparisonTable rows={doubt.comparison} />
            ) : (
              <>
                <p>{texts.notProposed(patient.fullName)}</p>
                <ExtractedIdentity item={item} />
              </>
            )}
          </Notice>
        )}
        {doubt && (
          <Checkbox
            label={texts.confirmMatch(patient.fullName)}
            checked={isMatchConfirmed}
            onChange={(event) => confirmMatch(event.currentTarget.checked)}
          />
        )}
        {warnings.map(({ code, tone, title, text }) => (
          <Notice key={`${code} ${text}`} tone={tone} role="alert" title={title}>
            <p>{text}</p>
          </Notice>
        ))}
        {warnings.length > 0 && (
          <Checkbox
            label={texts.confirmWarnings}
            checked={areWarningsConfirmed}
            onChange={(event) => confirmWarnings(event.currentTarget.checked)}
          />
        )}
        <TitleConfirmation title={asked.title} typeId={asked.reportTypeId} />
      </Stack>
    </ConfirmDialog>
  )
}
