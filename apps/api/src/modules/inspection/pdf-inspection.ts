import { findIdentityHints } from './identity-hints.ts'
import type { InspectionResult } from './inspection.ts'
import { hasActiveName, hasActiveObject } from './pdf-active-content.ts'
import { openPdf, type OpenedPdf } from './pdf-engine.ts'
import { countPages } from './pdf-page-count.ts'
import { segmentsOf } from './page-text.ts'
import { isTwoKinds } from './second-kind.ts'

/** A report names its patient at its beginning. */
const PAGES_READ = 10
const LONGEST_TEXT = 50_000

const needsPassword = (error: unknown) => error instanceof Error && error.name === 'PasswordException'

/** A linearized file declares its length at the beginning; a shorter file is truncated. */
const isCutOff = (file: Buffer) => {
  const length = /\/Linearized\b[^>]{0,200}\/L\s+(\d+)/.exec(file.toString('latin1', 0, 1024))?.[1]
  return length !== undefined && Number(length) > file.length
}

const END_MARK = '%%EOF'

const readSegments = async ({ document }: OpenedPdf): Promise<string[]> => {
  const segments: string[] = []
  let length = 0
  for (let number = 1; number <= Math.min(PAGES_READ, document.numPages); number++) {
    const page = await document.getPage(number)
    for (const segment of segmentsOf((await page.getTextContent()).items)) {
      length += segment.length
      if (length > LONGEST_TEXT) return segments
      segments.push(segment)
    }
  }
  return segments
}

const inspectOpened = async (pdf: OpenedPdf, maxPages: number): Promise<InspectionResult> => {
  const { document } = pdf
  const pages = countPages(pdf, maxPages)
  if (Math.max(document.numPages, pages) > maxPages) return { problem: 'PDF_TOO_LONG' }
  // Pages beyond the declared count would be missing in our viewer and visible in another.
  if (pages > document.numPages) return { problem: 'PDF_DAMAGED' }
  if (hasActiveObject(pdf)) return { problem: 'PDF_WITH_ACTIVE_CONTENT' }
  // A page that cannot be found would be blank on screen.
  for (let number = 1; number <= document.numPages; number++) await document.getPage(number)
  // A page without readable text may still be displayed; it gives no identity hints.
  const segments = await readSegments(pdf).catch(() => undefined)
  return { hints: segments ? findIdentityHints(segments) : null, pageCount: pages }
}

export const inspectPdf = async (content: Uint8Array, maxPages: number): Promise<InspectionResult> => {
  const file = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  const end = file.lastIndexOf(END_MARK, undefined, 'latin1')
  if (await isTwoKinds(file, 'pdf', end === -1 ? file.length : end + END_MARK.length))
    return { problem: 'FILE_AMBIGUOUS' }
  if (end === -1 || isCutOff(file)) return { problem: 'PDF_DAMAGED' }
  if (hasActiveName(file)) return { problem: 'PDF_WITH_ACTIVE_CONTENT' }
  let pdf: OpenedPdf | undefined
  try {
    pdf = await openPdf(content)
    return await inspectOpened(pdf, maxPages)
  } catch (error) {
    return { problem: needsPassword(error) ? 'PDF_ENCRYPTED' : 'PDF_DAMAGED' }
  } finally {
    await pdf?.close()
  }
}
