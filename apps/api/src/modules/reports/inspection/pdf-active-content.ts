import type { OpenedPdf, PdfDictionary } from './pdf-engine.ts'

/** Actions that run something, send something or open another file. Links and jumps inside the file are fine. */
const ACTIONS = new Set([
  'JavaScript',
  'Launch',
  'SubmitForm',
  'ImportData',
  'GoToR',
  'GoToE',
  'Rendition',
  'RichMediaExecute',
  'Movie',
  'Sound',
])
const SUBTYPES = new Set(['RichMedia', 'FileAttachment', 'Movie', 'Sound', 'Screen', '3D'])
const KEYS = new Set(['JS', 'JavaScript', 'EmbeddedFiles', 'EF', 'XFA', 'RichMediaContent'])

const isActiveAddress = (address: unknown) =>
  typeof address === 'string' && /^\s*(javascript|vbscript|data|file):/i.test(address)

/** Whether any object that the file's tables lead to, compressed and decrypted ones included, is active. */
export const hasActiveObject = ({ objects, internals }: OpenedPdf): boolean => {
  const { Dict, Name, BaseStream, Ref } = internals
  const nameOf = (value: unknown) => (value instanceof Name ? value.name : undefined)

  const isActiveDictionary = (dictionary: PdfDictionary) =>
    ACTIONS.has(nameOf(dictionary.getRaw('S')) ?? '') ||
    SUBTYPES.has(nameOf(dictionary.getRaw('Subtype')) ?? '') ||
    nameOf(dictionary.getRaw('Type')) === 'EmbeddedFile' ||
    isActiveAddress(dictionary.getRaw('URI'))

  const isActive = (root: unknown): boolean => {
    // Not recursive: nesting is the file's to choose.
    const open = [root]
    while (open.length > 0) {
      const value = open.pop()
      if (Array.isArray(value)) for (const item of value) open.push(item)
      const dictionary = value instanceof BaseStream ? value.dict : value
      if (!(dictionary instanceof Dict)) continue
      if (isActiveDictionary(dictionary)) return true
      for (const key of dictionary.getKeys()) {
        if (KEYS.has(key)) return true
        open.push(dictionary.getRaw(key))
      }
    }
    return false
  }

  return objects.entries.some((entry, number) => {
    if (!entry || entry.free) return false
    try {
      return isActive(objects.fetch(Ref.get(number, entry.uncompressed ? entry.gen : 0)))
    } catch {
      // An entry that leads nowhere is common and shows nothing to anyone; the names in the bytes are looked at too.
      return false
    }
  })
}

const NAMES =
  /\/S\s*\/(JavaScript|Launch|SubmitForm|ImportData|GoToR|GoToE|Rendition|RichMediaExecute)\b|\/(JavaScript|EmbeddedFiles?|RichMedia|XFA)\b|\/JS\s*[(<\d]|\/EF\s*<</
const WINDOW = 1 << 20
const OVERLAP = 256

const decodeName = (text: string) =>
  text.replace(/#([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)))

const holdsActiveName = (bytes: Buffer): boolean => {
  for (let at = 0; at < bytes.length; at += WINDOW)
    if (NAMES.test(decodeName(bytes.toString('latin1', at, at + WINDOW + OVERLAP)))) return true
  return false
}

/**
 * The second net: active names anywhere in the file's bytes, also in objects that only another viewer would find,
 * such as those of an earlier version of the file. Compressed data is left out: any three letters occur there.
 */
export const hasActiveName = (file: Buffer): boolean => {
  let at = 0
  while (at < file.length) {
    const stream = file.indexOf('stream', at, 'latin1')
    if (holdsActiveName(file.subarray(at, stream === -1 ? file.length : stream))) return true
    if (stream === -1) return false
    const end = file.indexOf('endstream', stream, 'latin1')
    // A stream that never ends is none: look at what it hides.
    at = end === -1 ? stream + 6 : end + 9
  }
  return false
}
