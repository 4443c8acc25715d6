import type { Lab } from '@zelab/contract'

const wordsOf = ({ name, address, email, phone }: Lab): string =>
  [name, address.line1, address.city, email, phone].filter(Boolean).join(' ').toLowerCase()

/** The labs whose name, address or contact holds the text, in any case. */
export const searchLabs = (labs: readonly Lab[], text: string): readonly Lab[] => {
  const wanted = text.trim().toLowerCase()
  return wanted === '' ? labs : labs.filter((lab) => wordsOf(lab).includes(wanted))
}
