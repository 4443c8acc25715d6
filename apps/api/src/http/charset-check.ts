import type { FastifyInstance } from 'fastify'
import { AppError } from '../core/app-error.ts'

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/gi
const READABLE = new Set(['utf-8', 'utf8', 'us-ascii'])

/** Refuses a body in another charset: read as UTF-8 its text would be stored as something else than was sent. */
export const refuseUnknownCharsets = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, _, done) => {
    const charsets = [...(request.headers['content-type'] ?? '').matchAll(CHARSET)]
    const isReadable = charsets.every(([, charset = '']) => READABLE.has(charset.toLowerCase()))
    done(isReadable ? undefined : new AppError('UNSUPPORTED_MEDIA', 'UNKNOWN_CHARSET'))
  })
}
