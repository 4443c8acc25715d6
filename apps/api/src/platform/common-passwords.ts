import { dictionary } from '@zxcvbn-ts/language-common'

// About 50,000 passwords that attackers try first, in lower case.
const COMMON = new Set(dictionary['passwords-common'])

/** Whether a password is on the lists that attackers try first, capitals aside. */
export const isCommonPassword = (password: string): boolean => COMMON.has(password.toLowerCase())
