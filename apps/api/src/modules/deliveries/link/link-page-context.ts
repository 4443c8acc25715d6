import { shownDay, shownMoment, type SupportContact } from '@zelab/contract'
import type { FastifyRequest } from 'fastify'
import { browserLanguageOf, chosenLanguageOf, fieldOf } from '../../../core/public-page/page-request.ts'
import type { PageContext } from './pages/page-context.ts'
import type { Link } from './links.repository.ts'
import { textsOf } from './texts.ts'

export const linkTokenOf = (request: FastifyRequest): string => fieldOf(request.params, 'token')

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
  const base = `/r/${encodeURIComponent(linkTokenOf(request))}`
  const addressOf = (path: string, query: Record<string, string>) => {
    const search = new URLSearchParams(query).toString()
    return `${base}${path}${search && `?${search}`}`
  }
  // The answer to a form has no page to reload, so the language switch links to the page of the same path.
  const below = request.url.split('?', 1)[0]?.slice(base.length) ?? ''
  const ownPath = ['/code', '/pass', '/reports', '/views'].includes(below) ? below : ''
  const page = fieldOf(request.query, 'page')
  return {
    language,
    texts: textsOf(language),
    lab: of.link && {
      name: of.link.labName,
      phone: of.link.labPhone ?? of.support?.supportPhone ?? null,
    },
    otherLanguageHref: addressOf(ownPath, {
      ...(page !== '' && { page }),
      lang: language === 'en' ? 'ar' : 'en',
    }),
    href: (path = '', query = {}) =>
      addressOf(path, { ...query, ...(chosen && chosen !== of.link?.language && { lang: chosen }) }),
    formKey: of.formKey,
    supportHours: of.support?.supportHours ?? null,
    shownDay: (instant) => shownDay(language, instant, of.timeZone),
    shownTime: (instant) => shownMoment(language, instant, of.timeZone),
  }
}
