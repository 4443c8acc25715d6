interface Sample {
  at: number
  position: bigint
}

const MOST_SAMPLES = 60

/**
 * How old what a replica shows may be: places of the primary's log, each with the moment by which it had been written,
 * are compared with how far the replica is. The replica's own clock readings would not do: they tell nothing of what was
 * written since its connection to the primary broke.
 */
export const createReplicaLag = (now: () => number) => {
  const startedAt = now()
  /** In order; the first is the newest that the replica is known to have, once there is one. */
  let samples: Sample[] = []
  let hasFirst = false

  return {
    /** @param at a moment before the primary was asked */
    noteWritten(position: bigint, at: number): void {
      samples.push({ at, position })
      // A gap makes the lag look longer, never shorter.
      if (samples.length > MOST_SAMPLES) samples.splice(-2, 1)
    },
    noteReplayed(position: bigint): void {
      const newest = samples.findLastIndex((sample) => sample.position <= position)
      // Further back than it was: another replica stands there now.
      hasFirst = newest >= 0
      if (hasFirst) samples = samples.slice(newest)
    },
    /** Everything written so many seconds ago is on the replica. */
    seconds: (): number => (hasFirst ? (now() - (samples[0]?.at ?? startedAt)) / 1000 : Infinity),
    /** For how long it has not been known at least. */
    secondsWithout: (): number => (now() - startedAt) / 1000,
  }
}
