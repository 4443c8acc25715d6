import { constants } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { displayName } from '../../../core/file-part.ts'
import type { Claim } from './claims.ts'
import { errorCode, nameWith } from './folder-paths.ts'
import { inFolder, moveFile, placeIn, unlessMissing, type OpenedFolder } from './opened-folder.ts'

const FAILED = 'failed'
const NAMES_TRIED = 1_000

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
  PDF_ENCRYPTION_UNSUPPORTED: 'Save it without protection, and put the new file into the folder.',
  PDF_WITH_ATTACHMENTS:
    'Save it without the attached files. Put attached reports into the folder as separate files.',
  PDF_WITH_ACTIVE_CONTENT: 'Print it to a new PDF file, and put that file into the folder.',
  VIRUS_FOUND: 'Do not open this file. Tell your IT administrator.',
  FILE_NOT_PROCESSED: 'Tell your IT administrator. The log of the service has the details.',
}

export const NOT_A_FILE: Refusal = { code: 'NOT_A_FILE', message: 'This is a link or a folder, not a file.' }
export const EMPTY_FILE: Refusal = {
  code: 'FILE_EMPTY',
  message: 'This file is empty: the program that created it has written nothing into it for a long time.',
}
export const NOT_PROCESSED: Refusal = {
  code: 'FILE_NOT_PROCESSED',
  message: 'This file could not be processed, although it was tried several times.',
}

/** Uses Windows line endings, because users open the text in any editor. */
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

const writeNew = async (folder: OpenedFolder, name: Buffer, text: string) => {
  const { O_WRONLY, O_CREAT, O_EXCL } = constants
  const handle = await folder.open(name, O_WRONLY | O_CREAT | O_EXCL, 0o660)
  try {
    await handle.writeFile(text)
  } finally {
    await handle.close()
  }
}

/** Reserves a name by creating the explanation file, so that no process overwrites it. */
const reserveName = async (failed: OpenedFolder, name: Buffer, text: string) => {
  for (let number = 1; number <= NAMES_TRIED; number++) {
    const mark = number === NAMES_TRIED ? ` (${randomUUID()})` : number === 1 ? '' : ` (${number})`
    const target = nameWith(name, mark)
    const beside = nameWith(target, '', '.txt')
    if (await failed.status(target)) continue
    try {
      await writeNew(failed, beside, text)
      return { target, beside }
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error
    }
  }
  return undefined
}

/** Moves a refused file to `failed/`, next to a text that explains why. Links and directories are not moved. */
export const moveToFailed = async (claim: Claim, refusal: Refusal): Promise<void> => {
  const failed = placeIn(claim.folder, FAILED)
  await inFolder(claim.folder, (folder) => folder.makeFolder(FAILED))
  const text = explanationOf(claim.name, refusal, new Date())
  const names = await inFolder(failed, (folder) => reserveName(folder, claim.name, text))
  if (!names) return
  const removeText = () => inFolder(failed, (folder) => folder.removeFile(names.beside)).catch(() => {})
  try {
    if (!(await moveFile(claim, { place: failed, name: names.target }))) await removeText()
  } catch (error) {
    await removeText()
    unlessMissing(error)
  }
}
