import { zodResolver } from '@hookform/resolvers/zod'
import type { contract, HandlerInput, Lab } from '@zelab/contract'
import { createLabBody, labFields, typedPhoneField } from '@zelab/contract'
import type { Path, Resolver, UseFormReturn } from 'react-hook-form'

/** What stands in the fields of the lab form: text only. */
export interface LabFields {
  name: string
  address: { line1: string; city: string }
  email: string
  /** Not in the form for a new lab. */
  phone: string
}

/** The fields as the checks leave them, ready to be sent. */
export type CheckedLab = HandlerInput<typeof contract.labs.create>['body'] & { phone?: string | undefined }

export type LabForm = UseFormReturn<LabFields, unknown, CheckedLab>

export const EMPTY_LAB: LabFields = { name: '', address: { line1: '', city: '' }, email: '', phone: '' }

export const labFieldsOf = ({ name, address: { line1, city }, email, phone }: Lab): LabFields => ({
  name,
  address: { line1, city },
  email: email ?? '',
  phone: phone ?? '',
})

type LabResolver = Resolver<LabFields, unknown, CheckedLab>
export const newLabResolver = zodResolver(createLabBody) as unknown as LabResolver
export const labResolver = (storedPhone: string | null) =>
  zodResolver(labFields(typedPhoneField(storedPhone))) as unknown as LabResolver

export const LAB_PATHS: readonly Path<LabFields>[] = [
  'name',
  'address.line1',
  'address.city',
  'email',
  'phone',
]
