import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'
import { ApiError } from '../../lib/api-error.ts'
import { toastError } from '../feedback/toasts.ts'

/** Shows what the server said about single fields at those fields, and puts the cursor into the first of them. */
export const showFieldErrors = <Fields extends FieldValues>(
  error: unknown,
  paths: readonly FieldPath<Fields>[],
  setError: UseFormSetError<Fields>,
): void => {
  if (!(error instanceof ApiError)) return
  const known = error.errors.flatMap(({ path, message }) => {
    const field = paths.find((candidate) => candidate === path)
    return field ? [{ field, message }] : []
  })
  for (const [index, { field, message }] of known.entries())
    setError(field, { type: 'server', message }, { shouldFocus: index === 0 })
}

/** Says why a form was not saved, and at which fields; what was typed stays. */
export const showRefusal: typeof showFieldErrors = (error, paths, setError) => {
  toastError(error)
  showFieldErrors(error, paths, setError)
}
