import { findIdentityHints } from './identity-hints.ts'
import type { FileProblem, InspectionResult } from './inspection.ts'
import { findActiveName, findActiveObject } from './pdf-active-content.ts'
import { openReadablePdf, type ReadablePdf } from './pdf-core.ts'
import { countPages } from './pdf-page-count.ts'
import { MAX_PIECES, segmentsOf } from './page-text.ts'
import { contains, isTwoKinds } from './second-kind.ts'

/** A report names its patient at the beginning. */
const PAGES_READ = 10
const LONGEST_TEXT = 50_000
const TEXT_KEPT = 2_000

const UNKNOWN_ENCRYPTION = new Set(['unknown encryption method', 'unsupported encryption algorithm'])

const problemOf = (error: unknown): FileProblem => {
  if (!(error instanceof Error)) return 'PDF_DAMAGED'
  if (error.name === 'PasswordException') return 'PDF_ENCRYPTED'
  return UNKNOWN_ENCRYPTION.has(error.message) ? 'PDF_ENCRYPTION_UNSUPPORTED' : 'PDF_DAMAGED'
}

/** A linearized file declares its length. A shorter file is truncated. */
const isCutOff = (file: Buffer) => {
  const length = /\/Linearized\b[^>]{0,200}\/L\s+(\d+)/.exec(file.toString('latin1', 0, 1024))?.[1]
  return length !== undefined && Number(length) > file.length
}

const END_MARK = '%%EOF'
/** Some programs omit the end mark. The offset before it shows that nothing else is missing. */
const END_WITHOUT_MARK = /\bstartxref\s+\d+\s*$/
const END_LENGTH = 64
const OBJECT = /\b\d{1,10}\s{1,10}\d{1,5}\s{1,10}obj\b/

const endOf = (file: Buffer): { end: number; isComplete: boolean; hasMark: boolean } => {
  const at = file.lastIndexOf(END_MARK, undefined, 'latin1')
  const hasEnd = END_WITHOUT_MARK.test(file.toString('latin1', Math.max(0, file.length - END_LENGTH)))
  if (at === -1) return { end: file.length, isComplete: hasEnd, hasMark: false }
  const end = at + END_MARK.length
  // Objects after the last mark belong to a truncated update. Viewers would show the previous version.
  const isComplete = !isCutOff(file) && (hasEnd || !contains(file.subarray(end), OBJECT))
  return { end, isComplete, hasMark: true }
}

interface ReadText {
  segments: string[]
  isWhole: boolean
}

const readFirstPages = async (pdf: ReadablePdf): Promise<ReadText> => {
  const segments: string[] = []
  let length = 0
  let isWhole = pdf.numPages <= PAGES_READ
  for (let number = 1; number <= Math.min(PAGES_READ, pdf.numPages); number++) {
    const items = await pdf.readText(await pdf.findPage(number))
    const ofPage = segmentsOf(items)
    // A page without text is a picture. A page with too many pieces is read in part.
    if (ofPage.length === 0 || items.length > MAX_PIECES) isWhole = false
    for (const segment of ofPage) {
      length += segment.length
      if (length > LONGEST_TEXT) return { segments, isWhole: false }
      segments.push(segment)
    }
  }
  return { segments, isWhole }
}

const beginningOf = (segments: readonly string[]): string => {
  let text = ''
  for (const segment of segments) {
    if (text.length >= TEXT_KEPT) break
    text += text === '' ? segment : `\n${segment}`
  }
  return text.slice(0, TEXT_KEPT).replace(/[\uD800-\uDBFF]$/, '')
}

const inspectOpened = async (pdf: ReadablePdf, maxPages: number): Promise<InspectionResult> => {
  const { numPages } = pdf
  const pageCount = countPages(pdf, maxPages)
  if (Math.max(numPages, pageCount) > maxPages) return { problem: 'PDF_TOO_LONG' }
  // Pages above the declared count would be missing in this viewer and visible in others.
  if (pageCount === 0 || pageCount > numPages) return { problem: 'PDF_DAMAGED' }
  const active = findActiveObject(pdf)
  if (active) return { problem: active }
  for (let number = 1; number <= numPages; number++) await pdf.findPage(number)
  // A page without readable text may still be displayed, but yields no identity hints.
  const read = await readFirstPages(pdf).catch(() => undefined)
  return {
    hints: read ? findIdentityHints(read.segments) : null,
    pageCount,
    text: read ? beginningOf(read.segments) : '',
    isReadWhole: read?.isWhole ?? false,
  }
}

export const inspectPdf = async (content: Uint8Array, maxPages: number): Promise<InspectionResult> => {
  const file = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  const { end, isComplete, hasMark } = endOf(file)
  if (await isTwoKinds(file, 'pdf', end)) return { problem: 'FILE_AMBIGUOUS' }
  if (!isComplete) return { problem: 'PDF_DAMAGED' }
  const active = findActiveName(file)
  if (active) return { problem: active }
  let pdf: ReadablePdf | undefined
  try {
    pdf = await openReadablePdf(content, { isRepaired: hasMark })
    return await inspectOpened(pdf, maxPages)
  } catch (error) {
    return { problem: problemOf(error) }
  } finally {
    await pdf?.close()
  }
}
