import { isolated, layOut } from '../../../../core/public-page/layout.ts'
import { html, type Html } from '../../../../platform/html.ts'
import type { Link } from '../links.repository.ts'
import { callSentence, sessionFooter, type PageContext } from './page-context.ts'

const preview = ({ texts, href }: PageContext, link: Link): Html => {
  if (link.isImageUnavailable) return html`<p class="shot none soft">${texts.noFirstPage}</p>`
  const { imageWidth: width, imageHeight: height } = link
  const size = width !== null && height !== null && html` width="${width}" height="${height}"`
  return html`<a class="shot" href="${href('/file')}"
    ><img src="${href('/page')}" alt="${texts.firstPage}" ${size}
  /></a>`
}

const further = (href: string, label: string, note?: string | false): Html =>
  html`<li>
    <a class="go" href="${href}"
      ><span><b>${label}</b>${note && html`<span class="soft">${note}</span>`}</span></a
    >
  </li>`

export const reportsTitleOf = ({ texts }: PageContext, { delegateId }: Pick<Link, 'delegateId'>): string =>
  delegateId === null ? texts.allReports : texts.patientReports

export const reportPage = (
  context: PageContext,
  link: Link,
  { canSendCode }: { canSendCode: boolean },
): string => {
  const { texts, href, linkHref, isDocument, shownDay, language } = context
  const { title, typeTitle, patientName, publishedAt, correctedAt, version, hasCode } = link
  const isCall = !canSendCode
  const note = !hasCode && (canSendCode ? texts.needsCode : texts.codeCannotBeSent)
  return layOut(context, {
    title: texts.document,
    isWide: true,
    hasPhone: isCall,
    content: html`<div class="sides">
      ${preview(context, link)}
      <div class="facts">
        <section class="card first">
          <p class="kind">${isolated(typeTitle, language)}</p>
          <h2>${isolated(title, language)}</h2>
          ${correctedAt && html`<p class="note">${texts.corrected(shownDay(correctedAt), version - 1)}</p>`}
          <dl>
            <div>
              <dt>${texts.patient}</dt>
              <dd>${isolated(patientName, language)}</dd>
            </div>
            <div>
              <dt>${texts.published}</dt>
              <dd>${shownDay(publishedAt)}</dd>
            </div>
          </dl>
          <div class="pair">
            <a class="button" href="${href('/file')}">${texts.open}</a>
            <a class="button second" href="${href('/file', { download: '1' })}">${texts.download}</a>
          </div>
        </section>
        <section class="card more">
          <h2 class="small">${texts.moreTitle}</h2>
          <ul class="list tight">
            ${further(linkHref('/reports'), reportsTitleOf(context, link), note)}
            ${link.delegateId === null && further(linkHref('/views'), texts.views, note)}
            ${further(href('/pass'), texts.passLink)}
          </ul>
          ${isCall && callSentence(context)}
          ${isDocument && html`<p class="links"><a href="${linkHref()}">${texts.visitBack}</a></p>`}
        </section>
      </div>
    </div>`,
    footer: sessionFooter(context),
  })
}
