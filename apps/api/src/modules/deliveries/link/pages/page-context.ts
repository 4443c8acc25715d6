import { phoneLink, type PageFrame } from '../../../../core/public-page/layout.ts'
import { html, type Html } from '../../../../platform/html.ts'
import type { LinkTexts } from '../texts.ts'

export interface PageContext extends PageFrame {
  texts: LinkTexts
  /** Keeps the chosen language: `href('/reports')`. */
  href: (path?: string, query?: Record<string, string>) => string
  formKey: string
  shownDay: (instant: string) => string
  shownTime: (instant: string) => string
}

export const callSentence = ({ texts, lab }: PageContext): Html =>
  lab?.phone
    ? html`<p>${texts.callLab} ${phoneLink(lab.phone)}</p>`
    : html`<p>${texts.callLabWithoutNumber}</p>`

export const buttonForm = (
  { href, formKey }: PageContext,
  { path, label, isSecond = false }: { path: string; label: string; isSecond?: boolean },
): Html =>
  html`<form method="post" action="${href(path)}">
    <input type="hidden" name="key" value="${formKey}" />
    <button class="button${isSecond ? ' second' : ''}">${label}</button>
  </form>`
