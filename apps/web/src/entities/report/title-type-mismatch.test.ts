import { describe, expect, it } from 'vitest'
import { isPrefilled, typeNamedInFile, typeNamedInTitle } from './title-type-mismatch.ts'

const TYPES = [
  { id: 0, title: 'All' },
  { id: 1, title: 'Complete Blood Count' },
  { id: 2, title: 'Lipid Panel' },
  { id: 3, title: 'Thyroid Profile' },
  { id: 4, title: 'X-Ray' },
  { id: 5, title: 'تحليل الدم' },
]

describe('the title of a report and its type', () => {
  it.each([
    ['Lipid Panel', 1, 'Lipid Panel'],
    ['lipid profile, fasting', 1, 'Lipid Panel'],
    ['Blood count', 2, 'Complete Blood Count'],
    ['Chest x-ray', 3, 'X-Ray'],
    ['تحليل الدم', 1, 'تحليل الدم'],
  ])('disagree: "%s" of type %i names %s [SAFE-06]', (title, id, named) =>
    expect(typeNamedInTitle(title, id, TYPES)?.title).toBe(named),
  )

  it.each([
    ['Complete Blood Count', 1],
    ['Blood count and lipid panel', 1],
    ['Follow-up of November', 1],
    ['Thyroid panel', 3],
    ['All results', 1],
    ['', 1],
    ['Lipid Panel', 99],
  ])('agree: "%s" of type %i', (title, id) => expect(typeNamedInTitle(title, id, TYPES)).toBeUndefined())

  it('count as one when the title is still the prefilled one', () => {
    expect(isPrefilled('', TYPES)).toBe(true)
    expect(isPrefilled(' Lipid Panel ', TYPES)).toBe(true)
    expect(isPrefilled('Lipid Panel of Sara', TYPES)).toBe(false)
  })
})

describe('the name of a file', () => {
  it.each([
    ['lipid_panel_kaya.pdf', 'Lipid Panel'],
    ['CompleteBloodCount-2026.PDF', 'Complete Blood Count'],
    ['scan0001.pdf', undefined],
    ['lipid and thyroid.pdf', undefined],
  ])('%s names %s [DROP-04]', (name, type) => expect(typeNamedInFile(name, TYPES)?.title).toBe(type))
})
