import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { findCanvasLibrary } from './canvas-library.ts'
import type { getDocument, PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

type Method = (this: unknown, ...parameters: unknown[]) => unknown

/** The internal parts of pdf.js needed to visit every object of a file, and to notice what is not drawn. */
export interface PdfDictionary {
  getKeys(): string[]
  getRaw(key: string): unknown
}
interface PdfObjects {
  /** One entry per object number, including free ones. */
  entries: ({ free?: boolean; gen: number; uncompressed?: boolean } | undefined)[]
  fetch(reference: unknown): unknown
  /** The catalog. */
  root?: PdfDictionary
}
export interface PdfInternals {
  WorkerMessageHandler: unknown
  XRef: { prototype: { parse(this: PdfObjects, isRecovery?: boolean): void } }
  Ref: (abstract new () => object) & { get(number: number, generation: number): unknown }
  Dict: abstract new () => PdfDictionary
  Name: abstract new () => { name: string }
  BaseStream: abstract new () => { dict?: PdfDictionary }
  PartialEvaluator: { prototype: Record<'getOperatorList', Method> }
  PDFImage: Record<'buildImage' | 'createMask', Method> & {
    prototype: Record<'createImageData', Method>
  }
  ErrorFont: { prototype: Record<'charsToGlyphs', Method> }
}

export interface OpenedPdf {
  document: PDFDocumentProxy
  objects: PdfObjects
  internals: PdfInternals
  close(): Promise<void>
}

const MEGABYTE = 1024 * 1024
const LARGEST_PIECE = 64 * MEGABYTE
const LARGEST_SUM = 1024 * MEGABYTE

let bytesUsed = 0
/**
 * A worker's resource limits bound the JavaScript heap only. Without this bound, inflating a stream of a few
 * kilobytes could take all memory of the machine.
 */
const boundTypedArrays = () => {
  globalThis.Uint8Array = new Proxy(Uint8Array, {
    construct(target, parameters: unknown[], newTarget) {
      const [length] = parameters
      if (typeof length === 'number') {
        bytesUsed += length
        if (length > LARGEST_PIECE || bytesUsed > LARGEST_SUM)
          throw new RangeError('The file inflates too far')
      }
      return Reflect.construct(target, parameters, newTarget) as object
    },
  })
  // pdf.js would use it to inflate without a bound; it falls back to its own implementation.
  Reflect.deleteProperty(globalThis, 'DecompressionStream')
}

const EXPORTS = 'export { WorkerMessageHandler };'
const INTERNALS =
  'WorkerMessageHandler, XRef, Ref, Dict, Name, BaseStream, PartialEvaluator, PDFImage, ErrorFont'

/**
 * pdf.js has no public API for a file's objects, and a second parser could see a different file than the
 * viewer. Its core is therefore loaded with more exports; the exact version is pinned and tests detect a
 * change.
 */
const loadInternals = async (): Promise<PdfInternals> => {
  const file = createRequire(import.meta.url).resolve('pdfjs-dist/legacy/build/pdf.worker.mjs')
  const source = await readFile(file, 'utf8')
  if (!source.includes(EXPORTS)) throw new Error('This version of pdf.js is not the one that was tested')
  const withInternals = source
    .replace(EXPORTS, `export { ${INTERNALS} };`)
    .replace(/\/\/# sourceMappingURL=.*/, '')
  const address = `data:text/javascript;base64,${Buffer.from(withInternals).toString('base64')}`
  return (await import(address)) as PdfInternals
}

let lastObjects: PdfObjects | undefined

const load = async () => {
  boundTypedArrays()
  const internals = await loadInternals()
  const { prototype } = internals.XRef
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called below with its object
  const parse = prototype.parse
  prototype.parse = function (isRecovery) {
    // eslint-disable-next-line @typescript-eslint/no-this-alias -- the replaced method's object
    lastObjects = this
    parse.call(this, isRecovery)
  }
  // pdf.js needs these to load. Without the canvas package nothing is drawn, so empty classes are enough.
  const canvas: Partial<Record<string, unknown>> = { ...findCanvasLibrary() }
  for (const name of ['DOMMatrix', 'ImageData', 'Path2D'])
    if (!(name in globalThis)) Object.assign(globalThis, { [name]: canvas[name] ?? class {} })
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  return { internals, getDocument }
}
let loading: ReturnType<typeof load> | undefined
/** Loads pdf.js, which takes longer than inspecting most files. */
export const loadPdfEngine = (): ReturnType<typeof load> => (loading ??= load())

export type PdfOptions = Exclude<Parameters<typeof getDocument>[0], string | URL | undefined>

/**
 * Opens a PDF without executing or fetching anything. Rejects with the error of pdf.js.
 * @param drawing what drawing its pages needs in addition
 */
export const openPdf = async (content: Uint8Array, drawing: PdfOptions = {}): Promise<OpenedPdf> => {
  const { internals, getDocument } = await loadPdfEngine()
  bytesUsed = 0
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
