import { isolated, layOut } from '../../../../core/public-page/layout.ts'
import { html, type Html } from '../../../../platform/html.ts'
import type { SlipVisit } from '../link-state.ts'
import type { SlipReport } from '../visit-slips.repository.ts'
import { documentAddress } from '../link-page-context.ts'
import { callSentence, sessionFooter, type PageContext } from './page-context.ts'

const othersOf = (
  { texts, shownTime }: PageContext,
  { expectedAt, isLate }: SlipVisit['slip'],
  count: number,
) => {
  if (isLate) return texts.othersLate(count)
  return expectedAt === null ? texts.othersUnknown(count) : texts.othersBy(count, shownTime(expectedAt))
}

/** Says when the rest is expected, and if the patient should contact the lab. */
export const othersSentence = (context: PageContext, { slip, waiting }: SlipVisit): Html | undefined =>
  waiting.awaited > 0 ? html`<p>${othersOf(context, slip, waiting.awaited)}</p>` : undefined

/** Says how many there are and nothing about them, because it is shown without the date of birth, too. */
export const progressOf = (context: PageContext, visit: SlipVisit): Html => {
  const { texts } = context
  const { reports, waiting } = visit
  const { awaited, suspended, held } = waiting
  const all = reports.length + awaited + suspended + held
  return html`${all > 1 && html`<p>${texts.readyOf(reports.length, all)}</p>`}
  ${othersSentence(context, visit)} ${held > 0 && html`<p>${texts.otherHeld}</p>`}
  ${suspended > 0 && html`<p>${texts.otherSuspended}</p>`}`
}

const reportItem = (
  { texts, linkHref, shownDay, language }: PageContext,
  { hasCode }: SlipVisit['slip'],
  report: SlipReport,
): Html => {
  const { id, title, typeTitle, publishedAt, correctedAt, version, isSensitive } = report
  const needsCode = isSensitive && !hasCode
  return html`<li>
    <a class="go" href="${linkHref(documentAddress('', id))}"
      ><span
        ><b>${needsCode ? texts.document : isolated(title, language)}</b
        ><span class="soft">
          ${needsCode ? texts.needsCode : isolated(typeTitle, language)} · ${shownDay(publishedAt)}
          ${!needsCode && correctedAt && html`<br />${texts.corrected(shownDay(correctedAt), version - 1)}`}
        </span></span
      ></a
    >
  </li>`
}

/** The reports of a visit that are there, for an identified patient. */
export const visitPage = (context: PageContext, visit: SlipVisit): string => {
  const { texts } = context
  const { awaited, suspended, held } = visit.waiting
  const isCall = held > 0 || suspended > 0 || (awaited > 0 && visit.slip.isLate)
  return layOut(context, {
    title: texts.visitTitle,
    hasPhone: isCall,
    content: html`<section class="card">
      <h2>${texts.visitTitle}</h2>
      ${progressOf(context, visit)} ${isCall && callSentence(context)}
      <ul class="list tight">
        ${visit.reports.map((report) => reportItem(context, visit.slip, report))}
      </ul>
    </section>`,
    footer: sessionFooter(context),
  })
}
