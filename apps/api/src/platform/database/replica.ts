import { setTimeout as sleep } from 'node:timers/promises'
import { createDatabase } from './create-database.ts'
import { DatabaseUnavailableError, type Database } from './database.ts'
import { createReplicaLag } from './replica-lag.ts'
import { readReplayedPosition, readWrittenPosition } from './replication.repository.ts'

/** Parses a WAL position like "16/B374D848"; undefined when the text is invalid. */
export const walPosition = (text: string): bigint | undefined => {
  const halves = /^([\dA-F]{1,8})\/([\dA-F]{1,8})$/i.exec(text)
  return halves ? (BigInt(`0x${halves[1]}`) << 32n) + BigInt(`0x${halves[2]}`) : undefined
}

const FARTHEST_POSITION = 'FFFFFFFF/FFFFFFFF'

/** `foreign`: the server is not a replica of our database. */
export const REPLICA_STATES = ['in_use', 'behind', 'silent', 'foreign'] as const
export type ReplicaState = (typeof REPLICA_STATES)[number]

const PERIOD_MS = 1_000
/** A slower replica would delay lists. */
const ANSWER_MS = 50
/** How long an unresponsive replica is skipped, so that not every list waits for it. */
const PAUSE_MS = 5_000
/** A caller's last write is remembered this long; a replica in use has caught up by then. */
const LONGEST_LAG_SECONDS = 10
/** Below every position. */
const NOWHERE = -1n
/** Above every statement timeout; a connection that is silent for longer is dropped. */
const HUNG_MS = 20_000

export interface ReplicaLimits {
  answerMs?: number
  pauseMs?: number
  longestLagSeconds?: number
}

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
  // A separate connection, so that long lists do not make the replica look unresponsive.
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
  let timeline: number | undefined
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

  /** Returns the replay position; undefined when the server is too slow or not a replica. */
  const ask = async (): Promise<bigint | undefined> => {
    try {
      const found = await answerInTime(readReplayedPosition(probe))
      const position = walPosition(found.position ?? '')
      isForeign = position === undefined || found.identity !== identity
      failures = 0
      if (isForeign || position === undefined) return undefined
      // After a failover, a replica may have replayed more of the old primary's log than the new primary. It then shows
      // data that no longer exists and misses newer data, and positions do not reveal it.
      const isComparable = found.timeline === timeline
      lag.noteReplayed(isComparable ? position : NOWHERE)
      return isComparable ? position : undefined
    } catch {
      distrust()
      failures += 1
      // A single failure may be a busy moment. Callers that still wait should use the primary.
      if (failures > 1)
        for (const giveUp of reads) giveUp(new DatabaseUnavailableError(new Error('The replica is gone')))
      return undefined
    }
  }

  const look = async (): Promise<void> => {
    const at = now()
    const written = await readWrittenPosition(primary)
    identity = written.identity
    timeline = written.timeline
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
      // While the primary does not answer, the estimated lag grows.
      await look().catch(() => {})
      await sleep(PERIOD_MS, undefined, { ref: false, signal: stopping.signal }).catch(() => {})
    }
  }

  return {
    start: (): void => void keepLooking(),

    state,
    lagSeconds: (): number => Math.min(lag.seconds(), lag.secondsWithout()),

    async databaseSince(lastWrite: string | undefined): Promise<Database | undefined> {
      if (state() !== 'in_use') return undefined
      if (lastWrite === undefined) return database
      const wanted = walPosition(lastWrite)
      const replayed = wanted === undefined ? undefined : await ask()
      if (wanted === undefined || replayed === undefined || replayed < wanted) return undefined
      return state() === 'in_use' ? database : undefined
    },

    distrust,

    /** Rejects if the replica disappears in the meantime, even silently. */
    unlessLost: <Result>(reading: Promise<Result>): Promise<Result> =>
      new Promise((resolve, reject) => {
        reads.add(reject)
        void reading.then(resolve, reject).finally(() => reads.delete(reject))
      }),

    /** The WAL position after a write. If the primary does not answer, a position that no replica has. */
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
