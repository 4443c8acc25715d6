import { expect, it } from 'vitest'
import { smsSegments } from './sms-segments.ts'

it.each([
  ['', 'gsm', 0, 0],
  ['a'.repeat(160), 'gsm', 160, 1],
  ['a'.repeat(161), 'gsm', 161, 2],
  ['a'.repeat(306), 'gsm', 306, 2],
  ['a'.repeat(307), 'gsm', 307, 3],
  ['Åå Δ_ΦΓΛΩΠΨΣΘΞ Ææß É ¤ ¡ ÄÖÑÜ§ ¿ äöñüà', 'gsm', 38, 1],
  ['€'.repeat(80), 'gsm', 160, 1],
  ['€'.repeat(81), 'gsm', 162, 2],
  // 153 = 76 × 2 + 1: a pair is not split, so 153 euro signs need a third part.
  ['€'.repeat(152), 'gsm', 304, 2],
  ['€'.repeat(153), 'gsm', 306, 3],
  ['ç', 'ucs2', 1, 1],
  ['م'.repeat(70), 'ucs2', 70, 1],
  ['م'.repeat(71), 'ucs2', 71, 2],
  ['م'.repeat(134), 'ucs2', 134, 2],
  ['م'.repeat(135), 'ucs2', 135, 3],
  ['a'.repeat(70) + '’', 'ucs2', 71, 2],
  ['😀'.repeat(35), 'ucs2', 70, 1],
  ['😀'.repeat(66), 'ucs2', 132, 2],
  ['😀'.repeat(67), 'ucs2', 134, 3],
])('divides %j into SMS [SMS-09]', (text, encoding, units, segments) => {
  expect(smsSegments(text)).toEqual({ encoding, units, segments })
})
