import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipEntry {
  name: string | Buffer
  content?: Buffer
  compressed?: Buffer
  flags?: number
  method?: number
  crc?: number
  claimedSize?: number
  /** Refers to the local header of an earlier entry. */
  sameAs?: number
}

const UTF8 = 0x800

const headerOf = (entry: ZipEntry, compressed: Buffer, name: Buffer) => {
  const { content = Buffer.alloc(0), method = 8 } = entry
  const header = Buffer.alloc(26)
  header.writeUInt16LE(20, 0)
  header.writeUInt16LE(entry.flags ?? (typeof entry.name === 'string' ? UTF8 : 0), 2)
  header.writeUInt16LE(method, 4)
  header.writeUInt32LE(entry.crc ?? crc32(content), 10)
  header.writeUInt32LE(compressed.length, 14)
  header.writeUInt32LE(entry.claimedSize ?? content.length, 18)
  header.writeUInt16LE(name.length, 22)
  return header
}

/** Writes a ZIP archive exactly as described, including invalid ones. */
export const zipOf = (entries: ZipEntry[]): Buffer => {
  const parts: Buffer[] = []
  const central: Buffer[] = []
  const starts: number[] = []
  let position = 0
  for (const entry of entries) {
    const name = Buffer.from(entry.name)
    const content = entry.content ?? Buffer.alloc(0)
    const compressed = entry.compressed ?? (entry.method === 0 ? content : deflateRawSync(content))
    const header = headerOf(entry, compressed, name)
    const start = entry.sameAs === undefined ? position : (starts[entry.sameAs] ?? 0)
    starts.push(start)
    if (entry.sameAs === undefined) {
      const local = [Buffer.from('PK\u0003\u0004'), header, name, compressed]
      parts.push(...local)
      position += local.reduce((sum, { length }) => sum + length, 0)
    }
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(start, 10)
    central.push(Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), header, rest, name)
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(position, 16)
  return Buffer.concat([...parts, directory, end])
}
