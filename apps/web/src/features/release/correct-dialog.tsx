import { Button, FileButton, Text, Textarea } from '@mantine/core'
import type { UnreleasedReport, UploadedFile } from '@zelab/contract'
import { correctReportForm } from '@zelab/contract'
import { SUCCESS } from '@zelab/contract/messages'
import { REPORT_FILE_EXTENSIONS } from '@zelab/contract/limits'
import { useState } from 'react'
import { PatientStrip } from '../../entities/patient/patient-strip.tsx'
import { ReportFields } from '../../entities/report/form/report-fields.tsx'
import { uploadReportFile } from '../../lib/upload.ts'
import { toastError } from '../../ui/feedback/toasts.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { fieldProps, useSchemaForm } from '../../ui/form/form-resolver.ts'
import { ReturnedNotice } from './returned-notice.tsx'
import * as texts from './texts.ts'
import { useEndpoint } from '../../lib/endpoint-mutation.ts'
import { api } from '../../lib/api-client.ts'

interface CorrectDialogProps {
  report: UnreleasedReport
  onSaved: () => void
  onClose: () => void
}

export function CorrectDialog({ report, onSaved, onClose }: CorrectDialogProps) {
  const { id, title, remark, reportType, revision, returned } = report
  const form = useSchemaForm(correctReportForm, {
    defaultValues: {
      title,
      remark: remark ?? '',
      reportTypeId: String(reportType.id),
      reply: returned?.reply ?? '',
    },
  })
  const [uploaded, setUploaded] = useState<UploadedFile>()
  const [isUploading, setIsUploading] = useState(false)
  const correct = useEndpoint(api.release.correct, { id })
  const upload = async (file: File | null) => {
    if (!file) return
    setIsUploading(true)
    await uploadReportFile(file).then(setUploaded, (error: unknown) => toastError(error))
    setIsUploading(false)
  }
  return (
    <FormDialog
      head={<PatientStrip patient={report.patient} />}
      form={form}
      name={`correction of A-${id}`}
      title={texts.correctTitle}
      lead={texts.correctHint}
      success={SUCCESS.reportCorrected}
      submitLabel={texts.saveCorrection}
      isBlocked={isUploading}
      onSave={(fields) =>
        correct.mutateAsync({ ...fields, revision, ...(uploaded && { fileUrl: uploaded.fileUrl }) })
      }
      onSaved={onSaved}
      onClose={onClose}
    >
      {returned && <ReturnedNotice returned={returned} />}
      <ReportFields form={form} />
      <div>
        <FileButton accept={REPORT_FILE_EXTENSIONS.join(',')} onChange={(file) => void upload(file)}>
          {(props) => (
            <Button {...props} variant="default" loading={isUploading}>
              {texts.newFile}
            </Button>
          )}
        </FileButton>
        <Text c="dimmed" size="sm" role="status">
          {uploaded ? texts.fileChosen(uploaded.originalFileName) : texts.fileStays}
        </Text>
      </div>
      {returned && (
        <Textarea
          label={texts.replyTo(returned.by.fullName)}
          placeholder={texts.replyHint}
          autosize
          minRows={2}
          maxRows={6}
          {...fieldProps(form, 'reply')}
        />
      )}
    </FormDialog>
  )
}
