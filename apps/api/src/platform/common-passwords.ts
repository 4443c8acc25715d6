import { dictionary } from '@zxcvbn-ts/language-common'

// About 50,000 passwords that attackers try first, in lower case.
const COMMON = new Set(dictionary['passwords-common'])

/** Ignores case. */
export const isCommonPassword = (password: string): boolean => COMMON.has(password.toLowerCase())
