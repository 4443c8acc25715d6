import type { DateOrder } from '@zelab/contract'
import { isolated, layOut } from '../../../../core/public-page/layout.ts'
import { html, type Html } from '../../../../platform/html.ts'
import { maskedName } from '../../../../core/masked-text.ts'
import type { Link } from '../links.repository.ts'
import type { TypedBirthDate } from '../typed-birth-date.ts'
import type { PageContext } from './page-context.ts'

type Part = keyof TypedBirthDate

const ORDERS: Record<DateOrder, readonly Part[]> = {
  dmy: ['day', 'month', 'year'],
  mdy: ['month', 'day', 'year'],
  ymd: ['year', 'month', 'day'],
}

const field = (
  { texts }: PageContext,
  part: Part,
  { value, isWrong, isFocused }: { value: string; isWrong: boolean; isFocused: boolean },
): Html =>
  html`<label class="${part}"
    >${texts[part]}
    <input
      name="${part}"
      value="${value}"
      inputmode="numeric"
      autocomplete="bday-${part}"
      maxlength="10"
      dir="ltr"
      ${isWrong && html` aria-invalid="true" aria-describedby="error"`}${isFocused && html` autofocus`}
  /></label>`

export interface IdentifyForm {
  typed?: TypedBirthDate
  error?: string
  /** Says how many reports of the visit are ready and awaited. */
  progress?: Html
}

export type IdentifiedLink = Pick<Link, 'delegateId' | 'patientName' | 'publishedAt'>

export const identifyPage = (
  context: PageContext,
  link: IdentifiedLink,
  { order, typed, error, progress }: IdentifyForm & { order: DateOrder },
): string => {
  const { texts, href, formKey, shownDay, language } = context
  const isPatient = link.delegateId === null
  const parts = ORDERS[order]
  const fields = parts.map((part, index) =>
    field(context, part, {
      value: typed?.[part] ?? '',
      isWrong: error !== undefined,
      isFocused: error !== undefined && index === 0,
    }),
  )
  return layOut(context, {
    title: texts.document,
    hasError: error !== undefined,
    content: html`<section class="card">
      <h2>${texts.readyTitle}</h2>
      <dl>
        <div>
          <dt>${texts.forPatient}</dt>
          <dd>${isolated(maskedName(link.patientName), language)}</dd>
        </div>
        <div>
          <dt>${texts.published}</dt>
          <dd>${shownDay(link.publishedAt)}</dd>
        </div>
      </dl>
      ${progress}
      <form method="post" action="${href()}">
        <input type="hidden" name="key" value="${formKey}" />
        <fieldset>
          <legend>${isPatient ? texts.birthDate : texts.patientBirthDate}</legend>
          <div class="soft">${isPatient ? texts.birthDateHint : texts.patientBirthDateHint}</div>
          <div class="fields">${fields}</div>
          ${error !== undefined && html`<p class="error" id="error" role="alert">${error}</p>`}
        </fieldset>
        <button class="button">${texts.show}</button>
      </form>
    </section>`,
  })
}
