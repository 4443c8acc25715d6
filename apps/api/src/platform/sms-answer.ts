import type { Sms } from './sms-gateway.ts'

const MAX_LENGTH = 120
const WORD = /^[A-Za-z][A-Za-z_.'-]{0,23}$/
const CODE = /^\d{1,5}\.?$/

/**
 * The plain words and short numbers of a gateway's answer, for the log. Gateways may repeat number, text and link: parts of
 * the number, the words of the message and anything with other characters are left out.
 */
export const loggableAnswer = (answer: string, { to, text }: Pick<Sms, 'to' | 'text'>): string => {
  const lettersOf = (word: string) => word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  const said = new Set(text.split(/\s+/).map(lettersOf))
  const isPlain = (word: string) => WORD.test(word) || (CODE.test(word) && !to.includes(lettersOf(word)))
  return answer
    .split(/[\s"{}[\]()<>,:;=]+/)
    .filter((word) => isPlain(word) && !said.has(lettersOf(word)))
    .join(' ')
    .slice(0, MAX_LENGTH)
}
