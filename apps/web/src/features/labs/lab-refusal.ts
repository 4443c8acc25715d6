import { REFUSAL } from '@zelab/contract/messages'
import { messageOf } from '../../lib/api-error.ts'
import { showFieldErrors } from '../../ui/field-errors.ts'
import { toastError } from '../../ui/toasts.ts'
import type { LabForm } from './lab-form.ts'
import { LAB_PATHS } from './lab-form.ts'

/** Says why a lab was not saved, and at which field; what was typed stays. */
export const showLabRefusal = (error: unknown, form: LabForm): void => {
  toastError(error)
  if (messageOf(error) === REFUSAL.labNameTaken)
    form.setError('name', { type: 'server', message: REFUSAL.labNameTaken }, { shouldFocus: true })
  else showFieldErrors(error, LAB_PATHS, form.setError)
}
