import { layOut } from '../../../../core/public-page/layout.ts'
import { html } from '../../../../platform/html.ts'
import type { Address, CodeProblem } from '../../sending/sending-rules.ts'
import { maskedContact } from '../../../../core/masked-text.ts'
import { buttonForm, callSentence, type PageContext } from './page-context.ts'
import { LINK_CODE } from '../link-limits.ts'

export const codePage = (
  context: PageContext,
  {
    contact,
    canEnter,
    typed = '',
    error,
    backHref,
  }: {
    contact: Address | CodeProblem
    canEnter: boolean
    typed?: string
    error?: string | undefined
    backHref: string | undefined
  },
): string => {
  const { texts, href, formKey } = context
  const alert = error !== undefined && html`<p class="error" id="error" role="alert">${error}</p>`
  const back = backHref !== undefined && html`<p class="links"><a href="${backHref}">${texts.back}</a></p>`
  if (typeof contact === 'string')
    return layOut(context, {
      title: texts.codeTitle,
      hasPhone: true,
      content: html`<section class="card">
        <h2>${texts.codeTitle}</h2>
        <p>${texts.codeUnavailable[contact]}</p>
        ${callSentence(context)}${back}
      </section>`,
    })
  const sentence = html`<p>
    ${canEnter ? texts.codeSentTo : texts.codeGoesTo} <b class="ltr">${maskedContact(contact)}</b>
  </p>`
  const form =
    canEnter &&
    html`<form method="post" action="${href('/code')}">
      <input type="hidden" name="key" value="${formKey}" />
      <label class="code"
        ><span class="label">${texts.code}</span>
        <span class="soft" id="hint">${texts.codeHint(LINK_CODE.minutes)}</span>
        <input
          name="code"
          value="${typed}"
          inputmode="numeric"
          autocomplete="one-time-code"
          maxlength="20"
          aria-describedby="hint${error !== undefined && ' error'}"
          ${error !== undefined && html` aria-invalid="true"`}
          autofocus
      /></label>
      ${alert}
      <button class="button">${texts.confirm}</button>
    </form>`
  return layOut(context, {
    title: texts.codeTitle,
    hasError: error !== undefined,
    content: html`<section class="card">
      <h2>${texts.codeTitle}</h2>
      ${sentence} ${form || alert}
      ${buttonForm(context, { action: href('/send-code'), label: canEnter ? texts.sendNewCode : texts.sendCode, isSecond: canEnter })}
      ${back}
    </section>`,
  })
}
