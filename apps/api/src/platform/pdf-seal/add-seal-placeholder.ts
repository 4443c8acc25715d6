import { randomBytes } from 'node:crypto'
import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFString,
  type PDFDocument,
  type PDFRef,
} from '@cantoo/pdf-lib'

/** Reserved for the signature, including the certificate chain and a timestamp token. */
export const SIGNATURE_BYTES = 24 * 1024

/** Placeholder for positions that are known once the file is complete; as wide as any position. */
const UNKNOWN_POSITION = 9_999_999_999

const POSITIONS = `[ 0 ${UNKNOWN_POSITION} ${UNKNOWN_POSITION} ${UNKNOWN_POSITION} ]`
const RANGE_KEY = '/ByteRange '

export const RANGE = { offset: RANGE_KEY.length, length: POSITIONS.length }

/** The placeholder that `addSealPlaceholder` leaves, up to the signature's first digit. */
export const PLACEHOLDER_START = `${RANGE_KEY}${POSITIONS}\n/Contents <`

export const PLACEHOLDER_REST = `${'0'.repeat(SIGNATURE_BYTES * 2)}>`

/** The change would break existing signatures. Their fields stay, unsigned. */
const removeSignatures = (document: PDFDocument): void => {
  document.catalog.delete(PDFName.of('Perms'))
  for (const [, object] of document.context.enumerateIndirectObjects())
    if (object instanceof PDFDict && object.get(PDFName.of('FT')) === PDFName.of('Sig'))
      object.delete(PDFName.of('V'))
}

/** PDF 32000-1, tables 165 and 219: printed and locked; signatures exist, and the file may only be appended to. */
const PRINTED_AND_LOCKED = 4 + 128
const SIGNATURES_EXIST_APPEND_ONLY = 1 + 2

/** Appends to a copy, because pages can share an array. */
const append = (dict: PDFDict, key: string, reference: PDFRef): void => {
  const found = dict.lookup(PDFName.of(key))
  const entries = found instanceof PDFArray ? found.asArray() : []
  dict.set(PDFName.of(key), dict.context.obj([...entries, reference]))
}

const formOf = (document: PDFDocument): PDFDict => {
  const key = PDFName.of('AcroForm')
  const found = document.catalog.lookup(key)
  if (found instanceof PDFDict) return found
  const created = document.context.obj({})
  document.catalog.set(key, document.context.register(created))
  return created
}

export interface SealText {
  name: string
  reason: string
  /** The claimed time, unproven without a timestamp authority. */
  signedAt: Date
}

/** The document needs a page, and must not change between this call and `sealPdf`. */
export const addSealPlaceholder = (document: PDFDocument, { name, reason, signedAt }: SealText): void => {
  const { context } = document
  removeSignatures(document)
  const signature = context.obj({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'ETSI.CAdES.detached',
    ByteRange: [0, UNKNOWN_POSITION, UNKNOWN_POSITION, UNKNOWN_POSITION],
    Contents: PDFHexString.of('0'.repeat(SIGNATURE_BYTES * 2)),
    M: PDFString.fromDate(signedAt),
    Name: PDFHexString.fromText(name),
    Reason: PDFHexString.fromText(reason),
  })
  const page = document.getPage(0)
  const field = context.obj({
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    // Random, because an earlier seal may have left a field.
    T: PDFString.of(`Seal-${randomBytes(8).toString('hex')}`),
    V: context.register(signature),
    Rect: [0, 0, 0, 0],
    F: PRINTED_AND_LOCKED,
    P: page.ref,
  })
  const reference = context.register(field)
  append(page.node, 'Annots', reference)
  const form = formOf(document)
  append(form, 'Fields', reference)
  form.set(PDFName.of('SigFlags'), context.obj(SIGNATURES_EXIST_APPEND_ONLY))
}
