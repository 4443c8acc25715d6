import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../../../core/app-error.ts'
import { sendPageImage, sendStoredFile } from '../../../http/stored-file-response.ts'
import { fieldOf } from '../../../core/public-page/page-request.ts'
import { goTo } from '../../../http/public-pages.ts'
import type { LinkRecordService } from './link-records.service.ts'
import type { LinkRequests } from './link-requests.ts'

type OwnFile = Awaited<ReturnType<LinkRecordService['findFile']>>

const createFileSender =
  ({ links }: LinkRequests) =>
  (request: FastifyRequest, reply: FastifyReply, file: OwnFile) =>
    sendStoredFile(
      request,
      reply,
      file,
      (range) => links.records.open(file, range),
      fieldOf(request.query, 'download') === '1' ? 'attachment' : 'inline',
    )

/** The files of a report. @param place its address */
export const linkFileRoutes = (app: FastifyInstance, place: string, requests: LinkRequests): void => {
  const { links, visitOf, contextOf, recordOpening } = requests
  const sendFile = createFileSender(requests)

  app.get(`${place}/page`, async (request, reply) => {
    const visit = await visitOf(request)
    const { state, link } = visit
    if (state !== 'open') throw notFound()
    await recordOpening(request, visit)
    return sendPageImage(request, reply, await links.records.firstPage(link))
  })

  app.get(`${place}/file`, async (request, reply) => {
    const visit = await visitOf(request)
    if (visit.state !== 'open') return goTo(reply, (await contextOf(request, reply, visit)).href())
    await recordOpening(request, visit)
    return sendFile(request, reply, await links.records.findFile(visit.link))
  })

  app.get(`${place}/slip`, async (request, reply) => {
    const visit = await visitOf(request)
    if (visit.state !== 'open') return goTo(reply, (await contextOf(request, reply, visit)).href())
    await recordOpening(request, visit)
    const slip = await links.records.findSlip(visit.link)
    if (!slip) throw notFound()
    return sendFile(request, reply, slip)
  })
}

/** The patient's other reports, after a code. */
export const linkRecordFileRoutes = (app: FastifyInstance, requests: LinkRequests): void => {
  const { links, visitorOf, visitOf, contextOf } = requests
  const sendFile = createFileSender(requests)

  app.get('/:token/reports/:reportId/file', async (request, reply) => {
    const visit = await visitOf(request)
    const { state, link } = visit
    if (state !== 'open' || !link.hasCode)
      return goTo(reply, (await contextOf(request, reply, visit)).linkHref(state === 'open' ? '/code' : ''))
    const id = fieldOf(request.params, 'reportId')
    if (!/^[1-9]\d{0,14}$/.test(id)) throw notFound()
    const file = await links.records.findFile(link, Number(id))
    // Also for a range request: a file is readable without its first bytes.
    await links.records.recordFurtherOpening(visitorOf(request), link, file)
    return sendFile(request, reply, file)
  })
}
