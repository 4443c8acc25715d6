import { createRequire } from 'node:module'
import path from 'node:path'
import type { PdfOptions } from './pdf-engine.ts'

const require = createRequire(import.meta.url)

/** Folders of pdf.js with fonts, character maps and decoders. */
const dataFolders = () => {
  const root = path.dirname(require.resolve('pdfjs-dist/package.json'))
  const folder = (name: string) => `${path.join(root, name)}/`
  return {
    standardFontDataUrl: folder('standard_fonts'),
    cMapUrl: folder('cmaps'),
    cMapPacked: true,
    wasmUrl: folder('wasm'),
    iccUrl: folder('iccs'),
  }
}

/** @param mostPixels larger images count as parts that cannot be drawn */
export const drawingOptions = (mostPixels: number): PdfOptions => ({
  ...dataFolders(),
  useWasm: true,
  stopAtErrors: true,
  verbosity: 1,
  maxImageSize: mostPixels,
})
