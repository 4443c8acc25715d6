import path from 'node:path'
import contentDisposition from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ByteRange, FileChunks } from '../platform/file-storage/file-storage.ts'
import { streamChunks } from './file-streaming.ts'

export interface StoredFile {
  /** The name in the storage; its extension is the file type. */
  name: string
  /** The download name without extension; null uses the name of the upload. */
  reportTitle: string | null
  originalName: string
  mediaType: string
  sizeBytes: number
  checksum: string
  /** The next request may get another file, so it is sent whole, never in ranges. */
  isProvisional?: boolean
}

/** Parses one range; undefined for headers that are ignored, null for an unsatisfiable range. */
const parseRange = (header: string | undefined, sizeBytes: number): ByteRange | undefined | null => {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (!match) return undefined
  const [, from = '', to = ''] = match
  if (from === '' && to === '') return undefined
  const start = from === '' ? Math.max(0, sizeBytes - Number(to)) : Number(from)
  const end = from === '' || to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1)
  if (start >= sizeBytes) return null
  return start > end ? undefined : { start, end }
}

export const rangeOf = (
  { headers }: Pick<FastifyRequest, 'headers'>,
  file: Pick<StoredFile, 'checksum' | 'sizeBytes' | 'isProvisional'>,
): ByteRange | undefined | null => {
  if (file.isProvisional) return undefined
  const isRangeCurrent = (headers['if-range'] ?? etagOf(file)) === etagOf(file)
  return isRangeCurrent ? parseRange(headers.range, file.sizeBytes) : undefined
}

const etagOf = ({ checksum }: Pick<StoredFile, 'checksum'>) => `"${checksum}"`

/** Includes an ASCII fallback for browsers that do not decode the extended form. */
const dispositionOf = (file: StoredFile, type: 'inline' | 'attachment') => {
  const title = file.reportTitle ?? path.parse(file.originalName).name
  const name = `${title.replace(/[\\/:*?"<>|]/g, '-')}${path.extname(file.name)}`
  const fallback = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_')
  return contentDisposition(name, { type, fallback })
}

// A PDF or image needs no other resources. `sandbox` would disable the browser's PDF viewer.
const policyOf = (frameAncestors: string) =>
  `default-src 'none'; img-src 'self'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors ${frameAncestors}`

const frameAncestorsOf = (reply: FastifyReply) => {
  const general = String(reply.getHeader('content-security-policy') ?? '')
  return /frame-ancestors ([^;]*)/.exec(general)?.[1] ?? "'self'"
}

export const sendPageImage = (
  request: FastifyRequest,
  reply: FastifyReply,
  image: { content: Buffer; checksum: string },
): FastifyReply => {
  const etag = etagOf(image)
  void reply.headers({
    etag,
    'cache-control': 'private, no-store',
    'content-security-policy': policyOf(frameAncestorsOf(reply)),
    'x-content-type-options': 'nosniff',
  })
  if (request.headers['if-none-match'] === etag) return reply.status(304).send()
  return reply.type('image/webp').send(image.content)
}

const IS_PREFETCH = /prefetch|prerender/i

/** A browser may request a file ahead of time and never show it. */
export const isPrefetch = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  ['sec-purpose', 'purpose', 'x-moz'].some((name) => IS_PREFETCH.test(String(headers[name])))

/** The last byte of the whole file was sent for a person to see: no range, no HEAD, no prefetch. */
export const isWholeFileSent = (
  { method, headers }: Pick<FastifyRequest, 'method' | 'headers'>,
  { raw }: Pick<FastifyReply, 'raw'>,
): boolean => method === 'GET' && raw.statusCode === 200 && raw.writableFinished && !isPrefetch({ headers })

export const sendStoredFile = async (
  request: FastifyRequest,
  reply: FastifyReply,
  file: StoredFile,
  open: (range?: ByteRange) => Promise<FileChunks>,
  disposition: 'inline' | 'attachment' = 'inline',
): Promise<FastifyReply> => {
  const etag = etagOf(file)
  void reply.headers({
    etag,
    'accept-ranges': file.isProvisional ? 'none' : 'bytes',
    // Health records stay out of every cache; the entity tag serves range requests of one viewing.
    'cache-control': 'private, no-store',
    'content-disposition': dispositionOf(file, disposition),
    'content-security-policy': policyOf(frameAncestorsOf(reply)),
    'x-content-type-options': 'nosniff',
  })
  if (request.headers['if-none-match'] === etag) return reply.status(304).send()
  const range = rangeOf(request, file)
  if (range === null)
    return reply
      .status(416)
      .header('content-range', `bytes */${file.sizeBytes}`)
      .type(file.mediaType)
      .send('')
  const length = range ? range.end - range.start + 1 : file.sizeBytes
  const chunks = await open(range)
  if (range)
    void reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${file.sizeBytes}`)
  return streamChunks(reply.type(file.mediaType), chunks, length)
}
