import { createHash } from 'node:crypto'
import type { OpenedPdf } from '../../inspection/pdf-engine.ts'
import type { PdfDictionary } from '../../inspection/pdf-internal-types.ts'

const DEEPEST = 200
const LINE_END = new Set([10, 13])

interface RawStream {
  dict?: PdfDictionary
  getOriginalStream(): { bytes: Uint8Array; start: number; end: number }
}

/** As stored. The data may include the line break before `endstream`. */
const hashOf = (stream: RawStream) => {
  const { bytes, start, end } = stream.getOriginalStream()
  let last = end
  while (last > start && LINE_END.has(bytes[last - 1] ?? 0)) last -= 1
  return createHash('sha1').update(bytes.subarray(start, last)).digest('base64')
}

/** The writer replaces these objects. */
const isStructure = (dict: PdfDictionary, nameOf: (value: unknown) => string | undefined) =>
  dict.getKeys().includes('Linearized') || ['XRef', 'ObjStm'].includes(nameOf(dict.getRaw('Type')) ?? '')

/** pdf.js writes a reference as "3R". */
const describeRef = (ref: { toString(): string }) => ref.toString()

const describerOf = ({ internals: { Dict, Name, Ref, BaseStream } }: OpenedPdf) => {
  const nameOf = (value: unknown) => (value instanceof Name ? value.name : undefined)
  const describeDict = (dict: PdfDictionary, depth: number, ignored?: string): string =>
    dict
      .getKeys()
      .filter((key) => key !== ignored)
      .toSorted()
      .map((key) => `/${key} ${describe(dict.getRaw(key), depth)}`)
      .join(' ')
  const describe = (value: unknown, depth = 0): string => {
    if (depth > DEEPEST) throw new RangeError('The file is nested too deeply')
    if (value instanceof Name) return `/${value.name}`
    if (value instanceof Ref) return describeRef(value)
    if (Array.isArray(value)) return `[${value.map((item) => describe(item, depth + 1)).join(' ')}]`
    if (value instanceof Dict) return `<<${describeDict(value, depth + 1)}>>`
    if (value instanceof BaseStream) {
      const { dict } = value
      // Every stream of pdf.js has `getOriginalStream`, which its public types omit.
      const stream = value as unknown as RawStream
      return `${dict ? describeDict(dict, depth + 1, 'Length') : ''} ${hashOf(stream)}`
    }
    return JSON.stringify(value) ?? 'null'
  }
  const isLeftOut = (value: unknown) => {
    const dict = value instanceof BaseStream ? value.dict : value
    return dict instanceof Dict && isStructure(dict, nameOf)
  }
  return { describe, isLeftOut }
}

const objectOf = ({ objects, internals }: OpenedPdf, number: number): unknown => {
  const entry = objects.entries[number]
  if (!entry || entry.free) return undefined
  try {
    return objects.fetch(internals.Ref.get(number, entry.uncompressed ? entry.gen : 0))
  } catch {
    return undefined
  }
}

/**
 * Compares all objects except the intended changes. The writing library may interpret a file differently from
 * viewers, so the copy could show something else.
 * @param changed numbers of objects
 */
export const hasSameObjects = (
  original: OpenedPdf,
  copy: OpenedPdf,
  changed: ReadonlySet<number>,
): boolean => {
  const { describe, isLeftOut } = describerOf(original)
  for (let number = 1; number < original.objects.entries.length; number++) {
    if (changed.has(number)) continue
    const object = objectOf(original, number)
    // Viewers treat a dangling entry like `null`.
    if (object === undefined || object === null || isLeftOut(object)) continue
    if (describe(object) !== describe(objectOf(copy, number))) return false
  }
  return true
}
