const VT = 0x0b
const FS = 0x1c
const CR = 0x0d
const LF = 0x0a

export type FrameProblem = 'noise' | 'too-large'

export interface FrameResult {
  received: number
  message?: Buffer
  problem?: FrameProblem
  rest: Buffer
}

const NONE = Buffer.alloc(0)
const BLOCK_BYTES = 64 * 1024

/** Collects bytes in blocks. Single bytes would need a hundred times the memory. */
const createBlocks = () => {
  let blocks: Buffer[] = []
  let length = 0

  return {
    length: () => length,
    first: (): Buffer => blocks[0]?.subarray(0, length) ?? NONE,
    add(bytes: Buffer) {
      let read = 0
      while (read < bytes.length) {
        const used = length % BLOCK_BYTES
        if (used === 0) blocks.push(Buffer.allocUnsafe(BLOCK_BYTES))
        const part = bytes.subarray(read, read + BLOCK_BYTES - used)
        blocks.at(-1)?.set(part, used)
        read += part.length
        length += part.length
      }
    },
    take(): Buffer {
      const taken = Buffer.concat(blocks, length)
      blocks = []
      length = 0
      return taken
    },
  }
}

/**
 * Parses MLLP frames: <VT> message <FS><CR>, with line ends in between. VT and FS do not occur in any supported
 * character set, so VT inside a message is noise: a broken transmission must not join two messages.
 * @param options.needsEnd false if FS alone ends a message
 */
export const createFrameReader = (maxBytes: number, { needsEnd = true } = {}) => {
  const content = createBlocks()
  let state: 'between' | 'inside' | 'ending' = 'between'

  const noise = (received = 0): FrameResult => ({ received, problem: 'noise', rest: NONE })

  const complete = (rest: Buffer, received: number): FrameResult => {
    const message = content.take()
    state = 'between'
    return { received, message, rest }
  }

  /** @param bytes begin inside a message */
  const readInside = (bytes: Buffer): FrameResult => {
    const end = bytes.indexOf(FS)
    const part = end === -1 ? bytes : bytes.subarray(0, end)
    if (part.includes(VT)) return noise(part.length)
    if (content.length() + part.length > maxBytes)
      return { received: part.length, problem: 'too-large', rest: NONE }
    content.add(part)
    if (end === -1) return { received: part.length, rest: NONE }
    if (!needsEnd) return complete(bytes.subarray(end + 1), part.length)
    state = 'ending'
    const rest = readEnd(bytes.subarray(end + 1))
    return { ...rest, received: part.length }
  }

  /** @param bytes follow the FS of a message */
  const readEnd = (bytes: Buffer): FrameResult => {
    if (bytes.length === 0) return { received: 0, rest: NONE }
    return bytes[0] === CR ? complete(bytes.subarray(1), 0) : noise()
  }

  return {
    isInside: () => state !== 'between',

    beginning: content.first,

    read(bytes: Buffer): FrameResult {
      if (state === 'ending') return readEnd(bytes)
      if (state === 'inside') return readInside(bytes)
      let start = 0
      while (start < bytes.length && (bytes[start] === CR || bytes[start] === LF)) start += 1
      if (start === bytes.length) return { received: 0, rest: NONE }
      if (bytes[start] !== VT) return noise()
      state = 'inside'
      return readInside(bytes.subarray(start + 1))
    },
  }
}

export const frame = (message: Buffer): Buffer => Buffer.concat([Buffer.of(VT), message, Buffer.of(FS, CR)])
