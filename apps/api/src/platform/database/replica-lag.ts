interface Sample {
  at: number
  position: bigint
}

const MOST_SAMPLES = 60

/**
 * Estimates replica lag by comparing timestamped WAL positions of the primary with the replica's replay position. The
 * replica's own timestamps would miss writes made after its connection to the primary broke.
 */
export const createReplicaLag = (now: () => number) => {
  const startedAt = now()
  /** In order; the first is the newest position known to be replayed, if any. */
  let samples: Sample[] = []
  let hasFirst = false

  return {
    /** @param at a time before the primary's position was read */
    noteWritten(position: bigint, at: number): void {
      samples.push({ at, position })
      // A gap can only overestimate the lag.
      if (samples.length > MOST_SAMPLES) samples.splice(-2, 1)
    },
    noteReplayed(position: bigint): void {
      const newest = samples.findLastIndex((sample) => sample.position <= position)
      // A replay position that moves back means that another replica took over the address.
      hasFirst = newest >= 0
      if (hasFirst) samples = samples.slice(newest)
    },
    seconds: (): number => (hasFirst ? (now() - (samples[0]?.at ?? startedAt)) / 1000 : Infinity),
    secondsWithout: (): number => (now() - startedAt) / 1000,
  }
}
