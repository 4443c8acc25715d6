import type { FastifyInstance } from 'fastify'
import { AppError } from '../core/app-error.ts'

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/gi
const READABLE = new Set(['utf-8', 'utf8', 'us-ascii'])

/** Rejects bodies in other charsets: decoded as UTF-8, their text would be stored garbled. */
export const refuseUnknownCharsets = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, _, done) => {
    const charsets = [...(request.headers['content-type'] ?? '').matchAll(CHARSET)]
    const isReadable = charsets.every(([, charset = '']) => READABLE.has(charset.toLowerCase()))
    done(isReadable ? undefined : new AppError('UNSUPPORTED_MEDIA', 'UNKNOWN_CHARSET'))
  })
}
