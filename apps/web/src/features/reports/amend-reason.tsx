import { NativeSelect, Textarea } from '@mantine/core'
import { IconMessageQuestion } from '@tabler/icons-react'
import { AMENDMENT_REASONS } from '@zelab/contract/reasons'
import { useWatch } from 'react-hook-form'
import { SectionCard } from '../../ui/section-card.tsx'
import type { AmendForm } from './amend-schema.ts'
import classes from './publish-page.module.css'
import { reasonChoices } from './reason-choices.ts'

/** Why the report is amended; shown with the version for as long as the report is kept. */
export function AmendReason({ form: { register, control, formState } }: { form: AmendForm }) {
  const { errors } = formState
  const isOther = useWatch({ control, name: 'reason' }) === 'other'
  return (
    <SectionCard
      title="Reason"
      subtitle="Shown in the version history to everybody who may see the report"
      icon={IconMessageQuestion}
    >
      <div className={classes.fields}>
        <NativeSelect
          size="md"
          label="Reason"
          required
          data={reasonChoices(AMENDMENT_REASONS)}
          error={errors.reason?.message}
          {...register('reason')}
        />
        <Textarea
          label="Note"
          description={isOther ? undefined : 'Optional'}
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
