import type { TextItem, TextMarkedContent } from 'pdfjs-dist/types/src/display/api.js'
import type { CoreManager, CorePage, PdfInternals, PdfObjects } from './pdf-internal-types.ts'
import { loadPdfInternals, resetInflatedBytes } from './pdf-internals.ts'

/** Gives access to objects and text, but cannot draw. */
export interface ReadablePdf {
  objects: PdfObjects
  internals: PdfInternals
  numPages: number
  findPage(number: number): Promise<CorePage>
  readText(page: CorePage): Promise<(TextItem | TextMarkedContent)[]>
  close(): Promise<void>
}

const NO_DISPLAY = {
  send() {},
  sendWithPromise: () => Promise.reject(new Error('Not available for an inspection')),
}

const OPTIONS = {
  maxImageSize: -1,
  disableFontFace: true,
  ignoreErrors: true,
  isEvalSupported: false,
  isOffscreenCanvasSupported: false,
  isImageDecoderSupported: false,
  canvasMaxAreaInBytes: -1,
  fontExtraProperties: false,
  useSystemFonts: false,
  useWasm: false,
  useWorkerFetch: false,
  cMapUrl: null,
  iccUrl: null,
  standardFontDataUrl: null,
  wasmUrl: null,
}

const parse = async ({ pdfDocument }: CoreManager, isRecovery: boolean) => {
  pdfDocument.checkHeader()
  pdfDocument.parseStartXRef()
  pdfDocument.parse(isRecovery)
  await pdfDocument.checkFirstPage(isRecovery)
  await pdfDocument.checkLastPage(isRecovery)
}

const parseOrRecover = async (
  manager: CoreManager,
  { XRefParseException }: PdfInternals,
  isRepaired: boolean,
) => {
  try {
    await parse(manager, false)
  } catch (error) {
    if (!isRepaired || !(error instanceof XRefParseException)) throw error
    await parse(manager, true)
  }
}

const findPage = async ({ pdfDocument }: CoreManager, number: number): Promise<CorePage> => {
  const page = await pdfDocument.getPage(number - 1)
  // These getters throw for a page without a valid size, which cannot be shown.
  void [page.rotate, page.userUnit, page.view]
  return page
}

/**
 * Uses only the core of pdf.js. The display part would add a message channel and copy every piece of text several
 * times. Rejects with the error of pdf.js.
 * @param isRepaired whether to search for objects if the cross-reference table is missing or wrong
 */
export const openReadablePdf = async (
  content: Uint8Array,
  { isRepaired = true } = {},
): Promise<ReadablePdf> => {
  const internals = await loadPdfInternals()
  resetInflatedBytes()
  internals.setVerbosityLevel(0)
  const manager = new internals.LocalPdfManager({
    source: content,
    docId: 'inspected',
    docBaseUrl: null,
    enableXfa: false,
    password: null,
    handler: NO_DISPLAY,
    evaluatorOptions: { ...OPTIONS },
  })
  const close = async () => {
    await manager.cleanup().catch(() => {})
    internals.clearGlobalCaches()
  }
  try {
    await parseOrRecover(manager, internals, isRepaired)
    const { xref, numPages } = manager.pdfDocument
    return {
      objects: xref,
      internals,
      numPages,
      findPage: (number) => findPage(manager, number),
      async readText(page) {
        const items: (TextItem | TextMarkedContent)[] = []
        await page.extractTextContent({
          handler: NO_DISPLAY,
          task: new internals.WorkerTask('text'),
          includeMarkedContent: false,
          disableNormalization: false,
          sink: {
            desiredSize: Infinity,
            ready: Promise.resolve(),
            enqueue(part) {
              for (const item of part.items) items.push(item)
            },
          },
        })
        return items
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
