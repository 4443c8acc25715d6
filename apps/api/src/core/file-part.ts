import path from 'node:path'

/** The file of a multipart request. */
export interface FilePart {
  fileName: string
  /** As declared; the limit where nothing is. */
  expectedBytes: number
  /** Ends only after the whole form was read; fails with a refusal when it is cut off, too large, or its session ended. */
  content: AsyncGenerator<Buffer>
}

/** For files that are small enough for memory. */
export const readWhole = async (content: AsyncIterable<Buffer>): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const LONGEST_NAME = 200

/** A file's name as it may be shown and offered again: no folders, no control or reordering characters. */
export const displayName = (fileName: string): string =>
  path
    .basename(fileName.replaceAll('\\', '/'))
    // eslint-disable-next-line no-control-regex
    .replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '')
    .slice(-LONGEST_NAME)
    // Half of a character that was cut in two.
    .replace(/\p{Cs}/gu, '')
