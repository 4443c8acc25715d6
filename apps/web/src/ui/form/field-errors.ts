import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { ApiError } from '../../lib/api-error.ts'
import { toastError } from '../feedback/toasts.ts'

type Form<Fields extends FieldValues> = Pick<UseFormReturn<Fields>, 'getValues' | 'setError'>

/** True if a field has taken the focus, so that a screen reader reads its error. */
export const showFieldErrors = <Fields extends FieldValues>(error: unknown, form: Form<Fields>): boolean => {
  if (!(error instanceof ApiError)) return false
  const { activeElement } = document
  const known = error.errors.filter(({ path }) => form.getValues(path as FieldPath<Fields>) !== undefined)
  for (const [index, { path, message }] of known.entries())
    form.setError(path as FieldPath<Fields>, { type: 'server', message }, { shouldFocus: index === 0 })
  return document.activeElement !== activeElement
}

export const showRefusal = <Fields extends FieldValues>(error: unknown, form: Form<Fields>): void => {
  const isSilent = showFieldErrors(error, form)
  toastError(error, undefined, { isSilent })
}
