import { inflateRawSync } from 'node:zlib'
import type { FlateStream, PdfInternals, TextState } from './pdf-internal-types.ts'

/**
 * The legacy build of pdf.js replaces `Array.prototype.push` to work around a bug of Node 20 with more than 2^53
 * elements. The replacement took a sixth of the inspection time.
 */
export const keepNativePush = async <Module>(load: () => Promise<Module>): Promise<Module> => {
  const { push } = Array.prototype
  const loaded = await load()
  Object.defineProperty(Array.prototype, 'push', { value: push, writable: true, configurable: true })
  return loaded
}

/**
 * A file may save and restore its text state for every word. pdf.js chains the copies as prototypes, which V8
 * optimizes each time. That took a third of the inspection time. Each copy has all fields, so the prototype is not
 * needed.
 */
export const copyTextStatesFlat = ({ TextState: { prototype } }: PdfInternals): void => {
  prototype.clone = function () {
    const copy = Object.assign(Object.create(prototype) as TextState, this)
    copy.textMatrix = this.textMatrix.slice()
    copy.textLineMatrix = this.textLineMatrix.slice()
    copy.fontMatrix = this.fontMatrix.slice()
    return copy
  }
}

const LEAST_INPUT = 512
const MOST_OUTPUT = 4 * 1024 * 1024

const inflate = (input: Uint8Array): Uint8Array | undefined => {
  if (input.length < LEAST_INPUT) return undefined
  try {
    return inflateRawSync(input, { maxOutputLength: MOST_OUTPUT })
  } catch {
    return undefined
  }
}

/**
 * Node inflates complete streams several times faster. Damaged, truncated and too large streams are left to pdf.js,
 * which reads as far as possible.
 * @param countBytes throws above the limit of inflated bytes
 */
export const inflateNatively = (
  { FlateStream: { prototype } }: PdfInternals,
  countBytes: (length: number) => void,
): void => {
  const { readBlock } = prototype
  const tried = new WeakSet<FlateStream>()
  prototype.readBlock = function () {
    if (tried.has(this)) return readBlock.call(this)
    tried.add(this)
    const start = this.stream.pos
    const output = inflate(this.stream.getBytes())
    if (!output) {
      this.stream.pos = start
      return readBlock.call(this)
    }
    countBytes(output.length)
    // pdf.js needs a Uint8Array, because methods of Node's Buffer differ.
    this.buffer = new Uint8Array(output.buffer, output.byteOffset, output.length)
    this.bufferLength = output.length
    this.eof = true
  }
}
