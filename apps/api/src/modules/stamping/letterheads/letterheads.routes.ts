import { createHash } from 'node:crypto'
import { contract, LETTERHEAD_LOGO_PART, SIGNATURE_PART, SUCCESS } from '@zelab/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../core/app-error.ts'
import { readWhole } from '../../../core/file-part.ts'
import { filePartOf } from '../../../http/file-part.ts'
import { callerOf, serve, serveFile } from '../../../http/serve.ts'
import { sendPageImage } from '../../../http/stored-file-response.ts'
import type { LetterheadService } from './letterheads.service.ts'
import { PICTURE_MAX_BYTES, type PictureService, type StoredPicture } from './pictures.service.ts'

const readPicturePart = async (
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
): Promise<Buffer> => {
  const { content } = await filePartOf(request, reply, {
    name,
    refusal: 'PICTURE_PART_MISSING',
    maxBytes: PICTURE_MAX_BYTES,
    tooLarge: () => new AppError('TOO_LARGE', 'PICTURE_TOO_LARGE', { field: name }),
  })
  return readWhole(content)
}

/** Each new picture has a new address, so a private cache may keep it. */
const sendPicture = (reply: FastifyReply, { content, mediaType }: StoredPicture) =>
  reply
    .headers({
      'cache-control': 'private, max-age=3600',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    })
    .type(mediaType)
    .send(content)

export const letterheadRoutes = (
  app: FastifyInstance,
  { letterheads, pictures }: { letterheads: LetterheadService; pictures: PictureService },
): void => {
  const { letterheads: endpoints } = contract
  serve(app, endpoints.getLetterhead, async ({ params }, request) => ({
    data: await letterheads.get(callerOf(request), params.id),
  }))
  serve(app, endpoints.updateLetterhead, async ({ params, body }, request) => ({
    message: SUCCESS.saved,
    data: await letterheads.update(callerOf(request), params.id, body),
  }))
  serveFile(app, endpoints.previewLetterhead, async ({ params, body }, request, reply) => {
    const content = Buffer.from(await letterheads.preview(callerOf(request), params.id, body))
    return sendPageImage(request, reply, {
      content,
      checksum: createHash('sha256').update(content).digest('hex'),
    })
  })
  serveFile(app, endpoints.readLetterheadLogo, async ({ params }, request, reply) =>
    sendPicture(reply, await pictures.readLogo(callerOf(request), params.id)),
  )
  serve(app, endpoints.updateLetterheadLogo, async ({ params }, request, reply) => {
    const caller = callerOf(request)
    await pictures.updateLogo(caller, params.id, await readPicturePart(request, reply, LETTERHEAD_LOGO_PART))
    return { message: SUCCESS.saved, data: await letterheads.get(caller, params.id) }
  })
  serve(app, endpoints.removeLetterheadLogo, async ({ params }, request) => {
    const caller = callerOf(request)
    await pictures.removeLogo(caller, params.id)
    return { message: SUCCESS.saved, data: await letterheads.get(caller, params.id) }
  })
  serve(app, endpoints.getSignature, async (_, request) => ({
    data: await pictures.getSignature(callerOf(request)),
  }))
  serveFile(app, endpoints.readSignature, async (_, request, reply) =>
    sendPicture(reply, await pictures.readSignature(callerOf(request))),
  )
  serve(app, endpoints.updateSignature, async (_, request, reply) => {
    const caller = callerOf(request)
    await pictures.updateSignature(caller, await readPicturePart(request, reply, SIGNATURE_PART))
    return { message: SUCCESS.saved, data: await pictures.getSignature(caller) }
  })
  serve(app, endpoints.removeSignature, async (_, request) => {
    const caller = callerOf(request)
    await pictures.removeSignature(caller)
    return { message: SUCCESS.saved, data: await pictures.getSignature(caller) }
  })
}
