/** The memory of one message, from its first byte until it is answered. */
export interface BudgetShare {
  /** Counts received bytes; false when the sender must wait until `resume` is called. */
  take(bytes: number): boolean
  release(): void
}

/**
 * Limits the bytes of all messages in memory. The message that began first may exceed the limit, so that there is always
 * one that becomes complete: the total is at most the limit, one message, and one chunk of each connection.
 */
export const createReceiveBudget = (limitBytes: number) => {
  interface Entry {
    used: number
    isWaiting: boolean
    resume: () => void
  }
  /** In the order in which the messages began. */
  const entries = new Set<Entry>()
  let total = 0

  const mayContinue = (entry: Entry) => total < limitBytes || entries.values().next().value === entry

  const wake = () => {
    for (const entry of entries) {
      if (!entry.isWaiting || !mayContinue(entry)) continue
      entry.isWaiting = false
      entry.resume()
    }
  }

  return {
    total: () => total,

    open(resume: () => void): BudgetShare {
      const entry: Entry = { used: 0, isWaiting: false, resume }
      entries.add(entry)
      return {
        take(bytes) {
          entry.used += bytes
          total += bytes
          entry.isWaiting = !mayContinue(entry)
          return !entry.isWaiting
        },
        release() {
          if (!entries.delete(entry)) return
          total -= entry.used
          wake()
        },
      }
    },
  }
}

export type ReceiveBudget = ReturnType<typeof createReceiveBudget>
