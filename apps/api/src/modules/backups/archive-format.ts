import { z } from 'zod'
import { isFileName } from '../../platform/file-storage/file-name.ts'

/**
 * One tar file, encrypted by age if a passphrase is set (ADR 13). Entries: `manifest.json`,
 * `database/<table>.copy.gz.<part>`, `files/<name>`, `contents.json`, `authentication.json`. `checksums/<number>.txt`
 * covers the entries since the previous one.
 */
export const ARCHIVE_FORMAT = 2
/** Format 1 has no authentication. */
const KNOWN_FORMATS = [1, ARCHIVE_FORMAT] as const
export const MANIFEST = 'manifest.json'
export const CONTENTS = 'contents.json'
export const AUTHENTICATION = 'authentication.json'
export const FILES = 'files/'
export const isChecksums = (entry: string): boolean => /^checksums\/\d+\.txt$/.test(entry)
export const checksumsEntry = (number: number): string => `checksums/${String(number).padStart(5, '0')}.txt`
export const tableEntry = (table: string, part: number): string =>
  `database/${table}.copy.gz.${String(part).padStart(5, '0')}`
export const tableOfEntry = (entry: string): string | undefined =>
  /^database\/([a-z0-9_]+)\.copy\.gz\.\d+$/.exec(entry)?.[1]

export const isEntryName = (entry: string): boolean =>
  [MANIFEST, CONTENTS, AUTHENTICATION].includes(entry) ||
  isChecksums(entry) ||
  tableOfEntry(entry) !== undefined ||
  (entry.startsWith(FILES) && isFileName(entry.slice(FILES.length)))

const identifier = z.string().regex(/^[a-z][a-z0-9_]*$/)

export const copiedTableSchema = z.object({ name: identifier, columns: z.array(identifier).min(1) })
export type CopiedTable = z.output<typeof copiedTableSchema>

/** Known at the start of a backup. */
export const manifestSchema = z.object({
  format: z.literal(KNOWN_FORMATS),
  id: z.string().regex(/^[0-9a-f]{32}$/),
  startedAt: z.iso.datetime(),
  postgresVersion: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string().nullable() })).min(1),
  tables: z.array(copiedTableSchema),
  /** The end of the activity log's seal chain. Absent in older backups. */
  activityHead: z
    .object({
      seals: z.number().int(),
      lastEntryId: z.number().int(),
      hash: z.string().regex(/^[0-9a-f]{64}$/),
    })
    .optional(),
  /** Identifies the key that protects second factors and the log. */
  keyFingerprint: z.string(),
  /** Base64, only in encrypted archives. */
  key: z.string().optional(),
})
export type Manifest = z.output<typeof manifestSchema>

export const contentsSchema = z.object({
  endedAt: z.iso.datetime(),
  rows: z.record(identifier, z.number()),
  sequences: z.array(z.object({ name: identifier, lastValue: z.number().int() })),
  files: z.object({ count: z.number(), bytes: z.number() }),
  /** Files that were damaged or missing before the backup. */
  fileProblems: z.array(z.object({ name: z.string(), problem: z.enum(['missing', 'damaged']) })),
})
export type Contents = z.output<typeof contentsSchema>

/**
 * HMAC-SHA256 with the installation's signing key over the text of all `checksums/*.txt`, which cover the whole
 * archive.
 */
export const authenticationSchema = z.object({
  algorithm: z.literal('HMAC-SHA256'),
  hmac: z.string().regex(/^[0-9a-f]{64}$/),
})

/** The prefix separates this text from other uses of the key. */
export const signedText = (checksumsSha256: string): Buffer =>
  Buffer.from(`zelab backup archive\n${checksumsSha256}`)

export const totalRows = (contents: Contents): number =>
  Object.values(contents.rows).reduce((sum, rows) => sum + rows, 0)

export class DamagedArchiveError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'DamagedArchiveError'
  }
}
