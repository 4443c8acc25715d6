import { layOut } from '../../../core/public-page/layout.ts'
import { html } from '../../../platform/html.ts'
import type { ShownFile } from '../viewing-passes.repository.ts'
import { addressBarNote } from './code-form-page.ts'
import type { VerificationFrame } from './verification-frame.ts'

/** The report that the patient let this visitor see. */
export const shownReportPage = (frame: VerificationFrame, code: string, file: ShownFile): string => {
  const { texts, shownClock } = frame
  return layOut(frame, {
    title: texts.shownTitle,
    content: html`<section class="card">
      <h1>${texts.shownTitle}</h1>
      <p>${texts.shownUntil(shownClock(file.endsAt))}</p>
      <a class="shot" href="/v/${code}/report/file"
        ><img src="/v/${code}/report/page" alt="${texts.firstPage}"
      /></a>
      <a class="button" href="/v/${code}/report/file">${texts.open}</a>
    </section>`,
    footer: addressBarNote(frame),
  })
}
