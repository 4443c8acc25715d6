import { withLatinDigits, withoutInvisible } from '@zelab/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fieldOf } from '../../../core/public-page/page-request.ts'
import { goTo, sendPage } from '../../../http/public-pages.ts'
import type { LinkAnswers } from './link-answers.routes.ts'
import type { LinkRequests } from './link-requests.ts'
import type { Visit } from './link-state.ts'
import { codePage } from './pages/code-page.ts'

const UNACCEPTED = 422
const TOO_MANY = 429

const FORM = { config: { hasFormKey: true } }

/** Codes for a report. @param place its address */
export const linkCodeRoutes = (
  app: FastifyInstance,
  place: string,
  requests: LinkRequests,
  { sendState }: LinkAnswers,
): void => {
  const { links, cookies, visitorOf, visitOf, contextOf } = requests

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

  app.get(`${place}/code`, async (request, reply) => {
    const visit = await visitOf(request)
    return mayEnterCode(visit) ? sendCodePage(request, reply, visit) : sendState(request, reply, visit)
  })

  app.post(`${place}/send-code`, FORM, async (request, reply) => {
    const visit = await visitOf(request)
    const context = await contextOf(request, reply, visit)
    if (!mayEnterCode(visit)) return goTo(reply, context.href())
    const outcome = await links.codes.request(visitorOf(request))
    return outcome === 'too-many'
      ? sendCodePage(request, reply, visit, { status: TOO_MANY, error: context.texts.codeTooMany })
      : goTo(reply, context.href('/code'))
  })

  app.post(`${place}/code`, FORM, async (request, reply) => {
    const visit = await visitOf(request)
    const { texts, href, linkHref } = await contextOf(request, reply, visit)
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
    return goTo(reply, entry.wasOpen ? linkHref('/reports') : href())
  })
}
