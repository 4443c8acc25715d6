import type { FormInput, FormOutput, Lab } from '@zelab/contract'
import { createLabBody, labFields, typedPhoneField } from '@zelab/contract'
import type { Resolver, UseFormReturn } from 'react-hook-form'
import { formResolver } from '../../ui/form/form-resolver.ts'

type LabSchema = ReturnType<typeof labFields>
/** The form of a new lab omits the phone. */
export type LabFields = FormInput<LabSchema>
export type CheckedLab = FormOutput<LabSchema>

export type LabForm = UseFormReturn<LabFields, unknown, CheckedLab>

export const EMPTY_LAB: LabFields = { name: '', address: { line1: '', city: '' }, email: '', phone: '' }

export const labFieldsOf = ({ name, address: { line1, city }, email, phone }: Lab): LabFields => ({
  name,
  address: { line1, city },
  email: email ?? '',
  phone: phone ?? '',
})

type LabResolver = Resolver<LabFields, unknown, CheckedLab>
export const newLabResolver: LabResolver = formResolver(createLabBody)
export const labResolver = (storedPhone: string | null): LabResolver =>
  formResolver(labFields(typedPhoneField(storedPhone)))
