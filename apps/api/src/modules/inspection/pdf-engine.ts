import type { getDocument, PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { findCanvasLibrary } from './canvas-library.ts'
import type { PdfInternals, PdfObjects } from './pdf-internal-types.ts'
import { loadPdfInternals, resetInflatedBytes } from './pdf-internals.ts'
import { keepNativePush } from './pdf-speedups.ts'

export interface OpenedPdf {
  document: PDFDocumentProxy
  objects: PdfObjects
  internals: PdfInternals
  close(): Promise<void>
}

let lastObjects: PdfObjects | undefined

const load = async () => {
  const internals = await loadPdfInternals()
  const { prototype } = internals.XRef
  const parse = prototype.parse
  prototype.parse = function (isRecovery) {
    // oxlint-disable-next-line typescript/no-this-alias -- the replaced method's object
    lastObjects = this
    parse.call(this, isRecovery)
  }
  // pdf.js needs these classes at load time. Empty ones suffice without the canvas package, because nothing is drawn.
  const canvas: Partial<Record<string, unknown>> = { ...findCanvasLibrary() }
  for (const name of ['DOMMatrix', 'ImageData', 'Path2D'])
    if (!(name in globalThis)) Object.assign(globalThis, { [name]: canvas[name] ?? class {} })
  const { getDocument } = await keepNativePush(() => import('pdfjs-dist/legacy/build/pdf.mjs'))
  return { internals, getDocument }
}
let loading: ReturnType<typeof load> | undefined
export const loadPdfEngine = (): ReturnType<typeof load> => (loading ??= load())

export type PdfOptions = Exclude<Parameters<typeof getDocument>[0], string | URL | undefined>

/**
 * Executes and downloads nothing. Rejects with the error of pdf.js.
 * @param drawing further options for drawing
 */
export const openPdf = async (content: Uint8Array, drawing: PdfOptions = {}): Promise<OpenedPdf> => {
  const { internals, getDocument } = await loadPdfEngine()
  resetInflatedBytes()
  lastObjects = undefined
  const task = getDocument({
    data: content,
    isEvalSupported: false,
    enableXfa: false,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    useWasm: false,
    verbosity: 0,
    ...drawing,
    disableRange: true,
    disableStream: true,
    disableAutoFetch: true,
  })
  const close = () => task.destroy()
  try {
    const document = await task.promise
    if (!lastObjects) throw new Error('pdf.js did not read the objects of the file')
    return { document, objects: lastObjects, internals, close }
  } catch (error) {
    await close()
    throw error
  }
}
