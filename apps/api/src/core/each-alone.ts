/** As many failures are an outage. */
const MOST_FAILURES = 20

/**
 * Works on each item of a job's batch alone: one that fails is postponed, and the others follow. Throws at the end, so
 * that the job counts as failed (alert ZelabJobsFail).
 */
export const forEachAlone = async <Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
  postpone: (item: Item) => Promise<unknown>,
): Promise<void> => {
  const failures: unknown[] = []
  for (const item of items) {
    try {
      await work(item)
    } catch (error) {
      failures.push(error)
      if (failures.length === MOST_FAILURES) break
      await postpone(item)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} items of a job failed`)
}
