import { Box, Button, Group, NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { hasRightCheckDigit, readNationalId } from '@zelab/contract/fields/national-id'
import { GENDERS } from '@zelab/contract/limits'
import type { ReactNode } from 'react'
import { useId } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { Controller, useWatch } from 'react-hook-form'
import { AdvancedFields } from '../../../ui/form/advanced-fields.tsx'
import { BirthDateField } from '../../../ui/form/birth-date-field.tsx'
import { useInitialFocus } from '../../../ui/form/initial-focus.ts'
import { PhoneField } from '../../../ui/phone/phone-field.tsx'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { genderWord } from '../patient-fields.ts'
import type { Registration, RegistrationFields } from './patient-form.ts'
import classes from '../patients.module.css'
import * as texts from '../texts.tsx'
import * as shared from '../../../ui/texts.ts'

interface RegistrationFieldsetProps {
  form: UseFormReturn<RegistrationFields, unknown, Registration>
  /** Records may lack email and gender, which a registration requires (AMB-37, AMB-39). */
  isContactOptional?: boolean
  cities?: readonly string[]
  /** Rendered between the personal fields and the address. */
  notice?: ReactNode
  furtherFields?: ReactNode
  submitLabel: string
  pendingLabel: string
  isPending: boolean
  /** True while the form is submitted in another way. */
  isBlocked?: boolean
  furtherSubmit?: ReactNode
  onCancel: () => void
}

const genderChoices = (isOptional: boolean) => [
  { value: '', label: isOptional ? texts.notKnown : texts.selectGender, disabled: !isOptional },
  ...GENDERS.map((gender) => ({ value: gender, label: genderWord(gender) })),
]

/** Fields in the order of the specification. */
export function RegistrationFieldset({
  form,
  isContactOptional = false,
  cities = [],
  notice,
  furtherFields,
  submitLabel,
  pendingLabel,
  isPending,
  isBlocked = isPending,
  furtherSubmit,
  onCancel,
}: RegistrationFieldsetProps) {
  useInitialFocus()
  const citiesId = useId()
  const {
    register,
    control,
    formState: { errors },
  } = form
  return (
    <>
      {/* Together, because an empty notice would leave a gap. */}
      <Box>
        <SectionCard title={texts.patient}>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput
              label={texts.fullName}
              required
              autoComplete="off"
              data-initial-focus
              error={errors.fullName?.message}
              {...register('fullName')}
            />
            <TextInput
              label={texts.emrId}
              placeholder={texts.optional}
              autoComplete="off"
              dir="ltr"
              error={errors.emrId?.message}
              {...register('emrId')}
            />
            <TextInput
              label={texts.email}
              type="email"
              required={!isContactOptional}
              autoComplete="off"
              dir="ltr"
              error={errors.email?.message}
              {...register('email')}
            />
            <Controller
              control={control}
              name="phone"
              render={({ field: { value, onChange, onBlur, name, ref } }) => (
                <PhoneField
                  label={texts.phoneNumber}
                  required
                  name={name}
                  ref={ref}
                  value={value}
                  onChange={onChange}
                  onBlur={onBlur}
                  error={errors.phone?.message}
                />
              )}
            />
            <Controller
              control={control}
              name="dob"
              render={({ field }) => (
                <BirthDateField {...field} label={texts.dateOfBirth} required error={errors.dob?.message} />
              )}
            />
            <NativeSelect
              label={texts.gender}
              required={!isContactOptional}
              size="md"
              data={genderChoices(isContactOptional)}
              error={errors.gender?.message}
              {...register('gender')}
            />
          </SimpleGrid>
          <NationalIdField form={form} />
        </SectionCard>
        {notice}
      </Box>
      {furtherFields}
      <SectionCard title={texts.address} subtitle={texts.optional}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput
            label={texts.streetAddress}
            autoComplete="off"
            error={errors.address?.line1?.message}
            {...register('address.line1')}
          />
          <TextInput
            label={texts.city}
            autoComplete="off"
            list={cities.length > 0 ? citiesId : undefined}
            error={errors.address?.city?.message}
            {...register('address.city')}
          />
          <datalist id={citiesId}>
            {cities.map((city) => (
              <option key={city} value={city} />
            ))}
          </datalist>
        </SimpleGrid>
      </SectionCard>
      <Group justify="flex-end" gap="xs" mod="buttons">
        <Button variant="default" size="md" onClick={onCancel} disabled={isBlocked}>
          {shared.cancel}
        </Button>
        <SubmitButton size="md" isPending={isPending} pendingLabel={pendingLabel} disabled={isBlocked}>
          {submitLabel}
        </SubmitButton>
        {furtherSubmit}
      </Group>
    </>
  )
}

/** A wrong check digit only warns. */
function NationalIdField({ form }: Pick<RegistrationFieldsetProps, 'form'>) {
  const { register, control, formState } = form
  const typed = useWatch({ control, name: 'nationalId' })
  const digits = readNationalId(typed ?? '')
  const isUnusual = digits !== undefined && !hasRightCheckDigit(digits)
  const error = formState.errors.nationalId?.message
  return (
    <Box mt="md">
      <AdvancedFields label={texts.moreFields} startsOpen={!!typed} hasError={error !== undefined}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput
            label={texts.nationalId}
            description={
              <span aria-live="polite" className={isUnusual ? classes.unusual : undefined}>
                {isUnusual ? texts.wrongCheckDigit : texts.nationalIdHint}
              </span>
            }
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            inputMode="numeric"
            autoComplete="off"
            dir="ltr"
            error={error}
            {...register('nationalId')}
          />
        </SimpleGrid>
      </AdvancedFields>
    </Box>
  )
}
