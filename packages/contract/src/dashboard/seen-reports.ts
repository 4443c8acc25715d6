import type { ToDo } from './dashboard.contract.ts'

/** Reports up to a time are seen. Their list has the newest first, so a report that is left was counted. */
export const withoutSeen = (toDo: ToDo, seenUntil: string): ToDo => {
  const items = toDo.items.filter(({ kind, at }) => kind !== 'report' || at === null || at > seenUntil)
  if (items.length === toDo.items.length) return toDo
  const left = items.filter(({ kind }) => kind === 'report').length
  return { items, kinds: toDo.kinds.map((one) => (one.kind === 'report' ? { ...one, count: left } : one)) }
}

export const countToDo = ({ kinds }: ToDo): number => kinds.reduce((sum, { count }) => sum + count, 0)
