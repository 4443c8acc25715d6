import {
  PDFDict,
  PDFHexString,
  PDFName,
  PDFRawStream,
  PDFString,
  type PDFDocument,
  type PDFRef,
} from '@cantoo/pdf-lib'
import { createHash } from 'node:crypto'
import type { Drawing } from './drawing/drawing.ts'
import type { FontSet } from './text/embedded-fonts.ts'
import { addSealPlaceholder } from '../../platform/pdf-seal/add-seal-placeholder.ts'
import type { StampContent, StampTask } from './stamping.ts'

const PRODUCER = 'Zelab'

export const addSheet = (doc: PDFDocument, drawing: Drawing, width: number, height: number) => {
  const page = doc.addPage([width, height])
  page.node.set(PDFName.of('Contents'), doc.context.register(doc.context.flateStream(drawing.operators)))
  page.node.set(PDFName.of('Resources'), doc.context.obj(drawing.resources))
}

/** Only for new files. A stamped PDF keeps its document information. */
export const describeSheet = (doc: PDFDocument, title: string, author: string) => {
  doc.setTitle(title)
  doc.setAuthor(author)
}

/** The writer replaces these parts of the file structure. */
const isOldStructure = (object: unknown) => {
  const dict = object instanceof PDFRawStream ? object.dict : object
  if (!(dict instanceof PDFDict)) return false
  if (dict.has(PDFName.of('Linearized'))) return true
  const type = dict.get(PDFName.of('Type'))
  return object instanceof PDFRawStream && (type === PDFName.of('XRef') || type === PDFName.of('ObjStm'))
}

const setProducer = ({ context }: PDFDocument) => {
  const info = context.lookup(context.trailerInfo.Info)
  if (info instanceof PDFDict) info.set(PDFName.of('Producer'), PDFString.of(PRODUCER))
  else context.trailerInfo.Info = context.register(context.obj({ Producer: PDFString.of(PRODUCER) }))
}

/** Deterministic, so that a repeated attempt makes the same file. */
const identifierOf = (original: Uint8Array, stamp: StampContent) => {
  const file = createHash('sha256').update(original).digest('hex')
  const whole = createHash('sha256').update(file)
  whole.update(
    JSON.stringify([stamp.address, stamp.lab.name, stamp.report, stamp.signatory?.name, stamp.corner]),
  )
  return [file, whole.digest('hex')].map((hash) => PDFHexString.of(hash.slice(0, 32)))
}

export const saveDocument = async (
  doc: PDFDocument,
  fonts: FontSet,
  { content, stamp, seal }: StampTask,
): Promise<Uint8Array> => {
  fonts.write()
  const old: PDFRef[] = []
  for (const [ref, object] of doc.context.enumerateIndirectObjects())
    if (isOldStructure(object)) old.push(ref)
  for (const ref of old) doc.context.delete(ref)
  setProducer(doc)
  doc.context.trailerInfo.ID = doc.context.obj(identifierOf(content, stamp))
  if (seal) addSealPlaceholder(doc, seal)
  return doc.save({
    useObjectStreams: false,
    addDefaultPage: false,
    updateFieldAppearances: false,
    objectsPerTick: Infinity,
  })
}
