import { expect, it } from 'vitest'
import { maskedEmail, maskedName } from './masked-text.ts'

it.each([
  ['Amal Mansour', 'A•• M••'],
  ['Amal', 'A••'],
  ['Amal bint Khalid Al Mansour', 'A•• M••'],
  ['  Amal\u00a0 Mansour ', 'A•• M••'],
  ['محمد عبد الله', 'م•• ل••'],
  ['مُحَمَّد علي', 'مُ•• ع••'],
  ['e\u0301mile Zola', 'é•• Z••'],
  [`Z${'\u0300'.repeat(250)} Bell`, 'Z•• B••'],
  ['👩‍👩‍👧 Family', '👩‍👩‍👧•• F••'],
])('shows only the initials of %s [LINK-02]', (name, masked) => {
  expect(maskedName(name)).toBe(masked)
})

it.each([
  ['ليلى العلي', 'ل•• ع••'],
  ['الحسن الأحمد', 'ح•• أ••'],
  ['سارة ٱلْمَنْصُور', 'س•• مَ••'],
  ['Omar Al-Mansour', 'O•• M••'],
  ['Omar el-Sayed', 'O•• S••'],
  ['Alma Elm', 'A•• E••'],
  ['آل آل', 'آ•• آ••'],
  ['ال الي', 'ا•• ا••'],
])('skips the article of %s [AR-03]', (name, masked) => {
  expect(maskedName(name)).toBe(masked)
})

it.each([
  ['layla@example.com', 'l•••@e••••.com'],
  ['x@y.z', 'x•••@y••••.z'],
  ['a.very.long.name@mail.hospital.co.uk', 'a•••@m••••.uk'],
])('shows only the beginnings of %s [LINK-05]', (email, masked) => {
  expect(maskedEmail(email)).toBe(masked)
})
