import { SimpleGrid, TextInput } from '@mantine/core'
import type { labFields } from '@zelab/contract'
import { Controller } from 'react-hook-form'
import { fieldProps, type SchemaForm } from '../../ui/form/form-resolver.ts'
import { PhoneField } from '../../ui/phone/phone-field.tsx'
import * as words from '../../ui/form/texts.ts'
import * as texts from './texts.ts'

export type LabForm = SchemaForm<ReturnType<typeof labFields>>

interface LabFieldsetProps {
  form: LabForm
  /** False in the form for a new lab, which gets its phone later. */
  hasPhone?: boolean
}

export function LabFieldset({ form, hasPhone = false }: LabFieldsetProps) {
  return (
    <>
      <TextInput
        label={texts.labName}
        required
        autoComplete="off"
        data-autofocus
        data-initial-focus
        {...fieldProps(form, 'name')}
      />
      <TextInput
        label={texts.addressLine1}
        required
        autoComplete="off"
        {...fieldProps(form, 'address.line1')}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput label={texts.city} required autoComplete="off" {...fieldProps(form, 'address.city')} />
        <TextInput
          label={texts.email}
          description={words.optional}
          type="email"
          autoComplete="off"
          dir="ltr"
          {...fieldProps(form, 'email')}
        />
        {hasPhone && (
          <Controller
            control={form.control}
            name="phone"
            render={({ field, fieldState }) => (
              <PhoneField {...field} label={texts.phone} error={fieldState.error?.message} />
            )}
          />
        )}
      </SimpleGrid>
    </>
  )
}
