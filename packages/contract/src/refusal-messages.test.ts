import { describe, expect, it } from 'vitest'
import { REFUSAL } from './messages.ts'

describe('a refusal', () => {
  it('carries a unique, consistently spelled code and a text for people [CODE-01]', () => {
    for (const [code, text] of Object.entries(REFUSAL)) {
      expect(code).toMatch(/^[A-Z][A-Z\d]*(_[A-Z\d]+)*$/)
      expect(text, code).toMatch(/^[A-Z].{5,}/)
    }
  })
})
