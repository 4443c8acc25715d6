import type { UnreleasedReport } from '@zelab/contract'
import { describe, expect, it } from 'vitest'
import { wereReleased } from './texts.ts'

const waiting = (title: string, fullName: string) =>
  ({ title, patient: { fullName } }) as Pick<UnreleasedReport, 'title' | 'patient'>

describe('the message after a release', () => {
  it('names report and patient [SPEED-45]', () => {
    expect(wereReleased([waiting('Lipids', 'Amal Mansour')])).toBe(
      'Released 1 report: Lipids of Amal Mansour',
    )
  })

  it('names the first three of several [SPEED-45]', () => {
    const all = ['Ada', 'Bo', 'Cy', 'Di', 'Ed'].map((name) => waiting('HbA1c', name))
    expect(wereReleased(all)).toBe('Released 5 reports: HbA1c of Ada, HbA1c of Bo, HbA1c of Cy and 2 more')
  })
})
