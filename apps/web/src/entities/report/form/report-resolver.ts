import type { FormInput, FormOutput, FormSchema } from '@zelab/contract'
import { VALIDATION } from '@zelab/contract/messages'
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import { formResolver } from '../../../ui/form/form-resolver.ts'

/** Checks a form of a report, whose ids are empty until they are selected. */
export const reportResolver = <Schema extends FormSchema, Fields extends FieldValues = FormInput<Schema>>(
  schema: Parameters<typeof formResolver<Schema, Fields>>[0],
): Resolver<Fields, unknown, FormOutput<Schema>> => {
  const check = formResolver<Schema, Fields>(schema)
  return async (...form) => {
    const result = await check(...form)
    const { reportTypeId, patientId } = result.errors as FieldErrors<Record<string, string>>
    // The ids are union types, whose default messages are not helpful.
    if (reportTypeId) reportTypeId.message = VALIDATION.reportType
    if (patientId) patientId.message = VALIDATION.patient
    return result
  }
}
