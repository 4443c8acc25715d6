import { phoneLink, type PageFrame } from '../../../../core/public-page/layout.ts'
import { html, type Html } from '../../../../platform/html.ts'
import { LINK_SESSION_MINUTES } from '../link-limits.ts'
import type { LinkTexts } from '../texts.ts'

export interface PageContext extends PageFrame {
  texts: LinkTexts
  /** Below the page of the report; keeps the chosen language: `href('/file')`. */
  href: (path?: string, query?: Record<string, string>) => string
  /** Below the link: `linkHref('/reports')`. */
  linkHref: (path?: string, query?: Record<string, string>) => string
  /** One of the reports of a visit. */
  isDocument: boolean
  formKey: string
  supportHours: string | null
  shownDay: (instant: string) => string
  shownTime: (instant: string) => string
}

export const callSentence = ({ texts, lab, supportHours }: PageContext): Html =>
  html`<p>${lab?.phone ? html`${texts.callLab} ${phoneLink(lab.phone)}` : texts.callLabWithoutNumber}</p>
    ${supportHours !== null && html`<p class="soft"><bdi>${supportHours}</bdi></p>`}`

export const buttonForm = (
  { formKey }: PageContext,
  { action, label, isSecond = false }: { action: string; label: string; isSecond?: boolean },
): Html =>
  html`<form method="post" action="${action}">
    <input type="hidden" name="key" value="${formKey}" />
    <button class="button${isSecond ? ' second' : ''}">${label}</button>
  </form>`

export const sessionFooter = (context: PageContext): Html => {
  const { texts, href, linkHref } = context
  return html`<p>${texts.sessionEnds(LINK_SESSION_MINUTES.idle, LINK_SESSION_MINUTES.absolute)}</p>
    <p class="links"><a href="${href()}">${texts.stayLonger}</a></p>
    <p>${texts.closeHint}</p>
    ${buttonForm(context, { action: linkHref('/close'), label: texts.close, isSecond: true })}`
}
