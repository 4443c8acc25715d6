import type { FileProblem } from './inspection.ts'
import type { PdfDictionary, PdfInternals, PdfObjects } from './pdf-internal-types.ts'

const ACTION_KEYS = new Set(['A', 'PA', 'OpenAction', 'Next'])
const ACTIONS_BY_MOMENT = 'AA'
/** Rejected everywhere, even where no viewer should look for an action. */
const REFUSED_ACTIONS = new Set([
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
const NAMED_ACTIONS = new Set(['NextPage', 'PrevPage', 'FirstPage', 'LastPage', 'Print'])
const SUBTYPES = new Set(['RichMedia', 'Movie', 'Sound', 'Screen', '3D'])
const KEYS = new Set(['JS', 'JavaScript', 'XFA', 'RichMediaContent'])
const ATTACHMENT_KEYS = new Set(['EmbeddedFiles', 'EF'])

type ActiveContent = Extract<FileProblem, 'PDF_WITH_ACTIVE_CONTENT' | 'PDF_WITH_ATTACHMENTS'>

/** A web page, also without a scheme as word processors write it, or a mail or phone link. */
const PLAIN_LINK = /^\s*(https?:\/\/|mailto:|tel:|[a-z0-9-]+(\.[a-z0-9-]+)+([/?#]|\s*$))/i

/** Checks objects in the file's tables, including compressed and encrypted ones. */
export const findActiveObject = ({
  objects,
  internals,
}: {
  objects: PdfObjects
  internals: PdfInternals
}): ActiveContent | undefined => {
  const { Dict, Name, BaseStream, Ref } = internals
  const resolve = (value: unknown): unknown => {
    if (!(value instanceof Ref)) return value
    try {
      return objects.fetch(value)
    } catch {
      return undefined
    }
  }
  const nameOf = (value: unknown) => {
    const name = resolve(value)
    return name instanceof Name ? name.name : undefined
  }
  const isPlainLink = (address: unknown) => {
    const text = resolve(address)
    return typeof text === 'string' && PLAIN_LINK.test(text)
  }

  const isHarmless = (action: PdfDictionary) => {
    const kind = nameOf(action.getRaw('S'))
    if (kind === 'GoTo') return true
    if (kind === 'URI') return isPlainLink(action.getRaw('URI'))
    return kind === 'Named' && NAMED_ACTIONS.has(nameOf(action.getRaw('N')) ?? '')
  }
  /** A dictionary without a type is a destination or an outline entry. */
  const isRefusedAction = (value: unknown) => {
    const action = resolve(value)
    return action instanceof Dict && action.getRaw('S') !== undefined && !isHarmless(action)
  }
  const containsRefusedAction = (dictionary: PdfDictionary, key: string) => {
    if (!ACTION_KEYS.has(key) && key !== ACTIONS_BY_MOMENT) return false
    const value = resolve(dictionary.getRaw(key))
    if (key === ACTIONS_BY_MOMENT)
      return value instanceof Dict && value.getKeys().some((moment) => isRefusedAction(value.getRaw(moment)))
    return Array.isArray(value) ? value.some(isRefusedAction) : isRefusedAction(value)
  }

  const isRefusedAddress = (address: unknown) => typeof address === 'string' && !isPlainLink(address)

  const isActiveDictionary = (dictionary: PdfDictionary) =>
    REFUSED_ACTIONS.has(nameOf(dictionary.getRaw('S')) ?? '') ||
    SUBTYPES.has(nameOf(dictionary.getRaw('Subtype')) ?? '') ||
    (nameOf(dictionary.getRaw('Type')) === 'Action' && !isHarmless(dictionary)) ||
    ['URI', 'Base'].some((key) => isRefusedAddress(dictionary.getRaw(key)))

  const isAttachment = (dictionary: PdfDictionary) =>
    nameOf(dictionary.getRaw('Type')) === 'EmbeddedFile' ||
    nameOf(dictionary.getRaw('Subtype')) === 'FileAttachment'

  let hasAttachment = false
  const isActive = (root: unknown): boolean => {
    // Iterative, because the file controls the nesting depth.
    const open = [root]
    while (open.length > 0) {
      const value = open.pop()
      if (Array.isArray(value)) for (const item of value) open.push(item)
      const dictionary = value instanceof BaseStream ? value.dict : value
      if (!(dictionary instanceof Dict)) continue
      if (isActiveDictionary(dictionary)) return true
      if (isAttachment(dictionary)) hasAttachment = true
      for (const key of dictionary.getKeys()) {
        if (KEYS.has(key) || containsRefusedAction(dictionary, key)) return true
        if (ATTACHMENT_KEYS.has(key)) hasAttachment = true
        open.push(dictionary.getRaw(key))
      }
    }
    return false
  }

  const hasActive = objects.entries.some((entry, number) => {
    if (!entry || entry.free) return false
    try {
      return isActive(objects.fetch(Ref.get(number, entry.uncompressed ? entry.gen : 0)))
    } catch {
      // Dangling references are common and harmless. `findActiveName` checks the bytes as well.
      return false
    }
  })
  if (hasActive) return 'PDF_WITH_ACTIVE_CONTENT'
  return hasAttachment ? 'PDF_WITH_ATTACHMENTS' : undefined
}

const ACTIVE_NAMES =
  /\/S\s*\/(JavaScript|Launch|SubmitForm|ImportData|GoToR|GoToE|Rendition|RichMediaExecute)\b|\/(JavaScript|RichMedia|XFA)\b|\/JS\s*[(<\d]/
const ATTACHMENT_NAMES = /\/EmbeddedFiles?\b|\/EF\s*<</
const WINDOW = 1 << 20
const OVERLAP = 256

const decodeName = (text: string) =>
  text.replace(/#([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)))

const containsName = (bytes: Buffer, names: RegExp): boolean => {
  for (let at = 0; at < bytes.length; at += WINDOW)
    if (names.test(decodeName(bytes.toString('latin1', at, at + WINDOW + OVERLAP)))) return true
  return false
}

/**
 * Second check: active names anywhere in the bytes, including objects that only other viewers find, such as those of
 * an earlier revision. Skips compressed data, which contains any three letters by chance.
 */
export const findActiveName = (file: Buffer): ActiveContent | undefined => {
  let hasAttachment = false
  let at = 0
  while (at < file.length) {
    const stream = file.indexOf('stream', at, 'latin1')
    const end = stream === -1 ? -1 : file.indexOf('endstream', stream, 'latin1')
    // Checks the bytes of an unterminated stream.
    const part = file.subarray(at, end === -1 ? file.length : stream)
    if (containsName(part, ACTIVE_NAMES)) return 'PDF_WITH_ACTIVE_CONTENT'
    hasAttachment ||= containsName(part, ATTACHMENT_NAMES)
    if (end === -1) break
    at = end + 9
  }
  return hasAttachment ? 'PDF_WITH_ATTACHMENTS' : undefined
}
