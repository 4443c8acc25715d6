import type { Outcome } from '@zelab/contract'
import { toastProblem, toastSuccess } from './toasts.ts'
import type { ToastAction } from './toast-actions.tsx'

const NAMED_MAX = 3
const andMore = (count: number) => (count > NAMED_MAX ? ` and ${count - NAMED_MAX} more` : '')

/** "Released 4 reports: Lipids of Amal Mansour, …": the first three and the number of the others. */
const withNames = (changed: string, names: readonly string[]): string =>
  `${changed}: ${names.slice(0, NAMED_MAX).join(', ')}${andMore(names.length)}`

interface Words<Row> {
  /** How a sentence names a record. */
  nameOf: (row: Row) => string
  /** Begins the sentence that names what was changed: "Released 3 reports". */
  changed: (count: number) => string
  /** "2 reports were not released" */
  unchanged: (count: number) => string
}

/** Says what became of the records of one request: which were changed, and why others were not. */
export const toastOutcomes = <Row extends { id: number }>(
  rows: readonly Row[],
  outcomes: readonly Outcome[],
  { nameOf, changed, unchanged }: Words<Row>,
  actions: readonly ToastAction[] = [],
): void => {
  const nameById = new Map(rows.map((row) => [row.id, nameOf(row)]))
  const named = outcomes.map(({ id, problem }) => ({ name: nameById.get(id) ?? '', problem }))
  const done = named.filter(({ problem }) => problem === null)
  const failed = named.filter(({ problem }) => problem !== null)
  if (done.length > 0) {
    const names = done.map(({ name }) => name)
    toastSuccess(withNames(changed(done.length), names), actions)
  }
  if (failed.length > 0) {
    const reasons = failed
      .slice(0, NAMED_MAX)
      .map(({ name, problem }) => `${name}: ${problem?.message.replace(/\.$/, '')}`)
    toastProblem(`${unchanged(failed.length)}. ${reasons.join('; ')}${andMore(failed.length)}`)
  }
}
