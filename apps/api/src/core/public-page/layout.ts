import { readPhone, type Language } from '@zelab/contract'
import { Html, html } from '../../platform/html.ts'
import type { PageSettings } from '../page-settings.ts'
import { STYLE } from './style.ts'

export interface PageLab {
  name: string
  phone: string | null
  logoHref?: string | undefined
}

export interface PageFrame {
  language: Language
  texts: { direction: 'ltr' | 'rtl'; otherLanguage: string; questions: string }
  lab: PageLab | undefined
  /** Shown instead of a lab. */
  brand?: Pick<PageSettings, 'productName' | 'logoAddress'> | undefined
  otherLanguageHref: string
}

const STYLE_TAG = new Html(`<style>${STYLE}</style>`)

/** White space is not significant on these pages. */
const INDENTATION = /\n\s+/g

const OTHER = {
  en: { language: 'ar', direction: 'rtl' },
  ar: { language: 'en', direction: 'ltr' },
} as const satisfies Record<Language, unknown>

/** Before the title of a page that refuses an entry, which screen readers read first. */
const ERROR: Record<Language, string> = { en: 'Error: ', ar: 'خطأ: ' }

const ARABIC = /\p{Script=Arabic}/u
const LATIN = /\p{Script=Latin}/u

/** A name or title in its own direction. Screen readers change the voice where it is in the other language. */
export const isolated = (text: string | number, language: Language): Html => {
  const shown = String(text)
  const own: Language = ARABIC.test(shown) ? 'ar' : LATIN.test(shown) ? 'en' : language
  return html`<bdi${own !== language && html` lang="${own}"`}>${shown}</bdi>`
}

export const phoneLink = (phone: string): Html =>
  html`<a class="call ltr" href="tel:${phone.replace(/[^\d+]/g, '')}">${readPhone(phone)?.shown ?? phone}</a>`

export interface PageContent {
  title: string
  content: Html
  footer?: Html
  isWide?: boolean
  hasPhone?: boolean
  /** The form was refused. */
  hasError?: boolean
  /** Unescaped script, allowed by the route's content security policy. */
  script?: string
}

export const layOut = (
  frame: PageFrame,
  { title, content, footer, isWide = false, hasPhone = false, hasError = false, script }: PageContent,
): string => {
  const { language, texts, lab, brand, otherLanguageHref } = frame
  const other = OTHER[language]
  const page = html`<!doctype html>
    <html lang="${language}" dir="${texts.direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="format-detection" content="telephone=no" />
        <title>${hasError && ERROR[language]}${title}${lab && ` · ${lab.name}`}</title>
        <link rel="icon" href="data:," />
        ${STYLE_TAG}
      </head>
      <body>
        <div class="page${isWide ? ' wide' : ''}">
          <nav class="bar">
            <a
              lang="${other.language}"
              dir="${other.direction}"
              hreflang="${other.language}"
              href="${otherLanguageHref}"
              >${texts.otherLanguage}</a
            >
          </nav>
          ${
            !lab &&
            brand &&
            html`<header class="brand">
              ${brand.logoAddress !== null && html`<img class="logo" src="${brand.logoAddress}" alt="" />`}
              <bdi>${brand.productName}</bdi>
            </header>`
          }
          ${
            lab &&
            html`<header class="lab">
              ${lab.logoHref !== undefined && html`<img class="logo" src="${lab.logoHref}" alt="" />`}
              <h1>${isolated(lab.name, language)}</h1>
            </header>`
          }
          <main>${content}</main>
          <footer class="foot">
            ${!hasPhone && lab?.phone && html`<p>${texts.questions} ${phoneLink(lab.phone)}</p>`} ${footer}
          </footer>
        </div>
      </body>
    </html> `.markup.replace(INDENTATION, '\n')
  return script === undefined ? page : page.replace('</body>', () => `<script>${script}</script></body>`)
}

export const arabicCount = (
  n: number,
  forms: { one: string; two: string; few: string; many: string },
): string => {
  if (n === 1) return forms.one
  if (n === 2) return forms.two
  const rest = n % 100
  return `${n}\u00a0${rest >= 3 && rest <= 10 ? forms.few : forms.many}`
}

export const minutesInArabic = (n: number): string =>
  arabicCount(n, { one: 'دقيقة واحدة', two: 'دقيقتين', few: 'دقائق', many: 'دقيقة' })
export const minutesInEnglish = (n: number): string => (n === 1 ? '1 minute' : `${n} minutes`)
