import { Button, FileButton, Text } from '@mantine/core'
import type { UnreleasedReport, UploadedFile } from '@zelab/contract'
import { correctReportForm } from '@zelab/contract'
import { SUCCESS } from '@zelab/contract/messages'
import { REPORT_FILE_EXTENSIONS } from '@zelab/contract/limits'
import { useState } from 'react'
import { ReportFields } from '../../entities/report/form/report-fields.tsx'
import { uploadReportFile } from '../../lib/upload.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toastError } from '../../ui/feedback/toasts.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { useSchemaForm } from '../../ui/form/form-resolver.ts'
import { useCorrect } from './queries.ts'
import * as texts from './texts.ts'

interface CorrectDialogProps {
  report: UnreleasedReport
  onSaved: () => void
  onClose: () => void
}

export function CorrectDialog({ report, onSaved, onClose }: CorrectDialogProps) {
  const { id, title, remark, reportType, revision, returned } = report
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
      {returned && (
        <Notice tone="warning" title={texts.sentBackBy(returned.by.fullName)}>
          <p>{returned.reason}</p>
        </Notice>
      )}
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
    </FormDialog>
  )
}
