export interface SortingRule {
  /** `any` applies to every file. */
  field: 'text' | 'fileName' | 'any'
  contains: string
  reportTypeId: number
  title: string
}

const plain = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

/** The position of the first rule that applies to a file; -1 without one. Case and spacing are ignored. */
export const findRule = (
  rules: readonly Pick<SortingRule, 'field' | 'contains'>[],
  file: { fileName: string; text: string },
): number => {
  const texts = { text: plain(file.text), fileName: plain(file.fileName) }
  return rules.findIndex(({ field, contains }) => field === 'any' || texts[field].includes(plain(contains)))
}
