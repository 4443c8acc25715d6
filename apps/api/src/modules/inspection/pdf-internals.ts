import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { PdfInternals } from './pdf-internal-types.ts'
import { copyTextStatesFlat, inflateNatively, keepNativePush } from './pdf-speedups.ts'

const MEGABYTE = 1024 * 1024
const LARGEST_PIECE = 64 * MEGABYTE
const LARGEST_SUM = 1024 * MEGABYTE

let bytesUsed = 0
const countBytes = (length: number) => {
  bytesUsed += length
  if (length > LARGEST_PIECE || bytesUsed > LARGEST_SUM) throw new RangeError('The file inflates too far')
}
/**
 * Resource limits of a worker cover only the JavaScript heap. Inflating a stream of a few kilobytes could take all
 * memory of the machine.
 */
const boundTypedArrays = () => {
  globalThis.Uint8Array = new Proxy(Uint8Array, {
    construct(target, parameters: unknown[], newTarget) {
      const [length] = parameters
      if (typeof length === 'number') countBytes(length)
      return Reflect.construct(target, parameters, newTarget) as object
    },
  })
  // pdf.js would inflate without a bound. Its own implementation respects the bound.
  Reflect.deleteProperty(globalThis, 'DecompressionStream')
}

/** Called before each file. */
export const resetInflatedBytes = (): void => {
  bytesUsed = 0
}

const EXPORTS = 'export { WorkerMessageHandler };'
const INTERNALS = [
  'WorkerMessageHandler, XRef, Ref, Dict, Name, BaseStream, PartialEvaluator, PDFImage, ErrorFont',
  'LocalPdfManager, WorkerTask, XRefParseException, clearGlobalCaches, setVerbosityLevel, TextState, FlateStream',
  'WidgetAnnotation, ButtonWidgetAnnotation',
].join(', ')

/**
 * pdf.js has no public API for a file's objects, and a second parser could see a different file than the viewer.
 * Loads its core with additional exports. The exact version is pinned, and tests detect changes.
 */
const load = async (): Promise<PdfInternals> => {
  boundTypedArrays()
  const file = createRequire(import.meta.url).resolve('pdfjs-dist/legacy/build/pdf.worker.mjs')
  const source = await readFile(file, 'utf8')
  if (!source.includes(EXPORTS)) throw new Error('This version of pdf.js is not the one that was tested')
  const withInternals = source
    .replace(EXPORTS, `export { ${INTERNALS} };`)
    .replace(/\/\/# sourceMappingURL=.*/, '')
  const address = `data:text/javascript;base64,${Buffer.from(withInternals).toString('base64')}`
  const internals = await keepNativePush(async () => (await import(address)) as PdfInternals)
  copyTextStatesFlat(internals)
  inflateNatively(internals, countBytes)
  return internals
}
let loading: Promise<PdfInternals> | undefined
export const loadPdfInternals = (): Promise<PdfInternals> => (loading ??= load())
