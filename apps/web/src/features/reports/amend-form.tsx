import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { AmendReport, PublishReport, Report } from '@zelab/contract'
import type { UseFormReturn } from 'react-hook-form'
import { useForm, useWatch } from 'react-hook-form'
import { contactQuery } from '../../lib/queries/settings.ts'
import { useGoBack } from '../../ui/go-back.ts'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { AmendFilePanel } from './amend-file-panel.tsx'
import { AmendProblem } from './amend-problem.tsx'
import { AmendQuestion } from './amend-question.tsx'
import { AmendReason } from './amend-reason.tsx'
import type { AmendFields } from './amend-schema.ts'
import { amendResolver, publishedFields } from './amend-schema.ts'
import { PatientSummary } from './patient-summary.tsx'
import classes from './publish-page.module.css'
import type { PublishFields } from './publish-schema.ts'
import type { RenderNewReportType } from './report-details.tsx'
import { ReportDetails } from './report-details.tsx'
import { useAmending } from './use-amending.ts'
import { useReportUpload } from './use-report-upload.ts'

interface AmendFormProps {
  report: Report
  renderNewReportType: RenderNewReportType
}

export function AmendForm({ report, renderNewReportType }: AmendFormProps) {
  const goBack = useGoBack('/user/reports')
  const limitMb = useQuery(contactQuery()).data?.uploadLimitMb
  const form = useForm<AmendFields, unknown, AmendReport>({
    resolver: amendResolver,
    defaultValues: { ...publishedFields(report), reason: '', note: '' },
  })
  const { errors, isSubmitted } = form.formState
  const setFileUrl = (address: string) => form.setValue('fileUrl', address, { shouldValidate: isSubmitted })
  const fileUrl = useWatch({ control: form.control, name: 'fileUrl' })
  const file = useReportUpload({ limitMb, onFileUrl: setFileUrl })
  const amending = useAmending(form, report)
  const submit = form.handleSubmit(amending.ask)
  const { base } = amending

  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      <PatientSummary patient={base.patient} />
      <AmendProblem amending={amending} />
      <div className={classes.columns}>
        <AmendFilePanel
          base={base}
          fileUrl={fileUrl}
          onFileUrl={setFileUrl}
          file={file}
          limitMb={limitMb}
          error={fileUrl === '' ? errors.fileUrl?.message : undefined}
        />
        <ReportDetails
          // Every field of the publish form is one of this form, too.
          form={form as unknown as UseFormReturn<PublishFields, unknown, PublishReport>}
          renderNewReportType={renderNewReportType}
        />
      </div>
      <AmendReason form={form} />
      <div className={classes.buttons}>
        <Button variant="default" size="md" onClick={goBack} disabled={amending.isPending}>
          Cancel
        </Button>
        <SubmitButton
          size="md"
          isPending={amending.isPending || amending.isChecking}
          pendingLabel={amending.isChecking ? 'Checking the file...' : 'Amending...'}
          disabled={file.upload.state === 'uploading' || base.withdrawal !== null}
          leftSection={<IconPencil size={18} stroke={1.75} />}
        >
          Amend Report
        </SubmitButton>
      </div>
      <AmendQuestion
        amending={amending}
        fileName={file.upload.state === 'uploaded' ? file.upload.uploaded.originalFileName : 'New file'}
      />
    </form>
  )
}
