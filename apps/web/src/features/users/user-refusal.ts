import { REFUSAL } from '@zelab/contract/messages'
import { messageOf } from '../../lib/api-error.ts'
import { showFieldErrors } from '../../ui/field-errors.ts'
import { toastError } from '../../ui/toasts.ts'
import type { UserForm } from './user-form.ts'
import { USER_PATHS } from './user-form.ts'

const FIELD_OF: Partial<Record<string, 'email' | 'userTypeId'>> = {
  [REFUSAL.emailTaken]: 'email',
  [REFUSAL.lastAdmin]: 'userTypeId',
  [REFUSAL.ownAccount]: 'userTypeId',
}

/** Says why a user was not saved, and at which field; what was typed stays. */
export const showUserRefusal = (error: unknown, form: UserForm): void => {
  toastError(error)
  const message = messageOf(error)
  const field = FIELD_OF[message]
  if (field) form.setError(field, { type: 'server', message }, { shouldFocus: true })
  else showFieldErrors(error, USER_PATHS, form.setError)
}
