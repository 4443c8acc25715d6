import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto'
import type { Outbound } from './outbound.ts'

/** After an unknown key id, and after a failure. */
const REFETCH_MS = 60_000
const ADDRESSES_MAX = 1_000
const MAX_BYTES = 64 * 1024
const TIMEOUT_MS = 5_000
/** A key set may also hold keys for other purposes. */
export const KEYS_READ = 50

interface KnownSet<Key> {
  keys: Promise<readonly Key[]>
  loadedAt: number
  refetchedAt: number
  /** The newer keys, while they are loaded. */
  newer?: Promise<readonly Key[]> | undefined
}

const MIN_BITS = 2048
/** Larger ones are slow to check. */
const MAX_BITS = 8192
const PRIVATE_PARTS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']

/** Undefined for a weak key, an invalid one, and one with private parts. */
export const openPublicKey = (jwk: object): KeyObject | undefined => {
  if (PRIVATE_PARTS.some((part) => part in jwk)) return undefined
  try {
    const key = createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' })
    if (key.asymmetricKeyType !== 'rsa') return key
    const { modulusLength = 0, publicExponent = 0n } = key.asymmetricKeyDetails ?? {}
    return modulusLength >= MIN_BITS && modulusLength <= MAX_BITS && publicExponent >= 3n ? key : undefined
  } catch {
    return undefined
  }
}

/** The address did not answer with a key set. */
export class KeySetError extends Error {
  override name = 'KeySetError'
}

/**
 * JSON Web Key Sets at addresses that people typed.
 * @param read undefined for a key that is not used
 */
export const createKeySetCache = <Key>({
  outbound,
  clock,
  keptMs,
  read,
}: {
  outbound: Pick<Outbound, 'fetch'>
  clock: { now(): Date }
  keptMs: number
  read: (stated: unknown) => Key | undefined
}) => {
  const known = new Map<string, KnownSet<Key>>()

  const load = async (url: string): Promise<readonly Key[]> => {
    const headers = { accept: 'application/json' }
    const answer = await outbound.fetch({ url, headers, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES })
    if (answer.status !== 200 || answer.isTruncated) throw new KeySetError('The key set could not be read')
    const { keys } = JSON.parse(answer.body.toString('utf8')) as { keys?: unknown }
    if (!Array.isArray(keys)) throw new KeySetError('The key set has no keys')
    return keys.slice(0, KEYS_READ).flatMap((key: unknown) => read(key) ?? [])
  }

  const fetchSet = (url: string, refetchedAt: number): KnownSet<Key> => {
    const keys = load(url)
    keys.catch(() => {})
    const set = { keys, loadedAt: clock.now().getTime(), refetchedAt }
    known.delete(url)
    const oldest = known.keys().next()
    if (known.size >= ADDRESSES_MAX && !oldest.done) known.delete(oldest.value)
    known.set(url, set)
    return set
  }

  const currentSet = async (url: string): Promise<KnownSet<Key>> => {
    const now = clock.now().getTime()
    const set = known.get(url)
    if (!set || now - set.loadedAt >= keptMs) return fetchSet(url, -Infinity)
    const hasFailed = await set.keys.then(
      () => false,
      () => true,
    )
    return hasFailed && now - set.loadedAt >= REFETCH_MS ? fetchSet(url, -Infinity) : set
  }

  /** At most once a minute; the first load does not count. The earlier keys stay until then, and if it fails. */
  const refetch = (url: string, set: KnownSet<Key>): Promise<readonly Key[]> => {
    const now = clock.now().getTime()
    if (set.newer) return set.newer
    if (now - set.refetchedAt < REFETCH_MS) return set.keys
    set.refetchedAt = now
    set.newer = load(url).then(
      (keys) => {
        if (known.get(url) === set)
          known.set(url, { keys: Promise.resolve(keys), loadedAt: now, refetchedAt: now })
        return keys
      },
      () => {
        set.newer = undefined
        return []
      },
    )
    return set.newer
  }
  /** Another request may have refetched meanwhile. */
  const latest = (url: string, set: KnownSet<Key>) => known.get(url) ?? set

  return {
    /** An unknown id refetches. Only requests for unknown ids wait for it. */
    async find(url: string, isWanted: (key: Key) => boolean): Promise<Key | undefined> {
      const set = await currentSet(url)
      const found = (await set.keys).find(isWanted)
      return found ?? (await refetch(url, latest(url, set))).find(isWanted)
    },
    /** After a signature that the found key did not verify: it may have been replaced under its id. */
    async findAgain(url: string, isWanted: (key: Key) => boolean): Promise<Key | undefined> {
      return (await refetch(url, latest(url, await currentSet(url)))).find(isWanted)
    },
    /** The next use reads the keys. */
    forget: (url: string): void => void known.delete(url),
  }
}
export type KeySetCache<Key> = ReturnType<typeof createKeySetCache<Key>>
