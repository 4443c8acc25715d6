import { expect, it } from 'vitest'
import { namedTypeFinder } from './named-types.ts'

const TYPES = [
  'Blood Count',
  'Complete Blood Count',
  'Lipid Panel',
  'Liver Panel',
  'CBC',
  'Créatinine',
  'تحليل البول',
  '+',
].map((title) => ({ title }))
const typesIn = namedTypeFinder(TYPES)
const namedIn = (...texts: string[]) => typesIn(texts).map(({ title }) => title)

it.each([
  [
    'a title in the text, in any case and with any line ends',
    ['a', 'Report\nLIPID\npanel of today'],
    'Lipid Panel',
  ],
  ['a file name with separators', ['4711_lipid-panel.2026', ''], 'Lipid Panel'],
  ['the longest title', ['Complete blood count (CBC)', 'Lipid panel'], 'Complete Blood Count'],
  ['a title without its diacritics', ['Creatinine', ''], 'Créatinine'],
  ['a title with diacritics of Arabic', ['', 'نتيجة تَحليل البَول'], 'تحليل البول'],
])('proposes %s [INBOX-150]', (_, texts, expected) => {
  expect(namedIn(...texts)).toEqual([expected])
})

it.each([
  ['a part of a word', ['cbcs', 'Lipid panels']],
  ['words of two texts', ['lipid', 'panel']],
  ['punctuation', ['a + b', '']],
])('rejects %s as a title [INBOX-150]', (_, texts) => expect(namedIn(...texts)).toEqual([]))

it('names both of two equally long titles [INBOX-150]', () => {
  expect(namedIn('lipid panel', 'Liver panel, CBC')).toEqual(['Lipid Panel', 'Liver Panel'])
})
