import { REFUSAL } from '@zelab/contract'
import { invalidField } from '../../http/app-error.ts'
import { isCommonPassword } from '../../platform/common-passwords.ts'

/** Refuses a password that attackers try first, on top of the rules of the contract. */
export const refuseCommonPassword = (password: string): void => {
  if (isCommonPassword(password)) throw invalidField('password', REFUSAL.passwordCommon)
}
