import { createHash } from 'node:crypto'
import { PROVIDER_CHANNEL, type Language } from '@zelab/contract'
import { layOut, type PageFrame } from '../../../core/public-page/layout.ts'
import { html } from '../../../platform/html.ts'

const ENGLISH = {
  direction: 'ltr' as 'ltr' | 'rtl',
  otherLanguage: 'العربية',
  questions: '',
  title: 'Sign in',
  intro: 'This link was made on the server. It signs an Admin in once, within 15 minutes.',
  button: 'Sign in',
  refusedTitle: 'This link does not work',
  refused: 'It was used, it has expired, or a newer one was made. Make a new one on the server.',
  windowTitle: 'You can close this window',
  window: 'The page that opened it knows the answer of your provider.',
  failedTitle: 'Please try again',
  failed: 'The page is not available at the moment. Wait a minute and open the link again.',
}

const ARABIC: typeof ENGLISH = {
  direction: 'rtl',
  otherLanguage: 'English',
  questions: '',
  title: 'تسجيل الدخول',
  intro: 'أُنشئ هذا الرابط على الخادم. يسجّل دخول المشرف مرة واحدة خلال 15 دقيقة.',
  button: 'تسجيل الدخول',
  refusedTitle: 'هذا الرابط لا يعمل',
  refused: 'استُخدم الرابط أو انتهت صلاحيته أو أُنشئ رابط أحدث. أنشئوا رابطًا جديدًا على الخادم.',
  windowTitle: 'يمكنكم إغلاق هذه النافذة',
  window: 'وصلت إجابة مزوّد تسجيل الدخول إلى الصفحة التي فتحت النافذة.',
  failedTitle: 'حاولوا مرة أخرى',
  failed: 'الصفحة غير متاحة حاليًا. انتظروا دقيقة ثم افتحوا الرابط مجددًا.',
}

const TEXTS: Record<Language, typeof ENGLISH> = { en: ENGLISH, ar: ARABIC }

export interface LinkFrame extends PageFrame {
  texts: typeof ENGLISH
}

export const linkFrameOf = (language: Language, token: string, brand: PageFrame['brand']): LinkFrame => ({
  language,
  texts: TEXTS[language],
  lab: undefined,
  brand,
  otherLanguageHref: `/sign-in?${new URLSearchParams({ token, lang: language === 'en' ? 'ar' : 'en' })}`,
})

/** Opening it uses nothing up. */
export const buttonPage = (frame: LinkFrame, token: string): string =>
  layOut(frame, {
    title: frame.texts.title,
    content: html`<section class="card">
      <h1>${frame.texts.title}</h1>
      <p>${frame.texts.intro}</p>
      <form method="post" action="/sign-in">
        <input type="hidden" name="token" value="${token}" />
        <input type="hidden" name="lang" value="${frame.language}" />
        <button class="button" autofocus>${frame.texts.button}</button>
      </form>
    </section>`,
  })

const messagePage = (frame: LinkFrame, title: string, text: string): string =>
  layOut(frame, {
    title,
    content: html`<section class="card">
      <h1>${title}</h1>
      <p>${text}</p>
    </section>`,
  })

/** Tells the page that opened the window for an identity check, and closes it. */
const WINDOW_SCRIPT = `new BroadcastChannel('${PROVIDER_CHANNEL}').postMessage({problem:new URLSearchParams(location.search).get('problem')});window.close()`
export const WINDOW_POLICY = `script-src 'sha256-${createHash('sha256').update(WINDOW_SCRIPT).digest('base64')}'; `

export const windowPage = (frame: LinkFrame): string =>
  layOut(frame, {
    title: frame.texts.windowTitle,
    script: WINDOW_SCRIPT,
    content: html`<section class="card">
      <h1>${frame.texts.windowTitle}</h1>
      <p>${frame.texts.window}</p>
    </section>`,
  })

export const refusedPage = (frame: LinkFrame): string =>
  messagePage(frame, frame.texts.refusedTitle, frame.texts.refused)
export const failedPage = (frame: LinkFrame): string =>
  messagePage(frame, frame.texts.failedTitle, frame.texts.failed)
