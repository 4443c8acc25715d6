import { constants } from 'node:fs'
import { lstat, open, rename, unlink } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { displayName } from '../../../core/file-part.ts'
import { makeFolder, type Claim } from './claims.ts'
import { errorCode, joinPath, nameWith } from './folder-paths.ts'

const FAILED = 'failed'
const NAMES_TRIED = 1_000

/** Why a file was not taken. */
export interface Refusal {
  code: string
  message: string
}

const SAVE_AS_PDF = 'Save it as a PDF, JPEG or PNG file, and put that file into the folder.'
const EXPORT_AGAIN = 'Export or scan it again, and put the new file into the folder.'

const WHAT_TO_DO: Record<string, string> = {
  FILE_TYPE_NOT_ALLOWED: SAVE_AS_PDF,
  FILE_CONTENT_MISMATCH: SAVE_AS_PDF,
  FILE_TOO_LARGE: 'Scan it with a lower resolution, or split it, and put the smaller files into the folder.',
  PDF_TOO_LONG: 'Split it, and put the parts into the folder.',
  IMAGE_TOO_LARGE: 'Scan it with a lower resolution, and put the new file into the folder.',
  PDF_ENCRYPTED: 'Save it without a password, and put the new file into the folder.',
  PDF_WITH_ACTIVE_CONTENT: 'Print it to a new PDF file, and put that file into the folder.',
  VIRUS_FOUND: 'Do not open this file. Tell your IT administrator.',
  FILE_NOT_PROCESSED: 'Tell your IT administrator. The log of the service has the details.',
}

export const NOT_A_FILE: Refusal = { code: 'NOT_A_FILE', message: 'This is a link or a folder, not a file.' }
export const NOT_PROCESSED: Refusal = {
  code: 'FILE_NOT_PROCESSED',
  message: 'This file could not be processed, although it was tried several times.',
}

/** For a person who opens it in any editor, so with the line ends of Windows. */
const explanationOf = (name: Buffer, { code, message }: Refusal, at: Date) =>
  [
    'This file was not added to the inbox of the laboratory.',
    '',
    `File: ${displayName(name.toString('utf8'))}`,
    `Problem: ${message}`,
    `What to do: ${WHAT_TO_DO[code] ?? EXPORT_AGAIN}`,
    '',
    `Moved here on ${at.toISOString().slice(0, 16).replace('T', ' at ')} UTC. You can delete both files.`,
    '',
  ].join('\r\n')

const isTaken = (file: Buffer) =>
  lstat(file).then(
    () => true,
    (error: unknown) => {
      if (errorCode(error) === 'ENOENT') return false
      throw error
    },
  )

/** Creates a file that did not exist, and nothing else. */
const writeNew = async (file: Buffer, text: string) => {
  const { O_WRONLY, O_CREAT, O_EXCL } = constants
  const handle = await open(file, O_WRONLY | O_CREAT | O_EXCL, 0o660)
  try {
    await handle.writeFile(text)
  } finally {
    await handle.close()
  }
}

/**
 * Moves a refused file to `failed/`, with a text beside it. The text is created first, which reserves the name: no other
 * process uses it, and nothing is overwritten.
 */
export const moveToFailed = async (claim: Claim, refusal: Refusal): Promise<void> => {
  const failed = joinPath(claim.folder, FAILED)
  await makeFolder(failed)
  const text = explanationOf(claim.name, refusal, new Date())
  for (let number = 1; number <= NAMES_TRIED; number++) {
    const mark = number === NAMES_TRIED ? ` (${randomUUID()})` : number === 1 ? '' : ` (${number})`
    const target = joinPath(failed, nameWith(claim.name, mark))
    const beside = joinPath(failed, nameWith(nameWith(claim.name, mark), '', '.txt'))
    if (await isTaken(target)) continue
    try {
      await writeNew(beside, text)
    } catch (error) {
      if (errorCode(error) === 'EEXIST') continue
      throw error
    }
    try {
      await rename(claim.path, target)
    } catch (error) {
      await unlink(beside).catch(() => {})
      if (errorCode(error) !== 'ENOENT') throw error
    }
    return
  }
}
