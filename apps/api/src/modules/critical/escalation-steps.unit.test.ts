import { expect, it } from 'vitest'
import { dueStep, escalationAt } from './escalation-steps.ts'

const at = new Date('2026-03-29T00:30:00Z')

it('makes each step due exactly at its time, for every target, until a day has passed [CRIT-11]', () => {
  for (const targetMinutes of [15, 30, 60]) {
    const flagged = { at, targetMinutes }
    expect(dueStep(flagged, at)).toBe(0)
    let step = 1
    for (;;) {
      const due = escalationAt(flagged, step)
      if (!due) break
      expect(dueStep(flagged, due)).toBe(step)
      expect(dueStep(flagged, new Date(due.getTime() - 1))).toBe(step - 1)
      step += 1
    }
    expect(step - 1).toBe(2 + Math.floor((24 * 60 - targetMinutes) / 15))
    expect(dueStep(flagged, new Date(at.getTime() + 1e12))).toBe(step - 1)
  }
})
