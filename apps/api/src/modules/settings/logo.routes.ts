import { createHash } from 'node:crypto'
import { contract, LOGO_PART, REFUSAL, SUCCESS } from '@zelab/contract'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { callerOf, serve, serveFile } from '../../http/serve.ts'
import { LOGO_MAX_BYTES, refusedLogo, type LogoService } from './logo.service.ts'

const TOO_LARGE = 'FST_REQ_FILE_TOO_LARGE'
const YEAR_SECONDS = 31_536_000

const readLogoPart = async (request: FastifyRequest): Promise<Buffer> => {
  if (!request.isMultipart()) throw refusedLogo('UNSUPPORTED_MEDIA', REFUSAL.logoPart)
  try {
    const part = await request.file({ limits: { fileSize: LOGO_MAX_BYTES } })
    if (part?.fieldname === LOGO_PART) return await part.toBuffer()
    part?.file.resume()
  } catch (error) {
    const { code, statusCode } = error as FastifyError
    if (code === TOO_LARGE) throw refusedLogo('TOO_LARGE', REFUSAL.logoTooLarge)
    // What is wrong with the form itself (no boundary, say) comes without a status.
    if (statusCode) throw error
  }
  throw refusedLogo('INVALID', REFUSAL.logoPart)
}

export const logoRoutes = (app: FastifyInstance, { logo }: { logo: LogoService }): void => {
  serve(app, contract.settings.updateLogo, async (_, request) => ({
    message: SUCCESS.saved,
    data: await logo.update(callerOf(request), await readLogoPart(request)),
  }))
  serve(app, contract.settings.removeLogo, async (_, request) => ({
    message: SUCCESS.logoRemoved,
    data: await logo.remove(callerOf(request)),
  }))
  serveFile(app, contract.settings.readLogo, async ({ query }, request, reply) => {
    const { content, mediaType, version } = await logo.read()
    const etag = `"${createHash('sha256').update(content).digest('base64url')}"`
    void reply.headers({
      etag,
      'cache-control':
        query.v === String(version) ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    })
    if (request.headers['if-none-match'] === etag) return reply.status(304).send()
    return reply.type(mediaType).send(content)
  })
}
