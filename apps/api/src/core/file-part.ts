import path from 'node:path'

export interface FilePart {
  fileName: string
  expectedBytes: number
  /** Ends after the whole form was read. Throws when the form is truncated or too large, or the session has ended. */
  content: AsyncGenerator<Buffer>
}

/** Only for files small enough for memory. */
export const readWhole = async (content: AsyncIterable<Buffer>): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const LONGEST_NAME = 200

/** Safe to display and offer: no folders, no control or bidirectional characters. */
export const displayName = (fileName: string): string =>
  path
    .basename(fileName.replaceAll('\\', '/'))
    // oxlint-disable-next-line no-control-regex -- control characters are what is removed
    .replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '')
    .slice(-LONGEST_NAME)
    // An unpaired surrogate.
    .replace(/\p{Cs}/gu, '')
