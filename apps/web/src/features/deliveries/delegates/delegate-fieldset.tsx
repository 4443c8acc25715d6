import { NativeSelect, Radio, SimpleGrid, Text, TextInput } from '@mantine/core'
import { EARLIEST_DAY, LATEST_DAY } from '@zelab/contract/fields/date-range'
import { DELEGATE_KINDS, DELEGATE_RELATIONS, LANGUAGES } from '@zelab/contract/limits'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { LANGUAGE_NAMES } from '../../../lib/texts.ts'
import { DateField } from '../../../ui/form/date-field.tsx'
import { PhoneField } from '../../../ui/phone/phone-field.tsx'
import * as words from '../texts.ts'
import type { CheckedDelegate, DelegateFields } from './delegate-form.ts'
import * as texts from './texts.ts'

const RELATION_CHOICES = [
  { value: '', label: texts.chooseRelation, disabled: true },
  ...DELEGATE_RELATIONS.map((relation) => ({ value: relation, label: words.RELATIONS[relation] })),
]
const LANGUAGE_CHOICES = LANGUAGES.map((language) => ({ value: language, label: LANGUAGE_NAMES[language] }))
const DAYS = { min: EARLIEST_DAY, max: LATEST_DAY } as const

export function DelegateFieldset({
  form: {
    register,
    control,
    formState: { errors },
  },
}: {
  form: UseFormReturn<DelegateFields, unknown, CheckedDelegate>
}) {
  return (
    <>
      <fieldset>
        <legend>{texts.kind}</legend>
        {DELEGATE_KINDS.map((kind) => (
          <Radio
            key={kind}
            value={kind}
            label={texts.KINDS[kind]}
            description={texts.KIND_HINTS[kind]}
            {...register('kind')}
          />
        ))}
        {errors.kind && (
          <Text role="alert" c="var(--negative-text)" size="sm">
            {errors.kind.message}
          </Text>
        )}
      </fieldset>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label={texts.theirName}
          required
          autoComplete="off"
          data-autofocus
          error={errors.fullName?.message}
          {...register('fullName')}
        />
        <NativeSelect
          label={texts.relation}
          required
          size="md"
          data={RELATION_CHOICES}
          error={errors.relation?.message}
          {...register('relation')}
        />
        <Controller
          control={control}
          name="phone"
          render={({ field: { value, ...field } }) => (
            <PhoneField {...field} label={texts.theirMobile} value={value} error={errors.phone?.message} />
          )}
        />
        <TextInput
          label={texts.theirEmail}
          type="email"
          autoComplete="off"
          dir="ltr"
          error={errors.email?.message}
          {...register('email')}
        />
        <NativeSelect
          label={texts.theirLanguage}
          required
          size="md"
          data={LANGUAGE_CHOICES}
          error={errors.language?.message}
          {...register('language')}
        />
        <TextInput
          label={texts.documentSeen}
          description={texts.documentHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          required
          autoComplete="off"
          error={errors.documentSeen?.message}
          {...register('documentSeen')}
        />
        <Controller
          control={control}
          name="validFrom"
          render={({ field }) => (
            <DateField
              {...field}
              {...DAYS}
              label={texts.firstDay}
              required
              error={errors.validFrom?.message}
            />
          )}
        />
        <Controller
          control={control}
          name="validUntil"
          render={({ field }) => (
            <DateField
              {...field}
              {...DAYS}
              label={texts.lastDay}
              description={texts.lastDayHint}
              error={errors.validUntil?.message}
            />
          )}
        />
      </SimpleGrid>
    </>
  )
}
