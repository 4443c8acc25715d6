import { resetPasswordForm } from '@zelab/contract'
import { invalidField, refusedField } from '../../../core/app-error.ts'
import { dictionary } from '@zxcvbn-ts/language-common'

// About 50,000 passwords that attackers try first, in lower case.
const COMMON = new Set(dictionary['passwords-common'])

const isCommonPassword = (password: string): boolean => COMMON.has(password.toLowerCase())

export const refuseCommonPassword = (password: string): void => {
  if (isCommonPassword(password)) throw refusedField('password', 'COMMON_PASSWORD')
}

export const refuseInvalidPassword = (password: string): void => {
  const checked = resetPasswordForm.safeParse({ password, confirmPassword: password })
  const problem = checked.error?.issues[0]
  if (problem) throw invalidField('password', problem.message)
  refuseCommonPassword(password)
}
