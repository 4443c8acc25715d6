import { inflateRawSync } from 'node:zlib'
import type { FlateStream, PdfInternals, TextState } from './pdf-internal-types.ts'

/**
 * Loading the legacy build of pdf.js replaces `Array.prototype.push` by a slow one, because that of Node 20 accepts
 * arrays with more than 2^53 elements. No array is that long, and it took a sixth of the time of an inspection.
 */
export const keepNativePush = async <Module>(load: () => Promise<Module>): Promise<Module> => {
  const { push } = Array.prototype
  const loaded = await load()
  Object.defineProperty(Array.prototype, 'push', { value: push, writable: true, configurable: true })
  return loaded
}

/**
 * A file may save and restore the state of its text for every word. pdf.js makes each copy a prototype of the next one,
 * which V8 optimizes each time, and that took a third of the time of an inspection. A copy has every field itself,
 * so its prototype is never looked at.
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

/** Smaller data is inflated faster by pdf.js, and larger data within its bounds. */
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
 * Node inflates a whole stream in a fraction of the time. What is damaged, truncated or too large is left to pdf.js,
 * which reads as far as it gets.
 * @param countBytes throws when the file inflates too far
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
    // A view, because methods of Node's buffers differ from those that pdf.js expects.
    this.buffer = new Uint8Array(output.buffer, output.byteOffset, output.length)
    this.bufferLength = output.length
    this.eof = true
  }
}
