import { Button, FileButton, Textarea, TextInput } from '@mantine/core'
import type { FormInput, FormOutput, UnreleasedReport, UploadedFile } from '@zelab/contract'
import { correctReportForm } from '@zelab/contract'
import { SUCCESS } from '@zelab/contract/messages'
import { REPORT_FILE_EXTENSIONS } from '@zelab/contract/limits'
import { useId, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { ReportTypePicker } from '../../entities/report/report-type-picker.tsx'
import { uploadReportFile } from '../../lib/upload.ts'
import { FormModal } from '../../ui/form/form-modal.tsx'
import { toastError, toastSuccess } from '../../ui/feedback/toasts.ts'
import { showRefusal } from '../../ui/form/field-errors.ts'
import { formResolver } from '../../ui/form/form-resolver.ts'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { useUnsavedForm } from '../../ui/form/unsaved-form.ts'
import { useCorrect } from './queries.ts'
import classes from './release.module.css'
import * as texts from './texts.ts'

interface CorrectDialogProps {
  report: UnreleasedReport
  onClose: () => void
}

export function CorrectDialog(props: CorrectDialogProps) {
  const id = useId()
  return (
    <FormModal id={id} opened onClose={props.onClose} title={texts.correctTitle} size="36rem">
      <CorrectForm {...props} hintId={`${id}-body`} />
    </FormModal>
  )
}

function CorrectForm({ report, hintId, onClose }: CorrectDialogProps & { hintId: string }) {
  const { id, title, remark, reportType, revision } = report
  const form = useForm<FormInput<typeof correctReportForm>, unknown, FormOutput<typeof correctReportForm>>({
    resolver: formResolver(correctReportForm),
    defaultValues: { title, remark: remark ?? '', reportTypeId: String(reportType.id) },
  })
  const { errors } = form.formState
  const [uploaded, setUploaded] = useState<UploadedFile>()
  const [isUploading, setIsUploading] = useState(false)
  const settle = useUnsavedForm(form, { name: `correction of A-${id}` })
  const correct = useCorrect(id)
  const upload = async (file: File | null) => {
    if (!file) return
    setIsUploading(true)
    await uploadReportFile(file).then(setUploaded, (error: unknown) => toastError(error))
    setIsUploading(false)
  }
  const submit = form.handleSubmit((fields) =>
    correct.mutate(
      { ...fields, revision, ...(uploaded && { fileUrl: uploaded.fileUrl }) },
      {
        onSuccess: () => {
          settle()
          toastSuccess(SUCCESS.reportCorrected)
          onClose()
        },
        onError: (error) => showRefusal(error, form),
      },
    ),
  )
  return (
    <form className={classes.fields} onSubmit={(event) => void submit(event)} noValidate>
      <p className={classes.hint} id={hintId}>
        {texts.correctHint}
      </p>
      <Controller
        control={form.control}
        name="reportTypeId"
        render={({ field }) => (
          <ReportTypePicker
            value={String(field.value)}
            onChange={field.onChange}
            onBlur={field.onBlur}
            ref={field.ref}
            error={errors.reportTypeId?.message}
          />
        )}
      />
      <TextInput
        label={texts.title}
        required
        data-autofocus
        error={errors.title?.message}
        {...form.register('title')}
      />
      <Textarea
        label={texts.remark}
        autosize
        minRows={2}
        maxRows={6}
        error={errors.remark?.message}
        {...form.register('remark')}
      />
      <div>
        <FileButton accept={REPORT_FILE_EXTENSIONS.join(',')} onChange={(file) => void upload(file)}>
          {(props) => (
            <Button {...props} variant="default" loading={isUploading}>
              {texts.newFile}
            </Button>
          )}
        </FileButton>
        <p className={classes.hint} role="status">
          {uploaded ? texts.fileChosen(uploaded.originalFileName) : texts.fileStays}
        </p>
      </div>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose} disabled={correct.isPending}>
          {texts.cancel}
        </Button>
        <SubmitButton isPending={correct.isPending} pendingLabel={texts.saving} disabled={isUploading}>
          {texts.saveCorrection}
        </SubmitButton>
      </div>
    </form>
  )
}
