import { isUtf8 } from 'node:buffer'
import { crc32 } from 'node:zlib'
import { INBOX_DROP_FILES } from '@zelab/contract'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { AppError } from '../../../core/app-error.ts'
import { displayName } from '../../../core/file-part.ts'
import { decodeLegacy, detectLegacyEncoding, type LegacyEncoding } from '../../../core/legacy-encoding.ts'
import { StorageUnavailableError } from '../../../platform/file-storage/file-storage.ts'
import { refusedFile } from '../../inspection/upload-checks.ts'

const ENTRIES_MAX = 2_000
const INFLATED_MAX = 2 * 1024 ** 3
const LOCAL_HEADER_BYTES = 30
/** Total of the names and extra fields, which are in memory together. */
const HEADERS_MAX = 8 * 1024 ** 2

/** Folders, macOS metadata and hidden files. */
const SKIPPED = /\/$|^__MACOSX\/|(^|\/)(\.[^/]*|~\$[^/]*|thumbs\.db|desktop\.ini)$/i

export const isArchive = (fileName: string): boolean => /\.zip$/i.test(fileName)

const damaged = (): AppError => refusedFile('UNSUPPORTED_MEDIA', 'ZIP_DAMAGED')

/** Disk errors are not the archive's fault. */
const readFailure = (error: unknown): Error =>
  (error as NodeJS.ErrnoException).syscall === undefined ? damaged() : new StorageUnavailableError(error)

export interface ArchivedFile {
  fileName: string
  content: () => AsyncGenerator<Buffer>
}

/** Western and Arabic code pages of Windows and DOS, which programs use without declaring them. */
const CODE_PAGES = ['CP437', 'CP850', 'Windows-1256', 'CP720', 'CP864', 'Windows-1252'] as const
const NAME_BYTES = 300
const WORDS_MAX = 2_000

const isDeclared = ({ generalPurposeBitFlag, extraFields }: Entry) =>
  (generalPurposeBitFlag & 0x800) !== 0 || extraFields.some(({ id }) => id === 0x70_75)

/** Many programs write UTF-8 without declaring it. Text in a code page is almost never valid UTF-8. */
const isInCodePage = (entry: Entry) => !isDeclared(entry) && !isUtf8(entry.fileNameRaw)

/** Chosen by all names that are neither declared nor valid UTF-8. */
const codePageOf = (entries: Entry[]) => {
  const words = new Set<string>()
  for (const { fileNameRaw } of entries.filter(isInCodePage)) {
    if (words.size > WORDS_MAX) break
    const text = fileNameRaw.toString('latin1', Math.max(0, fileNameRaw.length - NAME_BYTES))
    for (const [word] of text.matchAll(/[A-Za-z\u0080-\u00ff]+/g))
      if (/[\u0080-\u00ff]/.test(word)) words.add(word)
  }
  return detectLegacyEncoding(
    [...words].map((word) => Buffer.from(word, 'latin1')),
    CODE_PAGES,
  ).encoding
}

const nameOf = (entry: Entry, codePage: LegacyEncoding): string => {
  const { fileNameRaw: raw, generalPurposeBitFlag: flags, extraFields: extras } = entry
  if (isDeclared(entry)) return yauzl.getFileNameLowLevel(flags, raw, extras, false)
  const name = isInCodePage(entry) ? decodeLegacy(raw, codePage) : raw.toString('utf8')
  return name.replaceAll('\\', '/')
}

/** Overlapping entries let a small archive inflate to any size. */
const hasOverlap = (entries: Entry[]): boolean => {
  const ranges = entries
    .map(({ relativeOffsetOfLocalHeader: start, fileNameRaw, compressedSize }) => ({
      start,
      end: start + LOCAL_HEADER_BYTES + fileNameRaw.length + compressedSize,
    }))
    .toSorted((one, other) => one.start - other.start)
  return ranges.some(({ start }, index) => start < (ranges[index - 1]?.end ?? 0))
}

const readEntries = async (zip: ZipFile): Promise<{ entry: Entry; name: string }[]> => {
  const entries: Entry[] = []
  let headers = 0
  for await (const entry of zip.eachEntry()) {
    headers += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength
    if (entries.length >= ENTRIES_MAX || headers > HEADERS_MAX)
      throw refusedFile('TOO_LARGE', 'ZIP_TOO_MANY_FILES')
    entries.push(entry)
  }
  const codePage = codePageOf(entries)
  const files = entries
    .map((entry) => ({ entry, name: nameOf(entry, codePage) }))
    .filter(({ name }) => !SKIPPED.test(name))
  if (files.length > INBOX_DROP_FILES) throw refusedFile('TOO_LARGE', 'ZIP_TOO_MANY_FILES')
  if (files.length === 0) throw refusedFile('INVALID', 'ZIP_EMPTY')
  if (files.some(({ entry }) => entry.isEncrypted())) throw refusedFile('UNSUPPORTED_MEDIA', 'ZIP_ENCRYPTED')
  if (hasOverlap(files.map(({ entry }) => entry))) throw damaged()
  return files
}

async function* inflate(
  zip: ZipFile,
  entry: Entry,
  inflated: { bytes: number },
  signal: AbortSignal | undefined,
): AsyncGenerator<Buffer> {
  const tooLarge = () => refusedFile('TOO_LARGE', 'ZIP_TOO_LARGE')
  if (inflated.bytes > INFLATED_MAX) throw tooLarge()
  let sum = 0
  try {
    const stream = await zip.openReadStreamPromise(entry)
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        signal?.throwIfAborted()
        // Counted here, because the sizes in the archive may be wrong.
        inflated.bytes += chunk.length
        if (inflated.bytes > INFLATED_MAX) throw tooLarge()
        sum = crc32(chunk, sum)
        yield chunk
      }
    } finally {
      stream.destroy()
    }
  } catch (error) {
    if (inflated.bytes > INFLATED_MAX || signal?.aborted) throw error
    throw readFailure(error)
  }
  if (sum !== entry.crc32) throw damaged()
}

/** Reads by random access: only one chunk of one entry is in memory at a time. */
export const withArchive = async <Result>(
  path: string,
  work: (files: ArchivedFile[]) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> => {
  // Decoded here: the library rejects names that leave the folder, but folders are ignored anyway.
  const options = { lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: true }
  const zip = await yauzl.openPromise(path, options).catch((error: unknown) => {
    throw readFailure(error)
  })
  try {
    const entries = await readEntries(zip).catch((error: unknown) => {
      throw error instanceof AppError ? error : readFailure(error)
    })
    const inflated = { bytes: 0 }
    return await work(
      entries.map(({ entry, name }) => ({
        fileName: displayName(name),
        content: () => inflate(zip, entry, inflated, signal),
      })),
    )
  } finally {
    zip.close()
  }
}
