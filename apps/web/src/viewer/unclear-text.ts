import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

interface UsedFont {
  missingFile?: boolean
  systemFontInfo?: { loadedName: string } | null
}

interface Field {
  subtype?: string
  fieldType?: string
  fieldValue?: unknown
}

const isLoaded = (family: string) =>
  [...document.fonts].some((font) => font.family.replaceAll('"', '') === family && font.status === 'loaded')

/** The font is not embedded, on the device, or among those we serve. */
const isMissing = ({ missingFile, systemFontInfo }: UsedFont) =>
  missingFile === true && !(systemFontInfo && isLoaded(systemFontInfo.loadedName))

/** Without an appearance stream, each program chooses position and size of the text. */
const isFilledText = ({ subtype, fieldType, fieldValue }: Field) =>
  subtype === 'Widget' &&
  (fieldType === 'Tx' || fieldType === 'Ch') &&
  (Array.isArray(fieldValue) ? fieldValue.length > 0 : Boolean(fieldValue))

/** True if other programs may render text of a drawn page differently, for example cut off or as boxes. */
export const hasUnclearText = async (page: PDFPageProxy): Promise<boolean> => {
  for (const [, object] of page.commonObjs as Iterable<[string, UsedFont | null]>)
    if (object && isMissing(object)) return true
  return ((await page.getAnnotations()) as Field[]).some(isFilledText)
}
