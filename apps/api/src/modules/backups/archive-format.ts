import { z } from 'zod'
import { isFileName } from '../../platform/file-storage/file-name.ts'

/**
 * A backup is one tar file, encrypted by age where a passphrase is set (ADR 13). Entry order:
 * `manifest.json`, `database/<table>.copy.gz.<part>`, `files/<name>`, `contents.json`, `authentication.json`;
 * `checksums/<number>.txt` entries cover the entries since the previous one.
 */
export const ARCHIVE_FORMAT = 2
/** Archives of format 1 are not authenticated. */
const KNOWN_FORMATS = [1, ARCHIVE_FORMAT] as const
export const MANIFEST = 'manifest.json'
export const CONTENTS = 'contents.json'
export const AUTHENTICATION = 'authentication.json'
export const FILES = 'files/'
export const isChecksums = (entry: string): boolean => /^checksums\/\d+\.txt$/.test(entry)
export const checksumsEntry = (number: number): string => `checksums/${String(number).padStart(5, '0')}.txt`
export const tableEntry = (table: string, part: number): string =>
  `database/${table}.copy.gz.${String(part).padStart(5, '0')}`
/** The table of an entry that is a table part. */
export const tableOfEntry = (entry: string): string | undefined =>
  /^database\/([a-z0-9_]+)\.copy\.gz\.\d+$/.exec(entry)?.[1]

/** Whether an archive may contain this entry name; other entries are rejected. */
export const isEntryName = (entry: string): boolean =>
  [MANIFEST, CONTENTS, AUTHENTICATION].includes(entry) ||
  isChecksums(entry) ||
  tableOfEntry(entry) !== undefined ||
  (entry.startsWith(FILES) && isFileName(entry.slice(FILES.length)))

const identifier = z.string().regex(/^[a-z][a-z0-9_]*$/)

/** A table and the columns of its rows, in PostgreSQL's text format for COPY. */
export const copiedTableSchema = z.object({ name: identifier, columns: z.array(identifier).min(1) })
export type CopiedTable = z.output<typeof copiedTableSchema>

/** Known when a backup starts. */
export const manifestSchema = z.object({
  format: z.literal(KNOWN_FORMATS),
  /** A random id of this backup. */
  id: z.string().regex(/^[0-9a-f]{32}$/),
  startedAt: z.iso.datetime(),
  postgresVersion: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string().nullable() })).min(1),
  tables: z.array(copiedTableSchema),
  /** The end of the activity log's seal chain; absent in older backups. */
  activityHead: z
    .object({
      seals: z.number().int(),
      lastEntryId: z.number().int(),
      hash: z.string().regex(/^[0-9a-f]{64}$/),
    })
    .optional(),
  /** Shows whether an installation has the key that protects this one's second factors and log. */
  keyFingerprint: z.string(),
  /** The key itself, in base64; only inside encryption. */
  key: z.string().optional(),
})
export type Manifest = z.output<typeof manifestSchema>

/** Known when a backup ends. */
export const contentsSchema = z.object({
  endedAt: z.iso.datetime(),
  rows: z.record(identifier, z.number()),
  sequences: z.array(z.object({ name: identifier, lastValue: z.number().int() })),
  files: z.object({ count: z.number(), bytes: z.number() }),
  /** Files that were damaged or missing already when the backup was made. */
  fileProblems: z.array(z.object({ name: z.string(), problem: z.enum(['missing', 'damaged']) })),
})
export type Contents = z.output<typeof contentsSchema>

/**
 * HMAC-SHA256 with the installation's signing key over the text of all `checksums/*.txt`, which cover the
 * whole archive.
 */
export const authenticationSchema = z.object({
  algorithm: z.literal('HMAC-SHA256'),
  hmac: z.string().regex(/^[0-9a-f]{64}$/),
})

/** The signed text; the prefix separates it from other uses of the same key. */
export const signedText = (checksumsSha256: string): Buffer =>
  Buffer.from(`zelab backup archive\n${checksumsSha256}`)

export const totalRows = (contents: Contents): number =>
  Object.values(contents.rows).reduce((sum, rows) => sum + rows, 0)

/** The archive was modified or is not a backup; the message says which. */
export class DamagedArchiveError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'DamagedArchiveError'
  }
}
