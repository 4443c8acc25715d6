import { NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core'
import type { generalSettingsFields } from '@zelab/contract'
import type { DateOrder } from '@zelab/contract/limits'
import { PAGE_SIZES } from '@zelab/contract/limits'
import { VALIDATION } from '@zelab/contract/messages'
import { Controller } from 'react-hook-form'
import { fieldProps, type SchemaForm } from '../../ui/form/form-resolver.ts'
import { CountryField } from '../../ui/form/country-field.tsx'
import { SearchSelect } from '../../ui/form/search-select.tsx'
import { SectionCard } from '../../ui/layout/section-card.tsx'
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

interface InstallationFieldsProps {
  form: SchemaForm<ReturnType<typeof generalSettingsFields>>
}

export function InstallationFields({ form }: InstallationFieldsProps) {
  return (
    <SectionCard title={texts.installation}>
      <Stack>
        <TextInput
          label={texts.productName}
          description={texts.productNameHint}
          required
          autoComplete="off"
          {...fieldProps(form, 'productName')}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Controller
            control={form.control}
            name="timeZone"
            render={({ field, fieldState }) => (
              <SearchSelect
                {...field}
                label={texts.timeZone}
                description={texts.timeZoneHint}
                required
                nothingFoundMessage={VALIDATION.timeZone}
                data={timeZoneChoices(form.formState.defaultValues?.timeZone ?? '')}
                error={fieldState.error?.message}
              />
            )}
          />
          <CountryField form={form} name="country" label={texts.country} description={texts.countryHint} />
          <NativeSelect
            size="md"
            label={texts.dateOrder}
            description={texts.dateOrderHint}
            data={DATE_ORDER_CHOICES}
            {...fieldProps(form, 'dateOrder')}
          />
          <NativeSelect
            size="md"
            label={texts.defaultPageSize}
            description={texts.pageSizeHint}
            data={PAGE_SIZES.map(String)}
            {...fieldProps(form, 'defaultPageSize', { valueAsNumber: true })}
          />
        </SimpleGrid>
      </Stack>
    </SectionCard>
  )
}
