import { Textarea, TextInput } from '@mantine/core'
import { REMARK_LENGTH, REPORT_TITLE_LENGTH } from '@zelab/contract/limits'
import type { ReactNode } from 'react'
import { useEffect, useEffectEvent } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { useAppDataStore } from '../../../lib/app-data-store.ts'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import classes from './report-form.module.css'
import { ReportTypePicker } from '../../../entities/report/report-type-picker.tsx'
import * as texts from '../texts.tsx'
import { isPrefilled, typeNamedInFile } from '../../../entities/report/title-type-mismatch.ts'
import type { ReportForm } from './use-report-file.ts'

/** Renders the button for a new report type; calls back with its id. */
export type RenderNewReportType = (onAdded: (id: number) => void) => ReactNode

interface ReportDetailsProps {
  form: ReportForm
  /** Name of the uploaded file, which may suggest the type. */
  fileName?: string | undefined
  renderNewReportType: RenderNewReportType
  furtherField?: ReactNode
}

export function ReportDetails({ form, fileName, renderNewReportType, furtherField }: ReportDetailsProps) {
  const { register, control, formState, setValue } = form
  const { errors } = formState
  // Registered before the title, so that the focus goes to the first invalid field.
  const {
    field: { ref: focusType, ...reportType },
  } = useController({ control, name: 'reportTypeId' })
  const remark = useWatch({ control, name: 'remark' })
  /** The title follows the type until the user edits it. */
  const chooseType = (id: string, choose: (id: string) => void) => {
    choose(id)
    // Read at call time, because the type may have just been added.
    const { reportTypes } = useAppDataStore.getState()
    const chosen = reportTypes.find((type) => String(type.id) === id)
    if (!chosen || chosen.title.length < REPORT_TITLE_LENGTH.min) return
    if (isPrefilled(form.getValues('title'), reportTypes))
      setValue('title', chosen.title, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  }
  const proposeType = useEffectEvent((name: string) => {
    if (form.getValues('reportTypeId') !== '') return
    const named = typeNamedInFile(name, useAppDataStore.getState().reportTypes)
    if (named) chooseType(String(named.id), (id) => setValue('reportTypeId', id, { shouldDirty: true }))
  })
  useEffect(() => {
    if (fileName !== undefined) proposeType(fileName)
  }, [fileName])
  return (
    <SectionCard title={texts.reportDetails}>
      <div className={classes.fields}>
        <div className={classes.type}>
          <ReportTypePicker
            value={String(reportType.value)}
            onChange={(id) => chooseType(id, reportType.onChange)}
            onBlur={reportType.onBlur}
            ref={focusType}
            error={errors.reportTypeId?.message}
          />
          {renderNewReportType((id) =>
            chooseType(String(id), (value) => setValue('reportTypeId', value, { shouldValidate: true })),
          )}
        </div>
        <TextInput
          label={texts.reportTitle}
          required
          autoComplete="off"
          error={errors.title?.message}
          {...register('title')}
        />
        <Textarea
          label={texts.remark}
          description={texts.remarkLength(remark.trim().length, REMARK_LENGTH.max)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autosize
          minRows={3}
          maxRows={6}
          error={errors.remark?.message}
          {...register('remark')}
        />
        {furtherField}
      </div>
    </SectionCard>
  )
}
