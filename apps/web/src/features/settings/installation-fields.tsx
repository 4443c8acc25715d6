import { NativeSelect, TextInput } from '@mantine/core'
import type { DateOrder } from '@zelab/contract/limits'
import { PAGE_SIZES } from '@zelab/contract/limits'
import { VALIDATION } from '@zelab/contract/messages'
import type { UseFormReturn } from 'react-hook-form'
import { Controller } from 'react-hook-form'
import { SearchSelect } from '../../ui/form/search-select.tsx'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import type { GeneralChange, GeneralFields } from './general-form.ts'
import classes from './settings-page.module.css'
import * as texts from './texts.ts'

const DATE_ORDER_CHOICES: { value: DateOrder; label: string }[] = [
  { value: 'dmy', label: texts.dayFirst },
  { value: 'mdy', label: texts.monthFirst },
  { value: 'ymd', label: texts.yearFirst },
]

/** The browser's time zones, plus the current one under its stored name. */
const timeZoneChoices = (present: string) => {
  const zones = Intl.supportedValuesOf('timeZone')
  const known = zones.includes(present) || present === '' ? zones : [present, ...zones]
  return known.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))
}

export function InstallationFields({ form }: { form: UseFormReturn<GeneralFields, unknown, GeneralChange> }) {
  const {
    register,
    control,
    formState: { errors, defaultValues },
  } = form
  return (
    <SectionCard title={texts.installation}>
      <div className={classes.fields}>
        <TextInput
          className={classes.wide ?? ''}
          label={texts.productName}
          description={texts.productNameHint}
          required
          autoComplete="off"
          error={errors.productName?.message}
          {...register('productName')}
        />
        <Controller
          control={control}
          name="timeZone"
          render={({ field }) => (
            <SearchSelect
              {...field}
              label={texts.timeZone}
              description={texts.timeZoneHint}
              required
              nothingFoundMessage={VALIDATION.timeZone}
              data={timeZoneChoices(defaultValues?.timeZone ?? '')}
              error={errors.timeZone?.message}
            />
          )}
        />
        <NativeSelect
          size="md"
          label={texts.dateOrder}
          description={texts.dateOrderHint}
          data={DATE_ORDER_CHOICES}
          error={errors.dateOrder?.message}
          {...register('dateOrder')}
        />
        <NativeSelect
          size="md"
          label={texts.defaultPageSize}
          description={texts.pageSizeHint}
          data={PAGE_SIZES.map(String)}
          error={errors.defaultPageSize?.message}
          {...register('defaultPageSize', { valueAsNumber: true })}
        />
      </div>
    </SectionCard>
  )
}
