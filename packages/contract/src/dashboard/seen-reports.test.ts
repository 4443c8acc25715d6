import type { ToDo, ToDoItem } from './dashboard.contract.ts'
import { describe, expect, it } from 'vitest'
import { withoutSeen } from './seen-reports.ts'

const report = (id: number, at: string): ToDoItem => ({
  ...{ kind: 'report', record: { type: 'report', id }, title: 'Report', patient: null, at },
  ...{ isLate: false, isCritical: false, isNew: false, visit: null, problem: null },
})
const toDo: ToDo = {
  kinds: [
    { kind: 'critical', count: 1 },
    { kind: 'report', count: 40 },
  ],
  items: [
    { ...report(1, '2026-11-01T08:00:00.000Z'), kind: 'critical' },
    report(3, '2026-11-03T08:00:00.000Z'),
    report(2, '2026-11-02T08:00:00.000Z'),
  ],
}
const shown = (seenUntil: string) => {
  const { items, kinds } = withoutSeen(toDo, seenUntil)
  return [items.map(({ record }) => record.id), kinds.map(({ count }) => count)]
}

describe('reports that were marked as seen [DASHROLE-12]', () => {
  it('hides them and leaves newer ones, with their number', () => {
    expect(shown('2026-11-02T08:00:00.000Z')).toEqual([
      [1, 3],
      [1, 1],
    ])
  })

  it('never hides other work', () => {
    expect(shown('2026-12-01T08:00:00.000Z')).toEqual([[1], [1, 0]])
  })

  it('keeps the number of the server while none is hidden', () => {
    expect(shown('')).toEqual([
      [1, 3, 2],
      [1, 40],
    ])
  })
})
