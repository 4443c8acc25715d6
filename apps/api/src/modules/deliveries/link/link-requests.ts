import type { FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../../../core/app-error.ts'
import type { SettingsService } from '../../settings/settings.service.ts'
import type { LinkVisitor } from './link-access.service.ts'
import type { LinkCookies } from './link-cookies.ts'
import {
  isDocumentAddress,
  linkTokenOf,
  pageContextOf,
  reportIdOf,
  type PageLink,
} from './link-page-context.ts'
import type { SlipVisit, Visit } from './link-state.ts'
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
  const found = new WeakMap<FastifyRequest, PageLink>()
  const documents = new WeakMap<FastifyRequest, Visit>()

  const visitorOf = (request: FastifyRequest): LinkVisitor => {
    const link = documents.get(request)?.link
    return {
      linkToken: linkTokenOf(request),
      session: cookies.readSession(request),
      device: cookies.readDevice(request),
      address: request.ip,
      requestId: request.id,
      ...(link && link.slipId !== null && { document: { slipId: link.slipId, reportId: link.reportId } }),
    }
  }

  /** Continues an open session. */
  const findVisit = async (request: FastifyRequest): Promise<Visit | undefined> => {
    const visit = documents.get(request) ?? (await links.access.find(visitorOf(request)))
    if (!visit) return undefined
    found.set(request, visit.link)
    if (['withdrawn', 'held', 'code-needed', 'open'].includes(visit.state))
      await links.access.touch(visitorOf(request))
    return visit
  }

  /** The link to a visit. Continues an open session. */
  const findSlip = async (request: FastifyRequest): Promise<SlipVisit | undefined> => {
    const visit = await links.slips.find(visitorOf(request))
    if (!visit) return undefined
    found.set(request, visit.slip)
    if (visit.slip.hasSession) await links.access.touch(visitorOf(request))
    return visit
  }

  /** The report of a visit that the address names, otherwise its first one. Undefined without identification. */
  const documentOf = async (request: FastifyRequest, visit: SlipVisit): Promise<Visit | undefined> => {
    if (visit.state !== 'open' && visit.state !== 'code-needed') return undefined
    const id = isDocumentAddress(request) ? reportIdOf(request) : String(visit.reports[0]?.id)
    const report = visit.reports.find((one) => String(one.id) === id)
    const document = report && (await links.slips.findDocument(visitorOf(request), visit, report.id))
    if (document) documents.set(request, document)
    return document
  }

  return {
    links,
    settings,
    cookies,
    visitorOf,

    findVisit,

    findSlip,

    documentOf,

    /** A report of a visit is opened when it is shown; other links note that with the date of birth. */
    recordOpening: (request: FastifyRequest, { state, link }: Visit): Promise<void> =>
      state === 'open' ? links.slips.recordOpening(visitorOf(request), link) : Promise.resolve(),

    /** Throws for unknown links. */
    visitOf: async (request: FastifyRequest): Promise<Visit> => {
      const visit = await findVisit(request)
      if (!visit) throw notFound()
      return visit
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
