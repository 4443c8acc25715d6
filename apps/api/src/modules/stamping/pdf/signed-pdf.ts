import { PDFArray, PDFDict, PDFName, PDFNumber, PDFRawStream, type PDFDocument } from '@cantoo/pdf-lib'

const name = (text: string) => PDFName.of(text)
const SIGNATURES_EXIST = 1

const isSignature = (dict: PDFDict) =>
  dict.has(name('ByteRange')) ||
  (dict.lookup(name('FT')) === name('Sig') && dict.lookup(name('V')) !== undefined) ||
  [name('Sig'), name('DocTimeStamp')].some(
    (type) => dict.get(name('Type')) === type && dict.has(name('Contents')),
  )

const formOf = ({ catalog }: PDFDocument) => {
  const form = catalog.lookup(name('AcroForm'))
  return form instanceof PDFDict ? form : undefined
}

/** Iterative, because the file controls the nesting depth. */
const containsSignature = (root: unknown): boolean => {
  const open = [root]
  while (open.length > 0) {
    const value = open.pop()
    if (value instanceof PDFArray) open.push(...value.asArray())
    const dict = value instanceof PDFRawStream ? value.dict : value
    if (!(dict instanceof PDFDict)) continue
    if (isSignature(dict)) return true
    open.push(...dict.values())
  }
  return false
}

/** Any change breaks a signature, in a field or as a certification of the document. */
export const isSigned = (doc: PDFDocument): boolean => {
  if (doc.catalog.has(name('Perms'))) return true
  const flags = formOf(doc)?.lookup(name('SigFlags'))
  if (flags instanceof PDFNumber && (flags.asNumber() & SIGNATURES_EXIST) !== 0) return true
  return doc.context.enumerateIndirectObjects().some(([, object]) => containsSignature(object))
}

/** Includes earlier revisions and unreadable files. */
export const hasSignatureBytes = (file: Uint8Array) =>
  Buffer.from(file.buffer, file.byteOffset, file.byteLength).includes('/ByteRange')

export const hasDynamicForm = (doc: PDFDocument) => formOf(doc)?.has(name('XFA')) === true
