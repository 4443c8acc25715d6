import { Textarea, TextInput } from '@mantine/core'
import { IconForms } from '@tabler/icons-react'
import { REMARK_LENGTH } from '@zelab/contract/limits'
import type { ReactNode } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { SectionCard } from '../../ui/section-card.tsx'
import classes from './publish-page.module.css'
import { ReportTypePicker } from './report-type-picker.tsx'
import * as texts from './texts.tsx'
import type { ReportForm } from './use-report-file.ts'

/** Draws the way to add a report type; it calls back with the id of the new one. */
export type RenderNewReportType = (onAdded: (id: number) => void) => ReactNode

interface ReportDetailsProps {
  form: ReportForm
  renderNewReportType: RenderNewReportType
}

/** Title, type and remark of the report to publish. */
export function ReportDetails({ form, renderNewReportType }: ReportDetailsProps) {
  const { register, control, formState, setValue } = form
  const { errors } = formState
  const remark = useWatch({ control, name: 'remark' })
  return (
    <SectionCard title={texts.reportDetails} icon={IconForms}>
      <div className={classes.fields}>
        <TextInput
          label={texts.reportTitle}
          required
          autoComplete="off"
          data-first-focus
          error={errors.title?.message}
          {...register('title')}
        />
        <div className={classes.type}>
          <Controller
            control={control}
            name="reportTypeId"
            render={({ field: { value, onChange, onBlur, ref } }) => (
              <ReportTypePicker
                value={value}
                onChange={onChange}
                onBlur={onBlur}
                ref={ref}
                error={errors.reportTypeId?.message}
              />
            )}
          />
          {renderNewReportType((id) => setValue('reportTypeId', String(id), { shouldValidate: true }))}
        </div>
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
      </div>
    </SectionCard>
  )
}
