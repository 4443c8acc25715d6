import { shownDay, shownMoment, type SupportContact } from '@zelab/contract'
import type { FastifyRequest } from 'fastify'
import { browserLanguageOf, chosenLanguageOf, fieldOf } from '../../../core/public-page/page-request.ts'
import type { PageContext } from './pages/page-context.ts'
import type { Link } from './links.repository.ts'
import { textsOf } from './texts.ts'

export const linkTokenOf = (request: FastifyRequest): string => fieldOf(request.params, 'token')

export const reportIdOf = (request: FastifyRequest): string => fieldOf(request.params, 'reportId')

/** The page of one report below the link to its visit. */
export const documentAddress = (link: string, reportId: string | number): string =>
  `${link}/documents/${reportId}`

/** Other pages have a report in their address, too. */
export const isDocumentAddress = (request: FastifyRequest): boolean =>
  request.routeOptions.url?.includes(documentAddress('', ':reportId')) ?? false

export const pageNumberOf = (request: FastifyRequest, last: number): number => {
  const page = Number(/^\d{1,4}$/.exec(fieldOf(request.query, 'page'))?.[0] ?? 1)
  return Math.min(Math.max(page, 1), last)
}

/** The lab and the language of a page. */
export type PageLink = Pick<Link, 'language' | 'labName' | 'labPhone'>

export const pageContextOf = (
  request: FastifyRequest,
  of: {
    link: PageLink | undefined
    formKey: string
    timeZone: string | undefined
    support?: Omit<SupportContact, 'supportEmail'>
  },
): PageContext => {
  const chosen = chosenLanguageOf(request)
  const preset = of.link?.language ?? browserLanguageOf(request)
  const language = chosen ?? preset
  const link = `/r/${encodeURIComponent(linkTokenOf(request))}`
  const path = request.url.split('?', 1)[0] ?? ''
  const base = isDocumentAddress(request) ? documentAddress(link, reportIdOf(request)) : link
  const addressOf = (address: string, query: Record<string, string>) => {
    const search = new URLSearchParams(query).toString()
    return `${address}${search && `?${search}`}`
  }
  const keepingLanguage = (query: Record<string, string>) => ({
    ...query,
    ...(chosen && chosen !== of.link?.language && { lang: chosen }),
  })
  // The answer to a form has no page to reload, so the language switch links to the page of the same path.
  const shownPath = path.slice(base.length)
  const ownPath = ['/code', '/pass', '/reports', '/views'].includes(shownPath) ? shownPath : ''
  const page = fieldOf(request.query, 'page')
  return {
    language,
    texts: textsOf(language),
    lab: of.link && {
      name: of.link.labName,
      phone: of.link.labPhone ?? of.support?.supportPhone ?? null,
    },
    otherLanguageHref: addressOf(`${base}${ownPath}`, {
      ...(page !== '' && { page }),
      lang: language === 'en' ? 'ar' : 'en',
    }),
    href: (below = '', query = {}) => addressOf(`${base}${below}`, keepingLanguage(query)),
    linkHref: (below = '', query = {}) => addressOf(`${link}${below}`, keepingLanguage(query)),
    isDocument: base !== link,
    formKey: of.formKey,
    supportHours: of.support?.supportHours ?? null,
    shownDay: (instant) => shownDay(language, instant, of.timeZone),
    shownTime: (instant) => shownMoment(language, instant, of.timeZone),
  }
}
