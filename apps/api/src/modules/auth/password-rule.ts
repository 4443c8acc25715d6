import { resetPasswordForm } from '@zelab/contract'
import { invalidField, refusedField } from '../../core/app-error.ts'
import { isCommonPassword } from '../../platform/common-passwords.ts'

/** Refuses a password that attackers try first, on top of the rules of the contract. */
export const refuseCommonPassword = (password: string): void => {
  if (isCommonPassword(password)) throw refusedField('password', 'COMMON_PASSWORD')
}

/** Holds a password that no form has checked to the rules of a password reset. */
export const refuseUnfitPassword = (password: string): void => {
  const checked = resetPasswordForm.safeParse({ password, confirmPassword: password })
  const problem = checked.error?.issues[0]
  if (problem) throw invalidField('password', problem.message)
  refuseCommonPassword(password)
}
