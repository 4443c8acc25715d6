import { SimpleGrid, Stack, TextInput, Box, Button, Group, Input, Radio } from '@mantine/core'
import { Controller, useWatch } from 'react-hook-form'
import { fieldProps } from '../../ui/form/form-resolver.ts'
import { useInitialFocus } from '../../ui/form/initial-focus.ts'
import { PhoneField } from '../../ui/phone/phone-field.tsx'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import * as texts from './texts.ts'
import { type UserForm, needsLab, ROLE_HINTS } from './user-form.ts'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type Ref, useId } from 'react'
import { SearchSelect } from '../../ui/form/search-select.tsx'
import { labsQuery } from '../../lib/queries/lookups.ts'
import { STAFF_USER_TYPES } from '@zelab/contract/access'
import classes from './user-type-field.module.css'

interface UserFieldsetProps {
  form: UserForm
  /** Absent where labs are not added. */
  onCreateLab?: () => void
  /** Replaces the text that was typed to choose a lab. */
  createdLab?: number | undefined
  /** Set when the user type cannot be changed. */
  fixedTypeNote?: string | undefined
}

export function UserFieldset(props: UserFieldsetProps) {
  useInitialFocus()
  return (
    <>
      <SectionCard title={texts.user}>
        <Stack>
          <NameField {...props} />
          <RoleFields {...props} />
        </Stack>
      </SectionCard>
      <SectionCard title={texts.contact}>
        <ContactFields {...props} />
      </SectionCard>
    </>
  )
}

export function NameField({ form }: Pick<UserFieldsetProps, 'form'>) {
  return (
    <TextInput
      label={texts.fullName}
      required
      autoComplete="off"
      data-initial-focus
      {...fieldProps(form, 'name')}
    />
  )
}

export function ContactFields({ form }: Pick<UserFieldsetProps, 'form'>) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Controller
        control={form.control}
        name="phone"
        render={({ field, fieldState }) => (
          <PhoneField {...field} label={texts.phoneNumber} required error={fieldState.error?.message} />
        )}
      />
      <TextInput
        label={texts.email}
        type="email"
        required
        autoComplete="off"
        dir="ltr"
        {...fieldProps(form, 'email')}
      />
    </SimpleGrid>
  )
}

export function RoleFields({ form, onCreateLab, createdLab, fixedTypeNote }: UserFieldsetProps) {
  const {
    control,
    setValue,
    clearErrors,
    formState: { errors },
  } = form
  const userTypeId = useWatch({ control, name: 'userTypeId' })
  return (
    <>
      <Controller
        control={control}
        name="userTypeId"
        render={({ field: { onChange, value, ...field } }) => (
          <UserTypeField
            {...field}
            value={String(value)}
            error={errors.userTypeId?.message}
            fixedNote={fixedTypeNote}
            onChange={(id) => {
              onChange(id)
              if (needsLab(id)) return
              setValue('labId', '')
              clearErrors('labId')
            }}
          />
        )}
      />
      {needsLab(String(userTypeId)) && (
        <Controller
          control={control}
          name="labId"
          render={({ field: { value, ...field } }) => (
            <LabPicker
              key={createdLab}
              {...field}
              value={String(value)}
              error={errors.labId?.message}
              {...(onCreateLab && { onCreateLab })}
            />
          )}
        />
      )}
    </>
  )
}

interface LabPickerProps {
  name: string
  /** The lab's id as text; empty when none is selected. */
  value: string
  onChange: (labId: string) => void
  onBlur: () => void
  onCreateLab?: () => void
  error?: string | undefined
  ref?: Ref<HTMLInputElement>
}

function LabPicker({ value, onChange, onCreateLab, ...rest }: LabPickerProps) {
  const { data: labs, isPending, isError, refetch } = useQuery(labsQuery())
  return (
    <SearchSelect
      {...rest}
      label={texts.lab}
      required
      placeholder={isPending ? texts.loadingLabs : texts.selectALab}
      nothingFoundMessage={isError ? texts.labsNotLoaded : texts.noLabsFound}
      data={labs?.map((lab) => ({ value: String(lab.id), label: lab.name })) ?? []}
      value={value || null}
      onChange={(labId) => onChange(labId ?? '')}
      onDropdownOpen={() => void (isError && refetch())}
      limit={200}
      inputContainer={(field) =>
        !onCreateLab ? (
          field
        ) : (
          <Group gap="xs" align="stretch">
            <Box flex="1 1 14rem">{field}</Box>
            <Button
              h="auto"
              mih="var(--control)"
              variant="default"
              leftSection={<IconPlus size={16} stroke={2} />}
              onClick={onCreateLab}
            >
              {texts.createNewLab}
            </Button>
          </Group>
        )
      }
    />
  )
}

interface UserTypeFieldProps {
  name: string
  value: string
  onChange: (userTypeId: string) => void
  onBlur: () => void
  error?: string | undefined
  fixedNote?: string | undefined
  ref?: Ref<HTMLInputElement>
}

function UserTypeField({ name, value, onChange, onBlur, error, fixedNote, ref }: UserTypeFieldProps) {
  const id = useId()
  return (
    <Input.Wrapper
      label={texts.userType}
      labelElement="div"
      labelProps={{ id: `${id}-label` }}
      description={fixedNote}
      required
      error={error}
      errorProps={{ id: `${id}-error` }}
    >
      <div
        className={classes.types}
        role="radiogroup"
        aria-labelledby={`${id}-label`}
        {...(error && { 'aria-describedby': `${id}-error` })}
      >
        {STAFF_USER_TYPES.map((type, index) => (
          <Radio
            key={type.id}
            {...(index === 0 && { ref })}
            className={classes.card}
            name={name}
            value={type.id}
            checked={String(type.id) === value}
            onChange={() => onChange(String(type.id))}
            label={type.name}
            description={ROLE_HINTS[type.name]}
            aria-invalid={error !== undefined}
            disabled={fixedNote !== undefined}
            onBlur={onBlur}
          />
        ))}
      </div>
    </Input.Wrapper>
  )
}
