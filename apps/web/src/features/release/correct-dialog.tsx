import { Button, FileButton, Textarea, TextInput } from '@mantine/core'
import type { UnreleasedReport, UploadedFile } from '@zelab/contract'
import { correctReportForm } from '@zelab/contract'
import { REPORT_FILE_EXTENSIONS } from '@zelab/contract/limits'
import { SUCCESS } from '@zelab/contract/messages'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { ReportTypePicker } from '../../entities/report/report-type-picker.tsx'
import { uploadReportFile } from '../../lib/upload.ts'
import { Hint } from '../../ui/display/hint.ts'
import { toastError } from '../../ui/feedback/toasts.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { fieldProps, useSchemaForm } from '../../ui/form/form-resolver.ts'
import { useCorrect } from './queries.ts'
import * as texts from './texts.ts'

interface CorrectDialogProps {
  report: UnreleasedReport
  onClose: () => void
}

export function CorrectDialog({ report, onClose }: CorrectDialogProps) {
  const { id, title, remark, reportType, revision } = report
  const form = useSchemaForm(correctReportForm, {
    defaultValues: { title, remark: remark ?? '', reportTypeId: String(reportType.id) },
  })
  const [uploaded, setUploaded] = useState<UploadedFile>()
  const [isUploading, setIsUploading] = useState(false)
  const correct = useCorrect(id)
  const upload = async (file: File | null) => {
    if (!file) return
    setIsUploading(true)
    await uploadReportFile(file).then(setUploaded, (error: unknown) => toastError(error))
    setIsUploading(false)
  }
  return (
    <FormDialog
      title={texts.correctTitle}
      lead={texts.correctHint}
      name={`correction of A-${id}`}
      form={form}
      onSave={(fields) =>
        correct.mutateAsync({ ...fields, revision, ...(uploaded && { fileUrl: uploaded.fileUrl }) })
      }
      success={SUCCESS.reportCorrected}
      submitLabel={texts.saveCorrection}
      isBlocked={isUploading}
      onClose={onClose}
    >
      <Controller
        control={form.control}
        name="reportTypeId"
        render={({ field, fieldState }) => (
          <ReportTypePicker {...field} value={String(field.value)} error={fieldState.error?.message} />
        )}
      />
      <TextInput label={texts.title} required data-autofocus {...fieldProps(form, 'title')} />
      <Textarea label={texts.remark} autosize minRows={2} maxRows={6} {...fieldProps(form, 'remark')} />
      <div>
        <FileButton accept={REPORT_FILE_EXTENSIONS.join(',')} onChange={(file) => void upload(file)}>
          {(props) => (
            <Button {...props} variant="default" loading={isUploading}>
              {texts.newFile}
            </Button>
          )}
        </FileButton>
        <Hint role="status">{uploaded ? texts.fileChosen(uploaded.originalFileName) : texts.fileStays}</Hint>
      </div>
    </FormDialog>
  )
}
