import { createHash } from 'node:crypto'
import {
  contract,
  LETTERHEAD_LOGO_PART,
  REPORT_FILE_PART,
  SIGNATURE_PART,
  TRIAL_FILE_MAX_MB,
} from '@zelab/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../core/app-error.ts'
import { readWhole } from '../../../core/file-part.ts'
import { filePartOf, MEGABYTE } from '../../../http/file-part.ts'
import { serve, serveFile } from '../../../http/serve.ts'
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

const sendPage = (request: FastifyRequest, reply: FastifyReply, page: Uint8Array) => {
  const content = Buffer.from(page)
  return sendPageImage(request, reply, {
    content,
    checksum: createHash('sha256').update(content).digest('hex'),
  })
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
  serve(app, endpoints.getLetterhead, ({ params, caller }) => letterheads.get(caller, params.id))
  serve(app, endpoints.updateLetterhead, ({ params, body, caller }) =>
    letterheads.update(caller, params.id, body),
  )
  serveFile(app, endpoints.previewLetterhead, async ({ params, body, caller }, request, reply) =>
    sendPage(request, reply, await letterheads.preview(caller, params.id, body)),
  )
  serveFile(app, endpoints.tryLetterhead, async ({ params, caller }, request, reply) =>
    sendPage(
      request,
      reply,
      await letterheads.tryFile(caller, params.id, async () => {
        const { fileName, content } = await filePartOf(request, reply, {
          name: REPORT_FILE_PART,
          refusal: 'FILE_PART_MISSING',
          maxBytes: TRIAL_FILE_MAX_MB * MEGABYTE,
          tooLarge: () => new AppError('TOO_LARGE', 'FILE_TOO_LARGE', { field: REPORT_FILE_PART }),
        })
        return { fileName, content: await readWhole(content) }
      }),
    ),
  )
  serveFile(app, endpoints.readLetterheadLogo, async ({ params, caller }, _, reply) =>
    sendPicture(reply, await pictures.readLogo(caller, params.id)),
  )
  serve(app, endpoints.updateLetterheadLogo, async ({ params, caller }, request, reply) => {
    await pictures.updateLogo(caller, params.id, await readPicturePart(request, reply, LETTERHEAD_LOGO_PART))
    return await letterheads.get(caller, params.id)
  })
  serve(app, endpoints.removeLetterheadLogo, async ({ params, caller }) => {
    await pictures.removeLogo(caller, params.id)
    return await letterheads.get(caller, params.id)
  })
  serve(app, endpoints.getSignature, ({ caller }) => pictures.getSignature(caller))
  serveFile(app, endpoints.readSignature, async ({ caller }, _, reply) =>
    sendPicture(reply, await pictures.readSignature(caller)),
  )
  serve(app, endpoints.updateSignature, async ({ caller }, request, reply) => {
    await pictures.updateSignature(caller, await readPicturePart(request, reply, SIGNATURE_PART))
    return await pictures.getSignature(caller)
  })
  serve(app, endpoints.removeSignature, async ({ caller }) => {
    await pictures.removeSignature(caller)
    return await pictures.getSignature(caller)
  })
}
