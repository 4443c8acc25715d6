import { maskedName } from '../../../core/masked-text.ts'
import { isolated, layOut } from '../../../core/public-page/layout.ts'
import { Html, html } from '../../../platform/html.ts'
import type { FileFinding, VersionState } from '../verification.service.ts'
import type { VerifiedVersion } from '../verification.repository.ts'
import { CHECK_FILE_SCRIPT } from './check-file-script.ts'
import { addressBarNote, codeForm } from './code-form-page.ts'
import type { VerificationFrame } from './verification-frame.ts'
import type { ShownFile } from '../viewing-passes.repository.ts'

const SHAPES: Record<VersionState | 'unknown', string> = {
  current: '<path d="M7 12.5l3.5 3.5L17 9"/>',
  superseded: '<path d="M12 7v6M12 16.5v.5"/>',
  withdrawn: '<path d="M8 8l8 8M16 8l-8 8"/>',
  suspended: '<path d="M9.5 8v8M14.5 8v8"/>',
  unknown: '<path d="M9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M12 16.5v.5"/>',
}

const icon = (state: VersionState | 'unknown'): Html =>
  new Html(
    `<svg viewBox="0 0 24 24" width="40" height="40" aria-hidden="true"><circle cx="12" cy="12" r="10.5"/>${SHAPES[state]}</svg>`,
  )

const verdict = (state: VersionState | 'unknown', title: string, text: string): Html =>
  html`<section class="card verdict ${state}">
    ${icon(state)}
    <div>
      <h2>${title}</h2>
      <p>${text}</p>
    </div>
  </section>`

const sentenceOf = (
  { texts, shownDay }: VerificationFrame,
  state: VersionState,
  { correctedAt, withdrawnAt, currentVersion }: VerifiedVersion,
) => {
  if (state === 'withdrawn') return texts.withdrawn(shownDay(withdrawnAt ?? ''))
  if (state === 'suspended') return texts.suspended
  return state === 'superseded'
    ? texts.superseded(shownDay(correctedAt ?? ''), currentVersion)
    : texts.current
}

const facts = ({ texts, shownDay, language }: VerificationFrame, found: VerifiedVersion): Html => {
  const fact = (name: string, value: string | number): Html =>
    html`<div>
      <dt>${name}</dt>
      <dd>${isolated(value, language)}</dd>
    </div>`
  return html`<section class="card">
    <h2 class="small">${texts.compareTitle}</h2>
    <p class="soft">${texts.compare}</p>
    <dl>
      ${found.accreditation !== null && fact(texts.accreditation, found.accreditation)}
      ${fact(texts.report, `#${found.reportId}`)}
      ${fact(texts.version, texts.versionOf(found.version, found.currentVersion))}
      ${fact(texts.published, shownDay(found.publishedAt))}
      ${found.isReleasedByTwo && fact(texts.released, texts.releasedByTwo)}
      ${fact(texts.patient, maskedName(found.patientName))}
      ${fact(texts.birthYear, found.dateOfBirth.slice(0, -6))}
      ${found.pageCount !== null && fact(texts.pages, found.pageCount)}
    </dl>
  </section>`
}

/** Visible only while its script runs. */
const fileCheck = ({ texts, language }: VerificationFrame, { code }: VerifiedVersion): Html =>
  html`<section class="card">
    <h2 class="small">${texts.fileTitle}</h2>
    <noscript><p>${texts.fileNeedsScript}</p></noscript>
    <div
      id="file-check"
      class="drop"
      hidden
      data-address="/v/${code}/file-check?lang=${language}&sha256="
      data-checking="${texts.fileChecking}"
      data-failed="${texts.fileFailed}"
      data-too-many="${texts.fileTooMany}"
      data-too-large="${texts.fileTooLarge}"
      data-unreadable="${texts.fileUnreadable}"
      data-needs-https="${texts.fileNeedsHttps}"
    >
      <p class="soft" id="file-hint">${texts.fileHint}</p>
      <label class="button second choose"
        ><input
          id="file"
          type="file"
          accept=".pdf,.jpg,.jpeg,.png"
          aria-describedby="file-hint"
        />${texts.chooseFile}</label
      >
      <p id="file-answer" role="status"></p>
    </div>
  </section>`

/** For a code that the patient created. */
const passForm = (
  { texts, href }: VerificationFrame,
  { code }: VerifiedVersion,
  { typed = '', error }: { typed?: string; error?: string | undefined },
): Html =>
  html`<section class="card">
    <h2 class="small">${texts.passTitle}</h2>
    <p class="soft" id="pass-hint">${texts.passHint}</p>
    <form method="post" action="${href(`/${code}/report`)}">
      <label
        ><span class="label">${texts.pass}</span>
        <input
          class="ltr"
          name="pass"
          value="${typed}"
          maxlength="20"
          autocomplete="off"
          autocapitalize="characters"
          spellcheck="false"
          aria-describedby="pass-hint${error !== undefined && ' error'}"
          ${error !== undefined && html` aria-invalid="true" autofocus`}
          required
      /></label>
      ${error !== undefined && html`<p class="error" id="error" role="alert">${error}</p>`}
      <button class="button second">${texts.passOpen}</button>
    </form>
  </section>`

export const resultPage = (
  frame: VerificationFrame,
  found: VerifiedVersion,
  state: VersionState,
  pass: { typed?: string; error?: string | undefined } = {},
): string => {
  const { texts } = frame
  const { labId, labName, labPhone, logoVersion } = found
  const logoHref = logoVersion === null ? undefined : `/v/logo/${labId}?v=${logoVersion}`
  const withLab = { ...frame, lab: { name: labName, phone: labPhone, logoHref } }
  return layOut(withLab, {
    title: texts.states[state],
    hasError: pass.error !== undefined,
    content: html`${verdict(state, texts.states[state], sentenceOf(frame, state, found))}
    ${addressBarNote(frame)} ${facts(frame, found)} ${fileCheck(frame, found)}
    ${state !== 'withdrawn' && state !== 'suspended' && passForm(frame, found, pass)}`,
    footer: html`<p class="links"><a href="${frame.href()}">${texts.checkAnother}</a></p>`,
    script: CHECK_FILE_SCRIPT,
  })
}

export const unknownCodePage = (frame: VerificationFrame): string =>
  layOut(frame, {
    title: frame.texts.states.unknown,
    content: html`${verdict('unknown', frame.texts.states.unknown, frame.texts.unknown)}
      <section class="card">${codeForm(frame)}</section>`,
    footer: addressBarNote(frame),
  })

export const findingOf = (
  { texts }: VerificationFrame,
  state: VersionState,
  finding: FileFinding,
): { message: string; kind: 'good' | 'bad' | 'warn' } => {
  if (finding.outcome === 'file-other-version')
    return { message: texts.fileFindings['file-other-version'](finding.version), kind: 'warn' }
  const message = texts.fileFindings[finding.outcome]
  if (finding.outcome === 'file-unknown') return { message, kind: 'bad' }
  return state === 'current'
    ? { message, kind: 'good' }
    : { message: `${message} ${state === 'suspended' ? texts.suspended : texts.fileOutdated}`, kind: 'warn' }
}

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
