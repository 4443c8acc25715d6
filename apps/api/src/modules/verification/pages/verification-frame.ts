import { shownDay, type Language } from '@zelab/contract'
import type { PageFrame } from '../../../core/public-page/layout.ts'
import { textsOf, type VerificationTexts } from '../texts.ts'

/** What every page of a look-up needs besides its content. */
export interface VerificationFrame extends PageFrame {
  texts: VerificationTexts
  /** What the address bar must read. */
  host: string
  /** An address below `/v` in the language of the page. */
  href: (path?: string) => string
  shownDay: (instant: string) => string
  shownClock: (instant: string) => string
}

interface Deps {
  language: Language
  /** Whether the visitor chose the language on a page. */
  isChosen: boolean
  path: string
  host: string
  timeZone: string | undefined
}

/** @param path of the page below `/v`, for the switch of the language */
export const frameOf = ({ language, isChosen, path, host, timeZone }: Deps): VerificationFrame => ({
  language,
  texts: textsOf(language),
  lab: undefined,
  otherLanguageHref: `/v${path}?lang=${language === 'en' ? 'ar' : 'en'}`,
  host,
  href: (below = '') => `/v${below}${isChosen ? `?lang=${language}` : ''}`,
  shownDay: (instant) => shownDay(language, instant, timeZone),
  shownClock: (instant) =>
    new Intl.DateTimeFormat(language === 'ar' ? 'ar-u-nu-latn' : 'en-GB', {
      timeStyle: 'short',
      timeZone,
    }).format(new Date(instant)),
})
