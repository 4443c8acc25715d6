import { todayIn, withLatinDigits, withoutInvisible } from '@zelab/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../../../core/app-error.ts'
import { fieldOf } from '../../../core/public-page/page-request.ts'
import { goTo, sendPage } from '../../../http/public-pages.ts'
import { linkTokenOf, pageNumberOf } from './link-page-context.ts'
import type { LinkRequests } from './link-requests.ts'
import type { Visit } from './link-state.ts'
import { codePage } from './pages/code-page.ts'
import { identifyPage, type IdentifiedLink, type IdentifyForm } from './pages/identify-page.ts'
import type { PageContext } from './pages/page-context.ts'
import { reportsPage, viewsPage } from './pages/list-pages.ts'
import {
  endedByStaffPage,
  endedPage,
  expectedPage,
  heldPage,
  lockedPage,
  renewedPage,
  withdrawnPage,
} from './pages/message-pages.ts'
import { reportPage } from './pages/report-page.ts'
import { readBirthDate } from './typed-birth-date.ts'
import { LINK_PAGES, LINK_TRIES } from './link-limits.ts'

const GONE = 410
const UNACCEPTED = 422
const TOO_MANY = 429

const FORM = { config: { hasFormKey: true } }

export const linkPageRoutes = (app: FastifyInstance, requests: LinkRequests): void => {
  const { links, settings, cookies, visitorOf, findVisit, visitOf, visitLinkOf, contextOf } = requests

  const identifyWith = async (
    context: PageContext,
    { link }: { link: IdentifiedLink },
    form: IdentifyForm = {},
  ) => {
    const { dateOrder: order } = await settings.pageSettings()
    return identifyPage(context, link, { order, ...form })
  }

  const sendState = async (request: FastifyRequest, reply: FastifyReply, visit: Visit) => {
    const context = await contextOf(request, reply, visit)
    switch (visit.state) {
      case 'ended-by-staff':
        return sendPage(reply, endedByStaffPage(context), GONE)
      case 'ended':
        return sendPage(reply, endedPage(context), GONE)
      case 'locked':
        return sendPage(reply, lockedPage(context, visit.link))
      case 'unidentified':
        return sendPage(reply, await identifyWith(context, visit))
      case 'withdrawn':
        return sendPage(reply, withdrawnPage(context))
      case 'suspended':
      case 'held':
        return sendPage(reply, heldPage(context, visit.state))
      case 'code-needed':
        return goTo(reply, context.href('/code'))
      case 'open':
        return sendPage(
          reply,
          reportPage(context, visit.link, {
            canSendCode: visit.link.hasCode || (await links.codes.canSend(visit.link)),
          }),
        )
    }
  }

  /** Before the link of a visit has become one to a report. */
  const sendExpected = async (request: FastifyRequest, reply: FastifyReply) => {
    const link = await visitLinkOf(request)
    const context = await contextOf(request, reply, { link })
    if (link.isEnded) return sendPage(reply, endedByStaffPage(context), GONE)
    return sendPage(
      reply,
      link.report
        ? await identifyWith(context, { link: link.report })
        : expectedPage(context, { at: link.expectedAt, isLate: link.isLate }),
    )
  }

  app.get('/:token', async (request, reply) => {
    const visit = await findVisit(request)
    return visit ? sendState(request, reply, visit) : sendExpected(request, reply)
  })

  app.post('/:token', FORM, async (request, reply) => {
    await links.visitLinks.becomeReportLink(visitorOf(request))
    const visit = await findVisit(request)
    if (!visit) return sendExpected(request, reply)
    const context = await contextOf(request, reply, visit)
    if (visit.state !== 'unidentified' && visit.state !== 'locked') return goTo(reply, context.href())
    const typed = {
      day: fieldOf(request.body, 'day'),
      month: fieldOf(request.body, 'month'),
      year: fieldOf(request.body, 'year'),
    }
    const read = readBirthDate(typed, todayIn(await settings.timeZone()))
    if ('problem' in read) {
      const error = context.texts.birthDateProblems[read.problem]
      return sendPage(reply, await identifyWith(context, visit, { typed, error }), UNACCEPTED)
    }
    const result = await links.access.identify(visitorOf(request), read.date)
    if (!result) return goTo(reply, context.href())
    if (result.outcome === 'identified') {
      cookies.setSession(reply, result.session)
      if (result.device) cookies.setDevice(reply, linkTokenOf(request), result.device, result.link.expiresAt)
      return goTo(reply, context.href())
    }
    const { link, state } = result.visit
    if (state !== 'unidentified') return sendState(request, reply, result.visit)
    const limit = link.wrongTries < LINK_TRIES.untilLock ? LINK_TRIES.untilLock : LINK_TRIES.untilEnd
    const error = context.texts.wrongDate(limit - link.wrongTries)
    return sendPage(reply, await identifyWith(context, result.visit, { typed, error }), UNACCEPTED)
  })

  const sendCodePage = async (
    request: FastifyRequest,
    reply: FastifyReply,
    visit: Visit,
    { status = 200, ...form }: { status?: number; typed?: string; error?: string | undefined } = {},
  ) => {
    const context = await contextOf(request, reply, visit)
    const { link, state } = visit
    const contact = await links.codes.findContact(link)
    return sendPage(
      reply,
      codePage(context, {
        contact,
        canEnter: typeof contact !== 'string' && (await links.codes.hasUsable(link)),
        backHref: state === 'open' ? context.href() : undefined,
        ...form,
      }),
      status,
    )
  }
  const mayEnterCode = ({ state, link }: Visit) =>
    state === 'code-needed' || (state === 'open' && !link.hasCode)

  app.get('/:token/code', async (request, reply) => {
    const visit = await visitOf(request)
    return mayEnterCode(visit) ? sendCodePage(request, reply, visit) : sendState(request, reply, visit)
  })

  app.post('/:token/send-code', FORM, async (request, reply) => {
    const visit = await visitOf(request)
    const context = await contextOf(request, reply, visit)
    if (!mayEnterCode(visit)) return goTo(reply, context.href())
    const outcome = await links.codes.request(visitorOf(request))
    return outcome === 'too-many'
      ? sendCodePage(request, reply, visit, { status: TOO_MANY, error: context.texts.codeTooMany })
      : goTo(reply, context.href('/code'))
  })

  app.post('/:token/code', FORM, async (request, reply) => {
    const visit = await visitOf(request)
    const { texts, href } = await contextOf(request, reply, visit)
    if (!mayEnterCode(visit)) return goTo(reply, href())
    const typed = fieldOf(request.body, 'code')
    const code = withLatinDigits(withoutInvisible(typed)).replace(/[\s-]/g, '')
    if (!/^\d{6}$/.test(code))
      return sendCodePage(request, reply, visit, { status: UNACCEPTED, typed, error: texts.codeMalformed })
    const entry = await links.codes.enter(visitorOf(request), code)
    if (entry.outcome === 'refused') return goTo(reply, href())
    if (entry.outcome === 'wrong') {
      const error = entry.canRetry ? texts.codeWrong : texts.codeUsedUp
      return sendCodePage(request, reply, visit, { status: UNACCEPTED, typed, error })
    }
    cookies.setSession(reply, entry.session)
    return goTo(reply, href(entry.wasOpen ? '/reports' : ''))
  })

  app.post('/:token/renew', FORM, async (request, reply) => {
    const visit = await visitOf(request)
    const context = await contextOf(request, reply, visit)
    if (visit.state !== 'ended' && visit.state !== 'locked') return goTo(reply, context.href())
    await links.renewals.request(visitorOf(request))
    return sendPage(reply, renewedPage(context))
  })

  app.post('/:token/close', FORM, async (request, reply) => {
    const { href } = await contextOf(request, reply, await visitOf(request))
    await links.access.close(visitorOf(request))
    cookies.clearSession(reply)
    return goTo(reply, href())
  })

  const confirmedPage = (
    path: string,
    show: (visit: Visit, page: number, context: PageContext) => Promise<string>,
  ) =>
    app.get(`/:token/${path}`, async (request, reply) => {
      const visit = await visitOf(request)
      const context = await contextOf(request, reply, visit)
      if (visit.state !== 'open') return goTo(reply, context.href())
      if (!visit.link.hasCode) return goTo(reply, context.href('/code'))
      return sendPage(reply, await show(visit, pageNumberOf(request, LINK_PAGES), context))
    })
  confirmedPage('reports', async ({ link }, page, context) =>
    reportsPage(context, link, await links.records.listReports(link, page)),
  )
  // Only the patient sees the view history.
  confirmedPage('views', async ({ link }, page, context) => {
    if (link.delegateId !== null) throw notFound()
    return viewsPage(context, await links.records.listViews(link, page))
  })
}
