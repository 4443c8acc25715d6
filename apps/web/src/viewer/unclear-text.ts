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

/** Neither in the file, nor on this device, nor among the fonts that we serve. */
const isMissing = ({ missingFile, systemFontInfo }: UsedFont) =>
  missingFile === true && !(systemFontInfo && isLoaded(systemFontInfo.loadedName))

/** Its place and size are up to each program unless the file shows it, which cannot be seen here. */
const isFilledText = ({ subtype, fieldType, fieldValue }: Field) =>
  subtype === 'Widget' &&
  (fieldType === 'Tx' || fieldType === 'Ch') &&
  (Array.isArray(fieldValue) ? fieldValue.length > 0 : Boolean(fieldValue))

/** Whether other programs may show text of a drawn page otherwise: a value could be cut off, or boxes be in its place. */
export const hasUnclearText = async (page: PDFPageProxy): Promise<boolean> => {
  for (const [, object] of page.commonObjs as Iterable<[string, UsedFont | null]>)
    if (object && isMissing(object)) return true
  return ((await page.getAnnotations()) as Field[]).some(isFilledText)
}
