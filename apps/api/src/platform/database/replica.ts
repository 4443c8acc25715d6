import { setTimeout as sleep } from 'node:timers/promises'
import { createDatabase } from './create-database.ts'
import { DatabaseUnavailableError, type Database } from './database.ts'
import { createReplicaLag } from './replica-lag.ts'
import { readReplayedPosition, readWrittenPosition } from './replication.repository.ts'
import { FARTHEST_POSITION, walPosition } from './wal-position.ts'

/** `foreign`: what answers is no replica of our database. */
export const REPLICA_STATES = ['in_use', 'behind', 'silent', 'foreign'] as const
export type ReplicaState = (typeof REPLICA_STATES)[number]

/** What is written is asked for so often, and how far the replica is. */
const PERIOD_MS = 1_000
/** One that takes longer to say how far it is would make lists slower, not faster. */
const ANSWER_MS = 50
/** After no answer it is left alone for a moment, so that not every list waits for it. */
const PAUSE_MS = 5_000
/** No longer than the last write of a caller is remembered: later, every replica in use has it. */
const LONGEST_LAG_SECONDS = 10
/** A hung connection is given up; longer than any statement may take. */
const HUNG_MS = 20_000

export interface ReplicaLimits {
  answerMs?: number
  pauseMs?: number
  longestLagSeconds?: number
}

/** A copy of the database that follows it; good for lists as long as it answers and is not far behind. */
export const createReplica = (options: {
  primary: Database
  connectionString: string
  poolSize?: number | undefined
  logger: { info(message: string): void; warn(message: string): void }
  limits?: ReplicaLimits
}) => {
  const { primary, connectionString, logger, limits = {} } = options
  const longestLag = limits.longestLagSeconds ?? LONGEST_LAG_SECONDS
  const database = createDatabase({
    connectionString,
    ...(options.poolSize && { poolSize: options.poolSize }),
    answerTimeoutMs: HUNG_MS,
    logger,
  })
  // A connection of its own: long lists must not make the replica look as if it did not answer.
  const probe = createDatabase({
    connectionString,
    poolSize: 1,
    acquireTimeoutMs: PERIOD_MS,
    answerTimeoutMs: PERIOD_MS,
    logger,
  })
  const now = () => performance.now()
  const lag = createReplicaLag(now)
  const reads = new Set<(error: Error) => void>()
  let identity: string | undefined
  let isForeign = false
  let failures = 0
  let pausedUntil = -Infinity
  let lastState: ReplicaState | undefined

  const state = (): ReplicaState => {
    if (isForeign) return 'foreign'
    if (failures > 0 || now() < pausedUntil) return 'silent'
    return lag.seconds() <= longestLag ? 'in_use' : 'behind'
  }

  const distrust = (): void => {
    pausedUntil = now() + (limits.pauseMs ?? PAUSE_MS)
  }

  const answerInTime = async <Result>(answer: Promise<Result>): Promise<Result> => {
    const timer = new AbortController()
    const late = sleep(limits.answerMs ?? ANSWER_MS, undefined, { signal: timer.signal }).then(() => {
      throw new DatabaseUnavailableError(new Error('The replica takes too long to answer'))
    })
    return Promise.race([answer, late]).finally(() => timer.abort())
  }

  /** How far the replica is; undefined when it does not say so in time, or is none. */
  const ask = async (): Promise<bigint | undefined> => {
    try {
      const found = await answerInTime(readReplayedPosition(probe))
      const position = walPosition(found.position ?? '')
      isForeign = position === undefined || found.identity !== identity
      failures = 0
      if (isForeign || position === undefined) return undefined
      lag.noteReplayed(position)
      return position
    } catch {
      distrust()
      failures += 1
      // The first time it may have been busy. Whoever waits for it still is better off with the primary.
      if (failures > 1)
        for (const giveUp of reads) giveUp(new DatabaseUnavailableError(new Error('The replica went away')))
      return undefined
    }
  }

  const look = async (): Promise<void> => {
    const at = now()
    const written = await readWrittenPosition(primary)
    identity = written.identity
    lag.noteWritten(walPosition(written.position ?? '') ?? 0n, at)
    await ask()
    const found = state()
    if (found === lastState) return
    if (found === 'in_use') logger.info('lists are read from the replica')
    else logger.warn(`lists are read from the primary: the replica is ${found}`)
    lastState = found
  }

  const stopping = new AbortController()
  const keepLooking = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      // Without an answer of the primary the lag grows by itself.
      await look().catch(() => {})
      await sleep(PERIOD_MS, undefined, { ref: false, signal: stopping.signal }).catch(() => {})
    }
  }

  return {
    start: (): void => void keepLooking(),

    state,
    lagSeconds: (): number => Math.min(lag.seconds(), lag.secondsWithout()),

    /** The replica, if it may be used now and has everything up to the caller's last write; else undefined. */
    async databaseSince(lastWrite: string | undefined): Promise<Database | undefined> {
      if (state() !== 'in_use') return undefined
      if (lastWrite === undefined) return database
      const wanted = walPosition(lastWrite)
      const replayed = wanted === undefined ? undefined : await ask()
      if (wanted === undefined || replayed === undefined || replayed < wanted) return undefined
      return state() === 'in_use' ? database : undefined
    },

    /** Leaves the replica alone for a moment. */
    distrust,

    /** What is read there; rejects when the replica goes away meanwhile, even without a word. */
    unlessLost: <Result>(reading: Promise<Result>): Promise<Result> =>
      new Promise((resolve, reject) => {
        reads.add(reject)
        void reading.then(resolve, reject).finally(() => reads.delete(reject))
      }),

    /** Where the log is after a write. A place that no replica has, when the primary does not say. */
    async positionOfPrimary(): Promise<string> {
      const written = await readWrittenPosition(primary).catch(() => undefined)
      return written?.position ?? FARTHEST_POSITION
    },

    async close(): Promise<void> {
      stopping.abort()
      await Promise.all([database.close(), probe.close()])
    },
  }
}
export type Replica = ReturnType<typeof createReplica>
