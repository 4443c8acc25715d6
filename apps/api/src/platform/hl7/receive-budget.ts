export interface BudgetShare {
  /** Returns false if the sender must wait for `resume`. */
  take(bytes: number): boolean
  release(): void
}

/**
 * Limits the bytes of all messages in memory. The oldest message may exceed the limit, so that one always completes.
 * The maximum is the limit, one message, and one chunk per connection.
 */
export const createReceiveBudget = (limitBytes: number) => {
  interface Entry {
    used: number
    isWaiting: boolean
    resume: () => void
  }
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
