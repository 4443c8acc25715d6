import { shownVerificationCode, shownViewingPass, VIEWING_PASS } from '@zelab/contract'
import { layOut } from '../../../../core/public-page/layout.ts'
import { html } from '../../../../platform/html.ts'
import { buttonForm, type PageContext } from './page-context.ts'

interface ShownPass {
  createdAt: string
  usedAt: string | null
  isValid: boolean
}

/** The patient creates a viewing code for a person who checks the report. */
export const passPage = (
  context: PageContext,
  {
    host,
    code,
    hasSlip,
    pass,
    newest,
    error,
  }: {
    host: string
    code: string
    hasSlip: boolean
    /** Shown once, right after its creation. */
    pass?: string | undefined
    newest?: ShownPass | undefined
    error?: string | undefined
  },
): string => {
  const { texts, href, shownTime } = context
  const state =
    newest &&
    (newest.usedAt
      ? texts.passUsed(shownTime(newest.usedAt))
      : newest.isValid && pass === undefined && texts.passWaiting(shownTime(newest.createdAt)))
  return layOut(context, {
    title: texts.passTitle,
    hasError: error !== undefined,
    content: html`<section class="card">
      <h2>${texts.passTitle}</h2>
      <p>${texts.checkHint(host)}</p>
      <p class="code-shown"><b class="ltr">${shownVerificationCode(code)}</b></p>
      ${hasSlip && html`<p class="links"><a href="${href('/slip')}">${texts.slip}</a></p>`}
      <p>${texts.passHint}</p>
      ${
        pass !== undefined &&
        html`<p class="pass" role="status"><b class="ltr">${shownViewingPass(pass)}</b></p>
          <p>${texts.passValid(VIEWING_PASS.minutes)}</p>`
      }
      ${state && html`<p class="note">${state}</p>`}
      ${error !== undefined && html`<p class="error" role="alert">${error}</p>`}
      ${buttonForm(context, {
        action: href('/pass'),
        label: newest === undefined ? texts.createPass : texts.createNewPass,
        isSecond: pass !== undefined,
      })}
      <p class="links"><a href="${href()}">${texts.back}</a></p>
    </section>`,
  })
}
