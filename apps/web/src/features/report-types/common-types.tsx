import { Checkbox, SimpleGrid } from '@mantine/core'
import { CONFIRM, SUCCESS } from '@zelab/contract/messages'
import { useForm, useWatch } from 'react-hook-form'
import { useAddReportTypes } from './queries.ts'
import { FormCard } from '../../ui/form/form-card.tsx'
import * as texts from './texts.ts'

/** Adds those that are checked, all at first. */
export function CommonTypesForm() {
  const add = useAddReportTypes()
  const form = useForm({ defaultValues: { titles: texts.COMMON_TYPES } })
  const { length } = useWatch({ control: form.control, name: 'titles' })
  return (
    <FormCard
      title={texts.reportTypes}
      subtitle={texts.commonTypesHint}
      form={form}
      name="common report types"
      question={({ titles }) => ({
        title: texts.askAddReportType,
        message: CONFIRM.addReportType(titles.join(', ')),
        confirmLabel: texts.add,
        pendingLabel: texts.adding,
      })}
      onSave={({ titles }) => add.mutateAsync(titles)}
      success={SUCCESS.reportTypeAdded}
      submitLabel={texts.addTypes(length)}
      pendingLabel={texts.adding}
      isBlocked={length === 0}
    >
      <SimpleGrid minColWidth="13rem" spacing="sm" role="group" aria-label={texts.reportTypes}>
        {texts.COMMON_TYPES.map((title) => (
          <Checkbox key={title} label={title} value={title} {...form.register('titles')} />
        ))}
      </SimpleGrid>
    </FormCard>
  )
}
