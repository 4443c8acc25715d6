import { isolated, layOut } from '../../../../core/public-page/layout.ts'
import { html, type Html } from '../../../../platform/html.ts'
import type { LinkPage } from '../link-records.service.ts'
import type { OwnReport, RecordView } from '../link-records.repository.ts'
import type { LinkTexts } from '../texts.ts'
import type { Link } from '../links.repository.ts'
import type { PageContext } from './page-context.ts'
import { reportsTitleOf } from './report-page.ts'

const LONGEST_TITLE = 100
const LONGEST_TYPE = 60

const paging = ({ texts, href }: PageContext, path: string, { page, hasNext }: LinkPage<unknown>): Html => {
  const to = (other: number) => href(path, { page: String(other) })
  return html`<p class="links">
    ${page > 1 && html`<a rel="prev" href="${to(page - 1)}">${texts.newer}</a>`}
    ${hasNext && html`<a rel="next" href="${to(page + 1)}">${texts.older}</a>`}
    <a href="${href()}">${texts.back}</a>
  </p>`
}

/** Limits the page size: twenty of the longest titles are 20 kB. */
const shortened = (text: string, length: number) =>
  text.length > length ? `${text.slice(0, length).trimEnd()}…` : text

const reportItem = ({ texts, href, shownDay, language }: PageContext, report: OwnReport): Html => {
  const { id, title, typeTitle, publishedAt, correctedAt, version } = report
  const file = `/reports/${id}/file`
  return html`<li>
    <p class="kind">${isolated(shortened(typeTitle, LONGEST_TYPE), language)}</p>
    <h3 class="label" id="r${id}">${isolated(shortened(title, LONGEST_TITLE), language)}</h3>
    <div class="soft">${shownDay(publishedAt)}</div>
    ${correctedAt && html`<p class="note">${texts.corrected(shownDay(correctedAt), version - 1)}</p>`}
    <div class="links">
      <a href="${href(file)}" id="o${id}" aria-labelledby="o${id} r${id}">${texts.open}</a>
      <a href="${href(file, { download: '1' })}" id="d${id}" aria-labelledby="d${id} r${id}"
        >${texts.download}</a
      >
    </div>
  </li>`
}

export const reportsPage = (
  context: PageContext,
  link: Pick<Link, 'delegateId'>,
  list: LinkPage<OwnReport>,
): string => {
  const { texts } = context
  const title = reportsTitleOf(context, link)
  return layOut(context, {
    title,
    content: html`<section class="card">
      <h2>${title}</h2>
      ${
        list.rows.length > 0
          ? html`<ul class="list">
              ${list.rows.map((report) => reportItem(context, report))}
            </ul>`
          : html`<p class="soft">${texts.noReports}</p>`
      }
      ${paging(context, '/reports', list)}
    </section>`,
  })
}

const labelOf = (labels: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(labels, key) ? labels[key] : undefined

const lookOf = (texts: LinkTexts, view: RecordView): string =>
  labelOf(texts.looks, view.action) ?? texts.looks['patient.view']

const viewItem = ({ texts, shownTime, language }: PageContext, view: RecordView): Html =>
  html`<li>
    <b>${labelOf(texts.roles, view.role) ?? texts.otherRole}</b
    >${view.labName !== null && html` · ${isolated(view.labName, language)}`}
    <div class="soft">${lookOf(texts, view)}</div>
    <div class="soft">${shownTime(view.at)}</div>
  </li>`

/** Role, lab and time of each staff view, never a name. */
export const viewsPage = (context: PageContext, list: LinkPage<RecordView>): string => {
  const { texts } = context
  return layOut(context, {
    title: texts.viewsTitle,
    content: html`<section class="card">
      <h2>${texts.viewsTitle}</h2>
      <p class="soft">${texts.viewsHint}</p>
      ${
        list.rows.length > 0
          ? html`<ul class="list">
              ${list.rows.map((view) => viewItem(context, view))}
            </ul>`
          : html`<p class="soft">${texts.noViews}</p>`
      }
      ${paging(context, '/views', list)}
    </section>`,
  })
}
