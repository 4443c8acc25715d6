import type { PdfInternals } from './pdf-internal-types.ts'
import { watchText } from './unclear-text.ts'

type Method = (this: unknown, ...parameters: unknown[]) => unknown

/** What pdf.js leaves out, or draws otherwise than other viewers, with a warning only. */
const UNDRAWN = /^Warning: (getPathGenerator - ignoring|Dependent image|Type3 character|FreeTextAnnotation)/

let undrawn = 0
const note = () => {
  undrawn += 1
}

/** Notes when a method throws or rejects, even if the error is handled. */
const watch = <Name extends string>(owner: Record<Name, Method>, name: Name) => {
  const original = owner[name]
  owner[name] = function (...parameters) {
    try {
      const result = original.apply(this, parameters)
      if (result instanceof Promise) result.catch(note)
      return result
    } catch (error) {
      note()
      throw error
    }
  }
}

/**
 * pdf.js shows the rest of a page when a part of it fails, and does not tell. A picture that lacks a part of the results
 * would be worse than none, so failures are noted where they happen.
 */
const watchDrawing = (internals: PdfInternals) => {
  const { PartialEvaluator, PDFImage, ErrorFont } = internals
  watch(PartialEvaluator.prototype, 'getOperatorList')
  watch(PDFImage, 'buildImage')
  watch(PDFImage, 'createMask')
  watch(PDFImage.prototype, 'createImageData')
  const { charsToGlyphs } = ErrorFont.prototype
  ErrorFont.prototype.charsToGlyphs = function (...parameters) {
    note()
    return charsToGlyphs.apply(this, parameters)
  }
  /* oxlint-disable no-console -- pdf.js warns there; this process has no other output */
  const warn = console.warn.bind(console)
  console.warn = (...words: unknown[]) => {
    if (UNDRAWN.test(String(words[0]))) note()
    warn(...words)
  }
  /* oxlint-enable no-console -- as elsewhere */
}

let unclear = 0
let isWatching = false
/**
 * Counts from now on; returns whether nothing was left out since then, and every text is as other viewers show it. Without
 * `isTextNeeded` the text does not matter.
 */
export const expectWholePage = (internals: PdfInternals): ((isTextNeeded?: boolean) => boolean) => {
  if (!isWatching) {
    watchDrawing(internals)
    watchText(internals, () => {
      unclear += 1
    })
  }
  isWatching = true
  undrawn = 0
  unclear = 0
  return (isTextNeeded = true) => undrawn === 0 && (unclear === 0 || !isTextNeeded)
}
