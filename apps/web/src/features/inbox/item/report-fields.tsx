import { Textarea, TextInput } from '@mantine/core'
import type { FormInput, inboxPublishForm, InboxItem, InboxPublish } from '@zelab/contract'
import { REMARK_LENGTH, REPORT_TITLE_LENGTH } from '@zelab/contract/limits'
import type { ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useController, useWatch } from 'react-hook-form'
import { useAppDataStore } from '../../../lib/app-data-store.ts'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import { CriticalField } from '../../../entities/critical/critical-field.tsx'
import { ReportTypePicker } from '../../../entities/report/report-type-picker.tsx'
import { isPrefilled } from '../../../entities/report/title-type-mismatch.ts'
import { rememberType } from '../last-type.ts'
import * as words from '../texts.ts'
import classes from './item-page.module.css'
import * as texts from './texts.ts'

export type PublishFields = FormInput<typeof inboxPublishForm>
export type PublishItemForm = UseFormReturn<PublishFields, unknown, InboxPublish>

export type RenderNewReportType = (onAdded: (id: number) => void) => ReactNode

/** The choice of a visit of the patient. */
export type RenderVisit = (choice: {
  patientId: number
  reportTypeId: string
  value: string
  onChange: (id: string) => void
  error: string | undefined
}) => ReactNode

interface ReportFieldsProps {
  form: PublishItemForm
  renderNewReportType: RenderNewReportType
  proposal?: InboxItem['proposal']
  visit?: ReactNode
}

export function ReportFields({ form, renderNewReportType, proposal, visit }: ReportFieldsProps) {
  const { register, control, formState, setValue } = form
  const { errors, isSubmitted } = formState
  const {
    field: { ref: focusType, ...reportType },
  } = useController({ control, name: 'reportTypeId' })
  const remark = useWatch({ control, name: 'remark' }) ?? ''
  /** The title follows the type until the user edits it. */
  const chooseType = (id: string) => {
    setValue('reportTypeId', id, { shouldDirty: true, shouldValidate: isSubmitted })
    rememberType(Number(id))
    // Read at call time, because the type may have just been added.
    const { reportTypes } = useAppDataStore.getState()
    const chosen = reportTypes.find((type) => String(type.id) === id)
    if (!chosen || chosen.title.length < REPORT_TITLE_LENGTH.min) return
    if (isPrefilled(form.getValues('title'), reportTypes))
      setValue('title', chosen.title, { shouldDirty: true, shouldValidate: isSubmitted })
  }
  return (
    <SectionCard title={texts.report} {...(proposal && { subtitle: texts.PROPOSALS[proposal] })}>
      <div className={classes.fields}>
        <div className={classes.type}>
          <ReportTypePicker
            value={String(reportType.value)}
            onChange={chooseType}
            onBlur={reportType.onBlur}
            ref={focusType}
            error={errors.reportTypeId?.message}
          />
          {renderNewReportType((id) => chooseType(String(id)))}
        </div>
        <TextInput
          label={words.title}
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
          minRows={2}
          maxRows={6}
          error={errors.remark?.message}
          {...register('remark')}
        />
        {visit}
        <CriticalField {...register('isCritical')} />
      </div>
    </SectionCard>
  )
}
