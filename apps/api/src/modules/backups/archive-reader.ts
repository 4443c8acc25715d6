import { createHash, timingSafeEqual } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { extract } from 'tar-stream'
import type { z } from 'zod'
import { decrypted, ENCRYPTED_BEGINNING } from './archive-encryption.ts'
import {
  ARCHIVE_FORMAT,
  AUTHENTICATION,
  authenticationSchema,
  CONTENTS,
  contentsSchema,
  DamagedArchiveError,
  FILES,
  isChecksums,
  isEntryName,
  MANIFEST,
  manifestSchema,
  signedText,
  tableOfEntry,
  type Contents,
  type Manifest,
} from './archive-format.ts'
import type { Encryption } from '../../platform/encryption.ts'
import { readBytes } from './small-files.ts'

export interface ArchiveEntry {
  name: string
  size: number
  content: AsyncIterable<Buffer>
}

const isEncrypted = async (file: string): Promise<boolean> => {
  const handle = await open(file, 'r')
  try {
    const beginning = Buffer.alloc(ENCRYPTED_BEGINNING.length)
    await handle.read(beginning, 0, beginning.length, 0)
    return beginning.equals(ENCRYPTED_BEGINNING)
  } finally {
    await handle.close()
  }
}

const openPlain = async (file: string, passphrase: string | undefined, onRaw: (chunk: Buffer) => void) => {
  const isSealed = await isEncrypted(file)
  if (isSealed && passphrase === undefined)
    throw new DamagedArchiveError(
      'This backup is encrypted: set BACKUP_PASSPHRASE to the one it was made with.',
    )
  async function* raw() {
    for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 })) {
      onRaw(chunk as Buffer)
      yield chunk as Buffer
    }
  }
  return isSealed && passphrase !== undefined ? decrypted(Readable.from(raw()), passphrase) : raw()
}

const NO_BACKUP = 'This file is not a backup of this product, or its beginning is damaged.'
const UNREADABLE = 'The backup is damaged: a part of it cannot be read.'

/** Format of sha256sum: hash, two spaces, name. */
const CHECKSUM_LINE = /^([0-9a-f]{64}) {2}(.+)$/

/** Limit for manifest, contents and checksums. */
const IN_MEMORY_BYTES = 64 * 1024 * 1024

export interface ArchiveSeal {
  checksumsSha256: string
  hmac: string | undefined
}

interface ReadOptions {
  onRaw?: (chunk: Buffer) => void
  onEnd?: (seal: ArchiveSeal) => void
}

const createEntryCheck = () => {
  const seen = new Set<string>()
  const refuse = (name: string, why: string): never => {
    throw new DamagedArchiveError(
      `The backup is damaged or was tampered with: its entry ${JSON.stringify(name.slice(0, 100))} ${why}.`,
    )
  }
  return ({ name, type, size = 0 }: { name: string; type?: string | null; size?: number }) => {
    if (seen.size === 0 && name !== MANIFEST) throw new DamagedArchiveError(NO_BACKUP)
    if (!isEntryName(name) || type !== 'file') refuse(name, 'is none of a backup')
    if (seen.has(AUTHENTICATION)) refuse(name, 'comes after the end')
    if (name.startsWith(FILES)) return
    if (tableOfEntry(name) === undefined && size > IN_MEMORY_BYTES) refuse(name, 'is too large')
    if (seen.has(name)) refuse(name, 'comes twice')
    seen.add(name)
  }
}

/**
 * Verifies checksums and authentication while reading. Throws `DamagedArchiveError` if one is wrong or missing. Skips
 * unread content.
 */
export async function* readArchive(
  file: string,
  passphrase: string | undefined,
  { onRaw = () => {}, onEnd = () => {} }: ReadOptions = {},
): AsyncGenerator<ArchiveEntry, void> {
  const tar = extract()
  let failure: unknown
  const input = pipeline(
    await openPlain(file, passphrase, onRaw),
    // tar-stream's streams have other types, and work in a pipeline.
    tar as unknown as NodeJS.WritableStream,
  ).catch((error: unknown) => {
    failure = error
  })
  const unchecked = new Map<string, string>()
  let isBackup = false
  const allChecksums = createHash('sha256')
  const checkEntry = createEntryCheck()
  let hmac: string | undefined
  let isComplete = false
  try {
    for await (const entry of tar) {
      checkEntry(entry.header)
      isBackup = true
      const { name, size = 0 } = entry.header
      const isMetadata = isChecksums(name) || name === AUTHENTICATION
      const hash = createHash('sha256')
      const text: Buffer[] = []
      async function* content() {
        try {
          for await (const chunk of entry as AsyncIterable<Buffer>) {
            hash.update(chunk)
            if (isMetadata) text.push(chunk)
            yield chunk
          }
        } catch (error) {
          throw asRefusal(error, UNREADABLE)
        }
      }
      const chunks = content()
      if (!isMetadata) yield { name, size, content: chunks }
      for await (const chunk of chunks) void chunk
      if (isChecksums(name)) {
        allChecksums.update(Buffer.concat(text))
        compareChecksums(Buffer.concat(text).toString(), unchecked)
      } else if (name === AUTHENTICATION) hmac = parse(authenticationSchema, Buffer.concat(text)).hmac
      else {
        if (unchecked.has(name)) throw new DamagedArchiveError(`The backup is damaged: ${name} comes twice.`)
        unchecked.set(name, hash.digest('hex'))
      }
      isComplete ||= name === CONTENTS
    }
    await input
  } catch (error) {
    if (error instanceof DamagedArchiveError) throw error
    failure ??= error
  } finally {
    tar.destroy()
  }
  if (failure) throw asRefusal(failure, isBackup ? UNREADABLE : NO_BACKUP)
  if (!isComplete || unchecked.size > 0)
    throw new DamagedArchiveError('The backup ends too early: a part of it is missing.')
  onEnd({ checksumsSha256: allChecksums.digest('hex'), hmac })
}

/** Messages of libraries say nothing to an operator; an error of the disk does. */
const asRefusal = (error: unknown, message: string): unknown => {
  const isOfSystem = typeof (error as NodeJS.ErrnoException).errno === 'number'
  return isOfSystem || error instanceof DamagedArchiveError ? error : new DamagedArchiveError(message)
}

const compareChecksums = (text: string, unchecked: Map<string, string>) => {
  for (const line of text.split('\n').filter(Boolean)) {
    const [, expected, name] = CHECKSUM_LINE.exec(line) ?? []
    const found = unchecked.get(name ?? '')
    if (found === undefined || found !== expected)
      throw new DamagedArchiveError(
        `The backup is damaged: ${name ?? 'a checksum'} is not as it was written.`,
      )
    unchecked.delete(name ?? '')
  }
  const [forgotten] = unchecked.keys()
  if (forgotten !== undefined)
    throw new DamagedArchiveError(`The backup is damaged: ${forgotten} was put in afterwards.`)
}

const parse = <Schema extends z.ZodType>(schema: Schema, text: Buffer): z.output<Schema> => {
  try {
    return schema.parse(JSON.parse(text.toString()))
  } catch {
    throw new DamagedArchiveError(
      'The backup is damaged, or was made by a newer version: it does not say what is in it.',
    )
  }
}

const readManifest = async (entry: ArchiveEntry | undefined): Promise<Manifest> => {
  if (entry?.name !== MANIFEST) throw new DamagedArchiveError(NO_BACKUP)
  return parse(manifestSchema, await readBytes(entry.content))
}

export interface CheckedArchive {
  manifest: Manifest
  contents: Contents
  sizeBytes: number
  sha256: string
  isEncrypted: boolean
  seal: ArchiveSeal
}

/** Only from an encrypted archive, because anyone can write a key into an unencrypted one. */
export const keyInside = ({ manifest, isEncrypted: isSealed }: CheckedArchive): Buffer | undefined =>
  isSealed && manifest.key !== undefined ? Buffer.from(manifest.key, 'base64') : undefined

/** True if the installation with this key made the archive and nothing was modified. */
export const isAuthentic = ({ seal }: CheckedArchive, encryption: Encryption): boolean =>
  seal.hmac !== undefined &&
  timingSafeEqual(Buffer.from(seal.hmac, 'hex'), encryption.sign(signedText(seal.checksumsSha256)))

/** Compares the archive with its checksum file, if there is one. */
export const checkArchive = async (
  file: string,
  passphrase: string | undefined,
  onProgress: (bytes: number) => void = () => {},
): Promise<CheckedArchive> => {
  const whole = createHash('sha256')
  let sizeBytes = 0
  const onRaw = (chunk: Buffer) => {
    whole.update(chunk)
    sizeBytes += chunk.length
    onProgress(sizeBytes)
  }
  let manifest: Manifest | undefined
  let contents: Contents | undefined
  let files = 0
  let seal: ArchiveSeal | undefined
  const onEnd = (found: ArchiveSeal) => {
    seal = found
  }
  for await (const entry of readArchive(file, passphrase, { onRaw, onEnd })) {
    if (entry.name.startsWith(FILES)) files += 1
    manifest ??= await readManifest(entry)
    if (entry.name === CONTENTS) contents = parse(contentsSchema, await readBytes(entry.content))
  }
  if (!manifest || !contents || !seal) throw new DamagedArchiveError(NO_BACKUP)
  if (manifest.format === ARCHIVE_FORMAT && seal.hmac === undefined)
    throw new DamagedArchiveError('The backup ends too early: its authentication is missing.')
  if (files !== contents.files.count)
    throw new DamagedArchiveError(
      `The backup is damaged: it has ${files} report files instead of ${contents.files.count}.`,
    )
  const sha256 = whole.digest('hex')
  const beside = await readFile(`${file}.sha256`, 'utf8').catch(() => undefined)
  if (beside !== undefined && !beside.startsWith(sha256))
    throw new DamagedArchiveError(`The backup is damaged: ${basename(file)}.sha256 says another checksum.`)
  return { manifest, contents, sizeBytes, sha256, isEncrypted: await isEncrypted(file), seal }
}
