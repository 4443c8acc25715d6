import { PDFDict, PDFName, type PDFDocument } from '@cantoo/pdf-lib'

/**
 * Removes the signatures of a document that is about to change: readers would report them as broken. Their
 * fields stay, unsigned; the original file stays signed.
 */
export const removeSignatures = (document: PDFDocument): void => {
  document.catalog.delete(PDFName.of('Perms'))
  for (const [, object] of document.context.enumerateIndirectObjects())
    if (object instanceof PDFDict && object.get(PDFName.of('FT')) === PDFName.of('Sig'))
      object.delete(PDFName.of('V'))
}
