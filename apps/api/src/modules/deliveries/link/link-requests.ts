import type { FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../../../core/app-error.ts'
import type { SettingsService } from '../../settings/settings.service.ts'
import type { LinkVisitor } from './link-access.service.ts'
import type { LinkCookies } from './link-cookies.ts'
import { linkTokenOf, pageContextOf } from './link-page-context.ts'
import type { Visit } from './link-state.ts'
import type { LinkService } from './links.service.ts'
import type { PageContext } from './pages/page-context.ts'

export const createLinkRequests = ({
  links,
  settings,
  cookies,
}: {
  links: LinkService
  settings: Pick<SettingsService, 'timeZone' | 'pageSettings' | 'supportContact'>
  cookies: LinkCookies
}) => {
  const found = new WeakMap<FastifyRequest, Visit>()

  const visitorOf = (request: FastifyRequest): LinkVisitor => ({
    linkToken: linkTokenOf(request),
    session: cookies.readSession(request),
    device: cookies.readDevice(request),
    address: request.ip,
    requestId: request.id,
  })

  return {
    links,
    settings,
    cookies,
    visitorOf,

    /** Throws for unknown links. Continues an open session. */
    visitOf: async (request: FastifyRequest): Promise<Visit> => {
      const visit = await links.access.find(visitorOf(request))
      if (!visit) throw notFound()
      found.set(request, visit)
      if (['withdrawn', 'held', 'code-needed', 'open'].includes(visit.state))
        await links.access.touch(visitorOf(request))
      return visit
    },

    contextOf: async (request: FastifyRequest, reply: FastifyReply, visit: Visit): Promise<PageContext> => {
      const formKey = links.formKeys.keyOf(cookies.ensureForm(request, reply), linkTokenOf(request))
      return pageContextOf(request, {
        visit,
        formKey,
        timeZone: await settings.timeZone(),
        support: await settings.supportContact(),
      })
    },

    failureContextOf: (request: FastifyRequest): PageContext =>
      pageContextOf(request, { visit: found.get(request), formKey: '', timeZone: undefined }),
  }
}
export type LinkRequests = ReturnType<typeof createLinkRequests>
