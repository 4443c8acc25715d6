import { Checkbox, NativeSelect } from '@mantine/core'
import type { InboxSources } from '@zelab/contract'
import { useWatch } from 'react-hook-form'
import { Notice } from '../../../../ui/feedback/notice.tsx'
import type { SourceUseForm } from './source-form.ts'
import classes from './source-dialog.module.css'
import * as texts from './texts.tsx'

interface AutomaticFieldsProps {
  form: SourceUseForm
  publishers: InboxSources['publishers']
}

export function AutomaticFields({ form, publishers }: AutomaticFieldsProps) {
  const isAutomatic = useWatch({ control: form.control, name: 'publishesAutomatically' })
  return (
    <div className={classes.automatic}>
      <Checkbox
        label={texts.automatic}
        description={texts.automaticHint}
        {...form.register('publishesAutomatically')}
      />
      {isAutomatic && (
        <>
          <Notice tone="warning" title={texts.automaticWarning}>
            {texts.automaticAdvice}
          </Notice>
          <NativeSelect
            label={texts.publisher}
            description={publishers.length === 0 ? texts.noPublishers : texts.publisherHint}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            required
            size="md"
            data={[
              { value: '', label: texts.selectPublisher, disabled: true },
              ...publishers.map(({ id, fullName }) => ({ value: String(id), label: fullName })),
            ]}
            error={form.formState.errors.publisherId?.message}
            {...form.register('publisherId')}
          />
        </>
      )}
    </div>
  )
}
