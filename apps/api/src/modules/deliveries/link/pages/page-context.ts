import { phoneLink, type PageFrame } from '../../../../core/public-page/layout.ts'
import { html, type Html } from '../../../../platform/html.ts'
import type { LinkTexts } from '../texts.ts'

export interface PageContext extends PageFrame {
  texts: LinkTexts
  /** Keeps the chosen language: `href('/reports')`. */
  href: (path?: string, query?: Record<string, string>) => string
  formKey: string
  supportHours: string | null
  shownDay: (instant: string) => string
  shownTime: (instant: string) => string
}

export const callSentence = ({ texts, lab, supportHours }: PageContext): Html =>
  html`<p>${lab?.phone ? html`${texts.callLab} ${phoneLink(lab.phone)}` : texts.callLabWithoutNumber}</p>
    ${supportHours !== null && html`<p class="soft"><bdi>${supportHours}</bdi></p>`}`

export const buttonForm = (
  { href, formKey }: PageContext,
  { path, label, isSecond = false }: { path: string; label: string; isSecond?: boolean },
): Html =>
  html`<form method="post" action="${href(path)}">
    <input type="hidden" name="key" value="${formKey}" />
    <button class="button${isSecond ? ' second' : ''}">${label}</button>
  </form>`
