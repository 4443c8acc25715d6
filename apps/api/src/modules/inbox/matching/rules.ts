export interface SortingRule {
  field: 'text' | 'fileName' | 'any'
  contains: string
  reportTypeId: number
  title: string
}

const plain = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

/** Returns the index of the first matching rule, or -1. Ignores case and spacing. */
export const findRule = (
  rules: readonly Pick<SortingRule, 'field' | 'contains'>[],
  file: { fileName: string; text: string },
): number => {
  const texts = { text: plain(file.text), fileName: plain(file.fileName) }
  return rules.findIndex(({ field, contains }) => field === 'any' || texts[field].includes(plain(contains)))
}
