import { isRefusal, messageOf } from '../../lib/api-error.ts'
import { showFieldErrors } from '../../ui/field-errors.ts'
import { toastError } from '../../ui/toasts.ts'
import type { LabForm } from './lab-form.ts'
import { LAB_PATHS } from './lab-form.ts'

/** Says why a lab was not saved, and at which field; what was typed stays. */
export const showLabRefusal = (error: unknown, form: LabForm): void => {
  toastError(error)
  if (isRefusal(error, 'LAB_NAME_TAKEN'))
    form.setError('name', { type: 'server', message: messageOf(error) }, { shouldFocus: true })
  else showFieldErrors(error, LAB_PATHS, form.setError)
}
