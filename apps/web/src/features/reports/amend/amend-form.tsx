import { Button, Group, SimpleGrid, Stack } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import type { AmendReport, Report } from '@zelab/contract'
import { AMENDMENT_REASONS } from '@zelab/contract/reasons'
import { useForm } from 'react-hook-form'
import { useGoBack } from '../../../ui/actions/go-back.ts'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { useUnsavedForm } from '../../../ui/form/unsaved-form.ts'
import { AmendFilePanel } from './amend-file-panel.tsx'
import { AmendProblem } from './amend-problem.tsx'
import { AmendConfirmation } from './amend-confirmation.tsx'
import type { AmendFields } from './amend-schema.ts'
import { amendResolver, publishedFields } from './amend-schema.ts'
import { PatientMatchNotice, usePatientMatch } from '../../../entities/report/match/patient-match-notice.tsx'
import { PatientSummary } from '../form/patient-summary.tsx'
import {
  ReportFields,
  type RenderNewReportType,
  ReasonFields,
} from '../../../entities/report/form/report-fields.tsx'
import * as texts from '../texts.tsx'
import { useAmending } from './use-amending.ts'
import type { ReportForm } from '../form/use-report-file.ts'
import { useReportFile } from '../form/use-report-file.ts'
import * as shared from '../../../ui/texts.ts'

/** Input is kept together with the version it is based on, so that a newer version is detected. */
export const AMENDED_REPORT = 'amended report'

interface AmendFormProps {
  report: Report
  renderNewReportType: RenderNewReportType
}

export function AmendForm({ report, renderNewReportType }: AmendFormProps) {
  const goBack = useGoBack('/user/reports')
  const form = useForm<AmendFields, unknown, AmendReport>({
    resolver: amendResolver,
    defaultValues: { ...publishedFields(report), reason: '', note: '' },
  })
  // A form's type is invariant in its fields, but this form has every field of the publish form.
  const reportForm = form as unknown as ReportForm
  const { file, fileUrl, setFileUrl, limitMb, error, chooserRef } = useReportFile(reportForm, AMENDED_REPORT)
  const settle = useUnsavedForm(form, { name: AMENDED_REPORT, besides: { report, upload: file.upload } })
  const amending = useAmending(form, report, settle)
  const submit = form.handleSubmit(amending.ask)
  const { base } = amending
  const isNewFile = fileUrl !== '' && fileUrl !== base.filePath
  const check = usePatientMatch(isNewFile ? { patientId: base.patient.id, fileUrl } : undefined)

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack>
        <PatientSummary patient={base.patient} />
        <AmendProblem amending={amending} />
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <Stack miw={0}>
            <AmendFilePanel
              base={base}
              fileUrl={fileUrl}
              onFileUrl={setFileUrl}
              file={file}
              limitMb={limitMb}
              error={error}
              chooserRef={chooserRef}
            />
            {isNewFile && <PatientMatchNotice check={check} />}
          </Stack>
          <SectionCard title={texts.reportDetails}>
            <Stack>
              <ReportFields form={form} renderNewReportType={renderNewReportType} />
            </Stack>
          </SectionCard>
        </SimpleGrid>
        <SectionCard title={texts.reason} subtitle={texts.amendReasonHint}>
          <Stack>
            <ReasonFields form={form} reasons={AMENDMENT_REASONS} />
          </Stack>
        </SectionCard>
        <Group justify="flex-end" gap="xs" mod="buttons">
          <Button variant="default" size="md" onClick={goBack} disabled={amending.isPending}>
            {shared.cancel}
          </Button>
          <SubmitButton
            size="md"
            isPending={amending.isPending || amending.isChecking}
            pendingLabel={amending.isChecking ? texts.checkingTheFile : texts.amending}
            disabled={file.upload.state === 'uploading' || base.withdrawal !== null}
            leftSection={<IconPencil size={18} stroke={1.75} />}
          >
            {texts.amendReport}
          </SubmitButton>
        </Group>
        <AmendConfirmation
          amending={amending}
          check={check}
          fileName={file.upload.state === 'uploaded' ? file.upload.uploaded.originalFileName : texts.newFile}
        />
      </Stack>
    </form>
  )
}
