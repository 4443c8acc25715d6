import path from 'node:path'
import type { FastifyError, FastifyRequest } from 'fastify'
import { AppError } from './app-error.ts'

/**
 * The one file of a multipart request, in the part of this name; `refusal` says so when there is none.
 *
 * @param limits what this file may be at most, where that is less than any upload
 */
export const filePartOf = async (
  request: FastifyRequest,
  name: string,
  refusal: string,
  limits?: { fileSize: number },
) => {
  if (!request.isMultipart()) throw new AppError('UNSUPPORTED_MEDIA', refusal)
  const part = await request.file(limits && { limits }).catch((error: FastifyError) => {
    // What is wrong with the form itself (no boundary, say) comes without a status.
    throw error.statusCode ? error : new AppError('INVALID', refusal)
  })
  if (!part || part.fieldname !== name) {
    part?.file.resume()
    throw new AppError('INVALID', refusal)
  }
  return part
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
