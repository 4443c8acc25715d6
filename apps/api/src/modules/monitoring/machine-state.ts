import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../core/context.ts'
import { freeBytesOf } from '../../platform/disk-space.ts'
import { openSealKey } from '../../platform/pdf-seal/open-seal-key.ts'

export interface Sample {
  labels: Record<string, string>
  value: number
}

const DISK_MS = 500
const SEALS_KEPT_MS = 3_600_000
const MOST_SEALS = 1_000
/** No lab has this id, so it stands for the common key. */
const COMMON = 'none'

/** An unavailable network drive may never answer: it must not occupy more than one thread. */
const createDiskReader = (read: () => Promise<number>) => {
  let pending: Promise<number | undefined> | undefined
  return (): Promise<number | undefined> => {
    pending ??= read()
      .catch(() => undefined)
      .finally(() => {
        pending = undefined
      })
    return Promise.race([pending, sleep(DISK_MS, undefined, { ref: false })])
  }
}

/** Free space by disk. A disk that cannot be read is left out. */
export const createDiskState = ({
  storage,
  diskFolders = {},
}: {
  storage: { freeBytes: () => Promise<number> }
  diskFolders?: Record<string, string> | undefined
}) => {
  const readers = Object.entries({
    uploads: () => storage.freeBytes(),
    ...Object.fromEntries(
      Object.entries(diskFolders).map(([disk, folder]) => [disk, () => freeBytesOf(folder)]),
    ),
  }).map(([disk, read]) => ({ disk, read: createDiskReader(read) }))
  return async (): Promise<Sample[]> => {
    const free = await Promise.all(
      readers.map(async ({ disk, read }) => ({ labels: { disk }, value: await read() })),
    )
    return free.flatMap(({ labels, value }) => (value === undefined ? [] : [{ labels, value }]))
  }
}

const secondsOf = (moment: Date) => moment.getTime() / 1000

/** Ends of certificates in Unix seconds; of the seals, that of the first one to expire. */
export const createCertificateState = ({
  seal,
  hl7CertFile,
  hl7Out,
  clock,
}: Pick<Context, 'seal' | 'hl7Out' | 'clock'> & { hl7CertFile?: string | undefined }) => {
  const endOf = (certificate: string, pem: string | Buffer | undefined): Sample[] =>
    pem === undefined
      ? []
      : [{ labels: { certificate }, value: secondsOf(new Date(new X509Certificate(pem).validTo)) }]
  // The service uses these files as they were at its start.
  const fixed = [
    ...endOf('hl7-in', hl7CertFile === undefined ? undefined : readFileSync(hl7CertFile)),
    ...endOf('hl7-out', hl7Out?.cert),
  ]

  const readSeals = async (): Promise<Sample[]> => {
    if (!seal) return []
    const names = await readdir(seal.keys.ownersFolder).catch(() => [])
    const owners = names
      .filter((name) => /^\d+\.p12$/.test(name))
      .map((name) => name.slice(0, -'.p12'.length))
    const ends: number[] = []
    for (const owner of [COMMON, ...owners.slice(0, MOST_SEALS)]) {
      const opened = await openSealKey(seal.keys, owner, clock.now())
      const key = opened && 'key' in opened ? opened.key : opened?.description
      if (key) ends.push(secondsOf(key.validTo))
    }
    return ends.length > 0 ? [{ labels: { certificate: 'seal' }, value: Math.min(...ends) }] : []
  }
  let seals: Sample[] = []
  let readAt = -Infinity
  return (): Sample[] => {
    const now = clock.now().getTime()
    if (now - readAt > SEALS_KEPT_MS) {
      readAt = now
      // Not awaited: the keys of many labs take longer than a scrape.
      void readSeals().then(
        (found) => {
          seals = found
        },
        () => {
          seals = []
        },
      )
    }
    return [...fixed, ...seals]
  }
}
