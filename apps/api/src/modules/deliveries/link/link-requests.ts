import type { FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../../../core/app-error.ts'
import type { SettingsService } from '../../settings/settings.service.ts'
import type { LinkVisitor } from './link-access.service.ts'
import type { LinkCookies } from './link-cookies.ts'
import { linkTokenOf, pageContextOf, type PageLink } from './link-page-context.ts'
import type { Visit } from './link-state.ts'
import type { LinkService } from './links.service.ts'
import type { PageContext } from './pages/page-context.ts'
import type { VisitLink } from './visit-links.repository.ts'

export const createLinkRequests = ({
  links,
  settings,
  cookies,
}: {
  links: LinkService
  settings: Pick<SettingsService, 'timeZone' | 'pageSettings' | 'supportContact'>
  cookies: LinkCookies
}) => {
  const found = new WeakMap<FastifyRequest, PageLink>()

  const visitorOf = (request: FastifyRequest): LinkVisitor => ({
    linkToken: linkTokenOf(request),
    session: cookies.readSession(request),
    device: cookies.readDevice(request),
    address: request.ip,
    requestId: request.id,
  })

  /** Continues an open session. */
  const findVisit = async (request: FastifyRequest): Promise<Visit | undefined> => {
    const visit = await links.access.find(visitorOf(request))
    if (!visit) return undefined
    found.set(request, visit.link)
    if (['withdrawn', 'held', 'code-needed', 'open'].includes(visit.state))
      await links.access.touch(visitorOf(request))
    return visit
  }

  return {
    links,
    settings,
    cookies,
    visitorOf,

    findVisit,

    /** Throws for unknown links. */
    visitOf: async (request: FastifyRequest): Promise<Visit> => {
      const visit = await findVisit(request)
      if (!visit) throw notFound()
      return visit
    },

    /** Throws for unknown links. */
    visitLinkOf: async (request: FastifyRequest): Promise<VisitLink> => {
      const link = await links.visitLinks.find(linkTokenOf(request))
      if (!link) throw notFound()
      found.set(request, link)
      return link
    },

    contextOf: async (
      request: FastifyRequest,
      reply: FastifyReply,
      { link }: { link: PageLink },
    ): Promise<PageContext> => {
      const formKey = links.formKeys.keyOf(cookies.ensureForm(request, reply), linkTokenOf(request))
      return pageContextOf(request, {
        link,
        formKey,
        timeZone: await settings.timeZone(),
        support: await settings.supportContact(),
      })
    },

    failureContextOf: (request: FastifyRequest): PageContext =>
      pageContextOf(request, { link: found.get(request), formKey: '', timeZone: undefined }),
  }
}
export type LinkRequests = ReturnType<typeof createLinkRequests>
