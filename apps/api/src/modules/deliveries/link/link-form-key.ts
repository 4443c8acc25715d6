import { timingSafeEqual } from 'node:crypto'
import type { Encryption } from '../../../platform/encryption.ts'

/**
 * The hidden field of every form: the signature of a cookie that only pages of this site set. Another site can make the
 * browser send a form, but cannot read the field.
 */
export const createFormKeys = (encryption: Encryption) => {
  const keyOf = (cookie: string, linkToken: string): Buffer =>
    encryption.sign(Buffer.from(`link form\n${linkToken}\n${cookie}`))
  return {
    keyOf: (cookie: string, linkToken: string): string => keyOf(cookie, linkToken).toString('base64url'),
    isRight(given: string, cookie: string | undefined, linkToken: string): boolean {
      if (!cookie) return false
      const right = keyOf(cookie, linkToken)
      const key = Buffer.from(given, 'base64url')
      return key.length === right.length && timingSafeEqual(key, right)
    },
  }
}
