import { describe, expect, it, vi } from 'vitest'
import { toastOutcomes } from './toast-outcomes.ts'
import { toastProblem, toastSuccess } from './toasts.ts'

vi.mock('./toasts.ts', () => ({ toastSuccess: vi.fn(), toastProblem: vi.fn() }))

const WORDS = {
  nameOf: ({ name }: { name: string }) => name,
  changed: (count: number) => `Released ${count}`,
  unchanged: (count: number) => `${count} were not released`,
}
const rows = ['Ada', 'Bo', 'Cy', 'Di', 'Ed'].map((name, index) => ({ id: index + 1, name }))
const problem = { code: 'RECORD_CHANGED', message: 'It was changed meanwhile.' }
const show = (failed: number[]) =>
  toastOutcomes(
    rows,
    rows.map(({ id }) => ({ id, problem: failed.includes(id) ? problem : null })),
    WORDS,
  )

describe('the message about several records', () => {
  it('names the first three that were changed [SPEED-45]', () => {
    show([])
    expect(toastSuccess).toHaveBeenLastCalledWith('Released 5: Ada, Bo, Cy and 2 more', [])
    expect(toastProblem).not.toHaveBeenCalled()
  })

  it('names each of the others with its reason [SPEED-45]', () => {
    show([2, 4])
    expect(toastSuccess).toHaveBeenLastCalledWith('Released 3: Ada, Cy, Ed', [])
    expect(toastProblem).toHaveBeenLastCalledWith(
      '2 were not released. Bo: It was changed meanwhile; Di: It was changed meanwhile',
    )
  })
})
