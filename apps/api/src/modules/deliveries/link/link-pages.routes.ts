import { todayIn } from '@zelab/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../../../core/app-error.ts'
import { fieldOf } from '../../../core/public-page/page-request.ts'
import { goTo, sendPage } from '../../../http/public-pages.ts'
import type { LinkAnswers } from './link-answers.routes.ts'
import { linkTokenOf, pageNumberOf } from './link-page-context.ts'
import type { LinkRequests } from './link-requests.ts'
import { isRenewable, type SlipVisit, type Visit } from './link-state.ts'
import type { PageContext } from './pages/page-context.ts'
import { reportsPage, viewsPage } from './pages/list-pages.ts'
import { renewedPage } from './pages/message-pages.ts'
import { readBirthDate, type TypedBirthDate } from './typed-birth-date.ts'
import { LINK_PAGES, LINK_TRIES, SLIP_DEVICE_DAYS } from './link-limits.ts'

const UNACCEPTED = 422

const FORM = { config: { hasFormKey: true } }

/** Latest end of the cookie of a visit's first device; the promise may move. */
const lastDeviceDay = () => new Date(Date.now() + SLIP_DEVICE_DAYS * 86_400_000).toISOString()

const typedIn = (request: FastifyRequest): TypedBirthDate => ({
  day: fieldOf(request.body, 'day'),
  month: fieldOf(request.body, 'month'),
  year: fieldOf(request.body, 'year'),
})

const triesLeftOf = ({ wrongTries }: { wrongTries: number }): number =>
  (wrongTries < LINK_TRIES.untilLock ? LINK_TRIES.untilLock : LINK_TRIES.untilEnd) - wrongTries

export const linkPageRoutes = (
  app: FastifyInstance,
  requests: LinkRequests,
  { identifyWith, identifySlip, sendState, sendSlip }: LinkAnswers,
): void => {
  const { links, settings, cookies, visitorOf, findSlip, visitOf, contextOf } = requests

  const readDate = async (request: FastifyRequest) => {
    const typed = typedIn(request)
    return { typed, read: readBirthDate(typed, todayIn(await settings.timeZone())) }
  }

  app.get('/:token', async (request, reply) => {
    const slip = await findSlip(request)
    return slip ? sendSlip(request, reply, slip) : sendState(request, reply, await visitOf(request))
  })

  const identifyVisit = async (request: FastifyRequest, reply: FastifyReply, visit: SlipVisit) => {
    const context = await contextOf(request, reply, { link: visit.slip })
    if (visit.state !== 'unidentified') {
      const isOver = visit.state !== 'locked' && visit.state !== 'open' && visit.state !== 'code-needed'
      return isOver ? sendSlip(request, reply, visit) : goTo(reply, context.href())
    }
    const { typed, read } = await readDate(request)
    if ('problem' in read) {
      const error = context.texts.birthDateProblems[read.problem]
      return sendPage(reply, await identifySlip(context, visit, { typed, error }), UNACCEPTED)
    }
    const result = await links.slips.identify(visitorOf(request), read.date)
    if (!result) return goTo(reply, context.href())
    if (result.outcome === 'identified') {
      cookies.setSession(reply, result.session)
      if (result.device) cookies.setDevice(reply, linkTokenOf(request), result.device, lastDeviceDay())
      return goTo(reply, context.href())
    }
    if (result.visit.state !== 'unidentified') return sendSlip(request, reply, result.visit)
    const error = context.texts.wrongDate(triesLeftOf(result.visit.slip))
    return sendPage(reply, await identifySlip(context, result.visit, { typed, error }), UNACCEPTED)
  }

  app.post('/:token', FORM, async (request, reply) => {
    const slip = await findSlip(request)
    if (slip) return identifyVisit(request, reply, slip)
    const visit = await visitOf(request)
    const context = await contextOf(request, reply, visit)
    if (visit.state !== 'unidentified' && visit.state !== 'locked') return goTo(reply, context.href())
    const { typed, read } = await readDate(request)
    if ('problem' in read) {
      const error = context.texts.birthDateProblems[read.problem]
      return sendPage(reply, await identifyWith(context, visit.link, { typed, error }), UNACCEPTED)
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
    const error = context.texts.wrongDate(triesLeftOf(link))
    return sendPage(reply, await identifyWith(context, link, { typed, error }), UNACCEPTED)
  })

  app.post('/:token/renew', FORM, async (request, reply) => {
    const slip = await findSlip(request)
    const visit = slip ? { link: slip.slip } : await visitOf(request)
    const context = await contextOf(request, reply, visit)
    const isOver = slip ? isRenewable(slip) : 'state' in visit && ['ended', 'locked'].includes(visit.state)
    if (!isOver) return goTo(reply, context.href())
    const { renewals } = links
    await (slip ? renewals.requestOfSlip(visitorOf(request)) : renewals.request(visitorOf(request)))
    return sendPage(reply, renewedPage(context))
  })

  app.post('/:token/close', FORM, async (request, reply) => {
    const slip = await findSlip(request)
    const { href } = await contextOf(request, reply, slip ? { link: slip.slip } : await visitOf(request))
    await links.access.close(visitorOf(request))
    cookies.clearSession(reply)
    return goTo(reply, href())
  })
}

/** Pages that the patient sees after a code. */
export const linkRecordRoutes = (app: FastifyInstance, requests: LinkRequests): void => {
  const { links, visitOf, contextOf } = requests
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
