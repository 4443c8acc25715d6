import { contract, LOGO_PART } from '@zelab/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readWhole } from '../../core/file-part.ts'
import { filePartOf } from '../../http/file-part.ts'
import { serve, serveFile } from '../../http/serve.ts'
import { LOGO_MAX_BYTES, refusedLogo, type LogoService } from './logo.service.ts'

const YEAR_SECONDS = 31_536_000

const readLogoPart = async (request: FastifyRequest, reply: FastifyReply): Promise<Buffer> => {
  const { content } = await filePartOf(request, reply, {
    name: LOGO_PART,
    refusal: 'LOGO_PART_MISSING',
    maxBytes: LOGO_MAX_BYTES,
    tooLarge: () => refusedLogo('TOO_LARGE', 'LOGO_TOO_LARGE'),
  })
  return readWhole(content)
}

export const logoRoutes = (app: FastifyInstance, { logo }: { logo: LogoService }): void => {
  serve(app, contract.settings.updateLogo, async ({ caller }, request, reply) =>
    logo.update(caller, await readLogoPart(request, reply)),
  )
  serve(app, contract.settings.removeLogo, ({ caller }) => logo.remove(caller))
  serveFile(app, contract.settings.readLogo, async ({ query }, request, reply) => {
    const { content, mediaType, version } = await logo.read()
    const etag = `"${version}"`
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
