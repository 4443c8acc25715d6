import type { FastifyReply, FastifyRequest } from 'fastify'
import { goTo, sendPage } from '../../../http/public-pages.ts'
import type { LinkRequests } from './link-requests.ts'
import { isRenewable, type SlipVisit, type Visit } from './link-state.ts'
import { identifyPage, type IdentifiedLink, type IdentifyForm } from './pages/identify-page.ts'
import {
  endedByStaffPage,
  endedPage,
  expectedPage,
  expiredPage,
  heldPage,
  lockedPage,
  replacedPage,
  withdrawnPage,
} from './pages/message-pages.ts'
import type { PageContext } from './pages/page-context.ts'
import { reportPage } from './pages/report-page.ts'
import { othersSentence, progressOf, visitPage } from './pages/visit-page.ts'

const GONE = 410

/** The page for each state of a link. */
export const createLinkAnswers = ({
  links,
  settings,
  contextOf,
  documentOf,
  recordOpening,
}: LinkRequests) => {
  const identifyWith = async (context: PageContext, link: IdentifiedLink, form: IdentifyForm = {}) => {
    const { dateOrder: order } = await settings.pageSettings()
    return identifyPage(context, link, { order, ...form })
  }

  /** @param visit `unidentified`, so that it has a report */
  const identifySlip = (context: PageContext, visit: SlipVisit, form: IdentifyForm = {}) => {
    const { patientName } = visit.slip
    const [report] = visit.reports
    const link = { delegateId: null, patientName, publishedAt: report?.publishedAt ?? '' }
    return identifyWith(context, link, { ...form, progress: progressOf(context, visit) })
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
        return sendPage(reply, await identifyWith(context, visit.link))
      case 'withdrawn':
        return sendPage(reply, withdrawnPage(context))
      case 'suspended':
      case 'held':
        return sendPage(reply, heldPage(context, visit.state))
      case 'code-needed':
        return goTo(reply, context.href('/code'))
      case 'open':
        await recordOpening(request, visit)
        return sendPage(
          reply,
          reportPage(context, visit.link, {
            canSendCode: visit.link.hasCode || (await links.codes.canSend(visit.link)),
          }),
        )
    }
  }

  /** The only report of a visit is shown at once. */
  const sendVisit = async (request: FastifyRequest, reply: FastifyReply, visit: SlipVisit) => {
    const { awaited, suspended, held } = visit.waiting
    const isWhole = visit.reports.length === 1 && awaited + suspended + held === 0
    const document = isWhole ? await documentOf(request, visit) : undefined
    if (document) return sendState(request, reply, document)
    return sendPage(reply, visitPage(await contextOf(request, reply, { link: visit.slip }), visit))
  }

  const sendSlip = async (request: FastifyRequest, reply: FastifyReply, visit: SlipVisit) => {
    const { slip, state } = visit
    const context = await contextOf(request, reply, { link: slip })
    switch (state) {
      case 'ended-by-staff':
        return sendPage(reply, endedByStaffPage(context), GONE)
      case 'replaced':
        return sendPage(reply, replacedPage(context), GONE)
      case 'ended':
        return sendPage(reply, isRenewable(visit) ? endedPage(context) : endedByStaffPage(context), GONE)
      case 'expired':
        return sendPage(reply, expiredPage(context, { isRenewable: isRenewable(visit) }), GONE)
      case 'expected':
        return sendPage(reply, expectedPage(context, { at: slip.expectedAt, isLate: slip.isLate }))
      case 'suspended':
      case 'held':
        return sendPage(reply, heldPage(context, state, othersSentence(context, visit)))
      case 'locked':
        return sendPage(reply, lockedPage(context, slip))
      case 'unidentified':
        return sendPage(reply, await identifySlip(context, visit))
      case 'code-needed':
        return goTo(reply, context.href('/code'))
      case 'open':
        return sendVisit(request, reply, visit)
    }
  }

  return { identifyWith, identifySlip, sendState, sendSlip }
}
export type LinkAnswers = ReturnType<typeof createLinkAnswers>
