import type { RefusalCode } from '@zelab/contract'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../core/app-error.ts'
import type { Caller } from '../core/caller.ts'
import type { FilePart } from '../core/file-part.ts'
import { continueBody } from './request-body.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Rejects an upload beyond a quota; the size is reserved until the returned function is called. */
    reserveUpload(sizeBytes: number): Promise<() => void>
  }
}

export const MEGABYTE = 1024 * 1024
/** Allows for part headers and a few short fields. */
const FORM_OVERHEAD_BYTES = 64 * 1024

export const limitUploads = (
  app: FastifyInstance,
  gate: { reserve(caller: Caller, sizeBytes: number): Promise<() => void> },
): void => {
  app.decorateRequest('reserveUpload', async function (this: FastifyRequest, sizeBytes) {
    return this.caller ? gate.reserve(this.caller, sizeBytes) : () => {}
  })
}

interface ExpectedPart {
  name: string
  refusal: RefusalCode
  maxBytes: number
  tooLarge: () => AppError
}

type Parts = ReturnType<FastifyRequest['files']>

/** Form errors (no boundary, truncated, a second file) lack a useful status. */
const asRefusal = (error: FastifyError, refusal: RefusalCode) =>
  error instanceof AppError ? error : new AppError('INVALID', refusal)

const nextPart = async (parts: Parts, refusal: RefusalCode) => {
  const next = await parts.next().catch((error: FastifyError) => {
    throw asRefusal(error, refusal)
  })
  return next.done ? undefined : next.value
}

async function* contentOf(
  request: FastifyRequest,
  file: AsyncIterable<Buffer>,
  parts: Parts,
  { maxBytes, tooLarge, refusal }: ExpectedPart,
): AsyncGenerator<Buffer> {
  let total = 0
  try {
    for await (const chunk of file) {
      total += chunk.length
      if (total > maxBytes) throw tooLarge()
      yield chunk
    }
  } catch (error) {
    throw asRefusal(error as FastifyError, 'UPLOAD_INTERRUPTED')
  }
  if (await nextPart(parts, 'UPLOAD_INTERRUPTED')) throw new AppError('INVALID', refusal)
  // An upload may take an hour, so the session is checked again.
  await request.expectSession()
}

/** Reads the single file of a multipart request. A declared length above the limit is rejected before reading. */
export const filePartOf = async (
  request: FastifyRequest,
  reply: FastifyReply,
  expected: ExpectedPart,
): Promise<FilePart> => {
  if (!request.isMultipart()) throw new AppError('UNSUPPORTED_MEDIA', expected.refusal)
  const declaredBytes = Number(request.headers['content-length'] ?? expected.maxBytes)
  if (declaredBytes > expected.maxBytes + FORM_OVERHEAD_BYTES) throw expected.tooLarge()
  // The only gate for uploads: no route reads a file part without it.
  const release = await request.reserveUpload(declaredBytes)
  if (reply.raw.closed) release()
  else reply.raw.once('close', release)
  continueBody(request, reply.raw)
  const parts = request.files()
  const part = await nextPart(parts, expected.refusal)
  if (part?.fieldname !== expected.name) throw new AppError('INVALID', expected.refusal)
  return {
    fileName: part.filename,
    expectedBytes: declaredBytes,
    content: contentOf(request, part.file, parts, expected),
  }
}
