import type { FastifyInstance, FastifyReply } from 'fastify'
import { goTo, sendPage } from '../../../http/public-pages.ts'
import type { LinkRequests } from './link-requests.ts'
import type { Visit } from './link-state.ts'
import type { PageContext } from './pages/page-context.ts'
import { passPage } from './pages/pass-page.ts'

const TOO_MANY = 429

/** @param place the address of the report */
export const linkPassRoutes = (
  app: FastifyInstance,
  place: string,
  requests: LinkRequests,
  host: string,
): void => {
  const { links, visitorOf, visitOf, contextOf, recordOpening } = requests

  const sendPassPage = async (
    reply: FastifyReply,
    context: PageContext,
    link: Visit['link'],
    { status = 200, ...created }: { status?: number; pass?: string; error?: string } = {},
  ) => {
    const { reportId, version } = link
    const [code, newest, slip] = await Promise.all([
      links.codeOf({ reportId, version }),
      links.passes.findNewest(link.id),
      links.records.findSlip(link),
    ])
    const page = passPage(context, { host, code, hasSlip: slip !== undefined, newest, ...created })
    return sendPage(reply, page, status)
  }

  app.get(`${place}/pass`, async (request, reply) => {
    const visit = await visitOf(request)
    const context = await contextOf(request, reply, visit)
    if (visit.state !== 'open') return goTo(reply, context.href())
    await recordOpening(request, visit)
    return sendPassPage(reply, context, visit.link)
  })

  app.post(`${place}/pass`, { config: { hasFormKey: true } }, async (request, reply) => {
    const visit = await visitOf(request)
    const context = await contextOf(request, reply, visit)
    if (visit.state !== 'open') return goTo(reply, context.href())
    await recordOpening(request, visit)
    const pass = await links.passes.create(visitorOf(request), visit.link)
    return pass === undefined
      ? sendPassPage(reply, context, visit.link, { status: TOO_MANY, error: context.texts.passTooMany })
      : sendPassPage(reply, context, visit.link, { pass })
  })
}
