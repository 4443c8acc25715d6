import { zodResolver } from '@hookform/resolvers/zod'
import type { contract, HandlerInput } from '@zelab/contract'
import { createLabBody } from '@zelab/contract'
import type { Path, Resolver } from 'react-hook-form'

/** What stands in the fields of the lab form: text only. */
export interface LabFields {
  name: string
  address: { line1: string; city: string }
  email: string
}

/** The fields as the checks leave them, ready to be sent. */
export type NewLab = HandlerInput<typeof contract.labs.create>['body']

export const EMPTY_LAB: LabFields = { name: '', address: { line1: '', city: '' }, email: '' }

export const labResolver = zodResolver(createLabBody) as unknown as Resolver<LabFields, unknown, NewLab>

export const LAB_PATHS: readonly Path<LabFields>[] = ['name', 'address.line1', 'address.city', 'email']
