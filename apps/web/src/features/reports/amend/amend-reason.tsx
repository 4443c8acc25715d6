import { NativeSelect, Textarea } from '@mantine/core'
import { AMENDMENT_REASONS } from '@zelab/contract/reasons'
import { useWatch } from 'react-hook-form'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import type { AmendForm } from './amend-schema.ts'
import classes from '../form/report-form.module.css'
import { reasonOptions } from '../../../entities/report/reason-options.ts'
import * as texts from '../texts.tsx'

export function AmendReason({ form: { register, control, formState } }: { form: AmendForm }) {
  const { errors } = formState
  const isOther = useWatch({ control, name: 'reason' }) === 'other'
  return (
    <SectionCard title={texts.reason} subtitle={texts.amendReasonHint}>
      <div className={classes.fields}>
        <NativeSelect
          size="md"
          label={texts.reason}
          required
          data={reasonOptions(AMENDMENT_REASONS)}
          error={errors.reason?.message}
          {...register('reason')}
        />
        <Textarea
          label={texts.note}
          description={isOther ? undefined : texts.optional}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          required={isOther}
          autosize
          minRows={2}
          maxRows={6}
          error={errors.note?.message}
          {...register('note')}
        />
      </div>
    </SectionCard>
  )
}
