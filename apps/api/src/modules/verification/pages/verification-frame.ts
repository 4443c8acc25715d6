import { shownDay, type Language } from '@zelab/contract'
import type { PageFrame } from '../../../core/public-page/layout.ts'
import { textsOf, type VerificationTexts } from '../texts.ts'

export interface VerificationFrame extends PageFrame {
  texts: VerificationTexts
  /** The expected address bar. */
  host: string
  /** Below `/v`, in the language of the page. */
  href: (path?: string) => string
  shownDay: (instant: string) => string
  shownClock: (instant: string) => string
}

/** @param path of the page below `/v`, for the language switch */
export const frameOf = ({
  language,
  isChosen,
  path,
  host,
  timeZone,
  brand,
}: {
  language: Language
  /** The visitor chose the language on a page. */
  isChosen: boolean
  path: string
  host: string
  timeZone: string | undefined
  brand: PageFrame['brand']
}): VerificationFrame => ({
  language,
  texts: textsOf(language),
  lab: undefined,
  brand,
  otherLanguageHref: `/v${path}?lang=${language === 'en' ? 'ar' : 'en'}`,
  host,
  href: (below = '') => `/v${below}${isChosen ? `?lang=${language}` : ''}`,
  shownDay: (instant) => shownDay(language, instant, timeZone),
  shownClock: (instant) =>
    new Intl.DateTimeFormat(language === 'ar' ? 'ar-u-nu-latn' : 'en-US', {
      timeStyle: 'short',
      timeZone,
    }).format(new Date(instant)),
})
