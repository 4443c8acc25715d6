import { randomBytes } from 'node:crypto'

// Omits characters that look alike, because some people type the link from a printed slip.
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const BITS = 128
const LENGTH = Math.ceil(BITS / Math.log2(ALPHABET.length))

export const LINK_TOKEN = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`)

/** 128 random bits in base 58. Only the `hashSecretToken` is stored. */
export const newLinkToken = (): string => {
  let number = BigInt(`0x${randomBytes(BITS / 8).toString('hex')}`)
  let token = ''
  for (let digit = 0; digit < LENGTH; digit++) {
    token = ALPHABET.charAt(Number(number % 58n)) + token
    number /= 58n
  }
  return token
}
