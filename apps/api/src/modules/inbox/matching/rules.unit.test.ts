import { expect, it } from 'vitest'
import { findRule } from './named-types.ts'

const RULES = [
  { field: 'text' as const, contains: 'Complete Blood  Count' },
  { field: 'fileName' as const, contains: 'LIPID' },
  { field: 'any' as const, contains: '' },
]

it.each([
  ['the text, in any case and with any line ends', { fileName: 'a.pdf', text: 'complete blood\ncount' }, 0],
  ['the file name', { fileName: 'Lipid panel.pdf', text: '' }, 1],
  ['the first of two', { fileName: 'lipid.pdf', text: 'Complete blood count' }, 0],
  ['any file', { fileName: 'a.pdf', text: '' }, 2],
])('applies the first rule for %s [INBOX-11]', (_, file, expected) => {
  expect(findRule(RULES, file)).toBe(expected)
})

it('applies none when none fits [INBOX-11]', () => {
  expect(findRule(RULES.slice(0, 2), { fileName: 'a.pdf', text: 'Glucose' })).toBe(-1)
  expect(findRule([], { fileName: 'a.pdf', text: 'Glucose' })).toBe(-1)
})
