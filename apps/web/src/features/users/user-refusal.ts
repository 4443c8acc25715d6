import type { RefusalCode } from '@zelab/contract/messages'
import { isRefusal, messageOf } from '../../lib/api-error.ts'
import { showFieldErrors } from '../../ui/field-errors.ts'
import { toastError } from '../../ui/toasts.ts'
import type { UserForm } from './user-form.ts'
import { USER_PATHS } from './user-form.ts'

const FIELDS: readonly (readonly [RefusalCode, 'email' | 'userTypeId'])[] = [
  ['USER_EMAIL_TAKEN', 'email'],
  ['LAST_ADMIN', 'userTypeId'],
  ['OWN_ACCOUNT', 'userTypeId'],
]

/** Says why a user was not saved, and at which field; what was typed stays. */
export const showUserRefusal = (error: unknown, form: UserForm): void => {
  toastError(error)
  const [, field] = FIELDS.find(([code]) => isRefusal(error, code)) ?? []
  if (field) form.setError(field, { type: 'server', message: messageOf(error) }, { shouldFocus: true })
  else showFieldErrors(error, USER_PATHS, form.setError)
}
