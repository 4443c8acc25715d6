import type { Language } from '@zelab/contract'
import { Html, html } from '../../../../platform/html.ts'
import { textsOf, type LinkTexts } from '../texts.ts'
import { STYLE } from './style.ts'

/** The lab whose page it is. */
export interface PageLab {
  name: string
  phone: string | null
}

/** What every page needs besides its content. */
export interface PageContext {
  language: Language
  texts: LinkTexts
  /** Undefined on pages about no known link. */
  lab: PageLab | undefined
  /** The page itself in the other language. */
  otherLanguageHref: string
  /** An address below the link, with the language that was chosen: `href('/reports')`. */
  href: (path?: string, query?: Record<string, string>) => string
  /** The hidden field of each form. */
  formKey: string
  shownDay: (instant: string) => string
  shownTime: (instant: string) => string
}

const STYLE_TAG = new Html(`<style>${STYLE}</style>`)

/** Nothing on the pages keeps its white space. */
const INDENTATION = /\n\s+/g

const OTHER: Record<Language, Language> = { en: 'ar', ar: 'en' }

/** A phone number that a tap calls. */
const phoneLink = (phone: string): Html =>
  html`<a class="call ltr" href="tel:${phone.replace(/[^\d+]/g, '')}">${phone}</a>`

/** The sentence that sends the visitor to the lab's phone. */
export const callSentence = ({ texts, lab }: PageContext): Html =>
  lab?.phone
    ? html`<p>${texts.callLab} ${phoneLink(lab.phone)}</p>`
    : html`<p>${texts.callLabWithoutNumber}</p>`

/** A form with one button and nothing to fill in. */
export const buttonForm = (
  { href, formKey }: PageContext,
  { path, label, isSecond = false }: { path: string; label: string; isSecond?: boolean },
): Html =>
  html`<form method="post" action="${href(path)}">
    <input type="hidden" name="key" value="${formKey}" />
    <button class="button${isSecond ? ' second' : ''}">${label}</button>
  </form>`

export interface PageContent {
  title: string
  content: Html
  footer?: Html
  /** Whether it may use the width of a desktop. */
  isWide?: boolean
  /** Whether the content already sends the visitor to the lab's phone. */
  hasPhone?: boolean
}

/** A whole page. */
export const layOut = (
  context: PageContext,
  { title, content, footer, isWide = false, hasPhone = false }: PageContent,
): string => {
  const { language, texts, lab, otherLanguageHref } = context
  const other = OTHER[language]
  return html`<!doctype html>
    <html lang="${language}" dir="${texts.direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="format-detection" content="telephone=no" />
        <title>${title}${lab && ` · ${lab.name}`}</title>
        <link rel="icon" href="data:," />
        ${STYLE_TAG}
      </head>
      <body>
        <div class="page${isWide ? ' wide' : ''}">
          <nav class="bar">
            <a
              lang="${other}"
              dir="${textsOf(other).direction}"
              hreflang="${other}"
              href="${otherLanguageHref}"
              >${texts.otherLanguage}</a
            >
          </nav>
          ${
            lab &&
            html`<header class="lab">
              <h1><bdi>${lab.name}</bdi></h1>
            </header>`
          }
          <main>${content}</main>
          <footer class="foot">
            ${!hasPhone && lab?.phone && html`<p>${texts.questions} ${phoneLink(lab.phone)}</p>`} ${footer}
          </footer>
        </div>
      </body>
    </html> `.markup.replace(INDENTATION, '\n')
}
