import { layOut } from '../../../core/public-page/layout.ts'
import { html, type Html } from '../../../platform/html.ts'
import type { VerificationFrame } from './verification-frame.ts'

/** Exposes a copy of these pages on another site. */
export const addressBarNote = ({ texts, host }: VerificationFrame): Html =>
  html`<p class="host">${texts.addressBar} <b class="ltr">${host}</b>${texts.addressBarRest}</p>`

export const codeForm = (
  { texts, href, language }: VerificationFrame,
  { typed = '', error }: { typed?: string; error?: string | undefined } = {},
): Html =>
  html`<form method="get" action="${href()}">
    <input type="hidden" name="lang" value="${language}" />
    <label
      ><span class="label">${texts.code}</span>
      <span class="soft" id="code-hint">${texts.codeHint}</span>
      <input
        class="ltr"
        name="code"
        value="${typed}"
        maxlength="100"
        autocomplete="off"
        autocapitalize="characters"
        spellcheck="false"
        aria-describedby="code-hint${error !== undefined && ' error'}"
        ${error !== undefined && html` aria-invalid="true"`}
        required
        autofocus
    /></label>
    ${error !== undefined && html`<p class="error" id="error" role="alert">${error}</p>`}
    <button class="button">${texts.check}</button>
  </form>`

export const codeFormPage = (
  frame: VerificationFrame,
  form: { typed?: string; error?: string | undefined } = {},
): string =>
  layOut(frame, {
    title: frame.texts.checkTitle,
    hasError: form.error !== undefined,
    content: html`<section class="card">
      <h1>${frame.texts.checkTitle}</h1>
      <p>${frame.texts.checkIntro}</p>
      ${codeForm(frame, form)}
    </section>`,
    footer: addressBarNote(frame),
  })

const messagePage = (
  frame: VerificationFrame,
  { title, text, hasForm = true }: { title: string; text: string; hasForm?: boolean },
): string =>
  layOut(frame, {
    title,
    content: html`<section class="card">
      <h1>${title}</h1>
      <p>${text}</p>
      ${hasForm && codeForm(frame)}
    </section>`,
    footer: addressBarNote(frame),
  })

const TOO_MANY = 429
const NOT_FOUND = 404
const TIMED_OUT = 408
const minutesOf = (seconds: number) => Math.max(1, Math.ceil(seconds / 60))

export const failurePage = (
  frame: VerificationFrame,
  { status, retryAfterSeconds }: { status: number; retryAfterSeconds: number | undefined },
): string => {
  const { texts } = frame
  if (status === NOT_FOUND) return messagePage(frame, { title: texts.notFoundTitle, text: texts.notFound })
  if (status === TOO_MANY)
    return messagePage(frame, {
      title: texts.tooManyTitle,
      text: texts.tooMany(minutesOf(retryAfterSeconds ?? 0)),
      hasForm: false,
    })
  if (status >= 500 || status === TIMED_OUT)
    return messagePage(frame, { title: texts.unavailableTitle, text: texts.unavailable })
  return messagePage(frame, { title: texts.unreadableTitle, text: texts.unreadable })
}
