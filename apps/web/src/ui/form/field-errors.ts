import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { ApiError } from '../../lib/api-error.ts'
import { toastError } from '../feedback/toasts.ts'

type Form<Fields extends FieldValues> = Pick<UseFormReturn<Fields>, 'getValues' | 'setError'>

export const showFieldErrors = <Fields extends FieldValues>(error: unknown, form: Form<Fields>): void => {
  if (!(error instanceof ApiError)) return
  const known = error.errors.filter(({ path }) => form.getValues(path as FieldPath<Fields>) !== undefined)
  for (const [index, { path, message }] of known.entries())
    form.setError(path as FieldPath<Fields>, { type: 'server', message }, { shouldFocus: index === 0 })
}

export const showRefusal: typeof showFieldErrors = (error, form) => {
  toastError(error)
  showFieldErrors(error, form)
}
