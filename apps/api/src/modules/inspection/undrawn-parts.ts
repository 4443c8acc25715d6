import type { PdfInternals } from './pdf-internal-types.ts'
import { watchText } from './unclear-text.ts'

type Method = (this: unknown, ...parameters: unknown[]) => unknown

/** Warnings about parts that pdf.js omits or draws differently from other viewers. */
const UNDRAWN = /^Warning: (getPathGenerator - ignoring|Dependent image|Type3 character|FreeTextAnnotation)/

let undrawn = 0
const note = () => {
  undrawn += 1
}

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
 * pdf.js draws the rest of a page after an error, without a notice. A picture without some results is worse than
 * none, so errors are recorded where they occur.
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
 * Starts counting. The returned function checks that nothing was omitted and, unless `isTextNeeded` is false, that
 * all text is unambiguous.
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
