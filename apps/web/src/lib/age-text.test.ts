import { describe, expect, it } from 'vitest'
import { ageText } from './age-text.ts'

describe('an age in words', () => {
  it.each([
    ['1990-03-04', '36 years'],
    ['2024-11-22', '2 years'],
    ['2024-11-23', '23 months'],
    ['2025-11-22', '12 months'],
    ['2026-10-22', '1 month'],
    ['2026-10-23', '30 days'],
    ['2026-11-21', '1 day'],
    ['2026-11-22', '0 days'],
    ['2026-11-23', '0 days'],
    ['1900-01-01', '126 years'],
  ])('of %s is %s [SAFE-04]', (dateOfBirth, text) => expect(ageText(dateOfBirth, '2026-11-22')).toBe(text))
})
