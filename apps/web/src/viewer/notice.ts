import { element } from './element.ts'
import * as texts from './texts.ts'

export interface Loading {
  progress: (percent: number) => void
  end: () => void
}

export const showLoading = (stage: HTMLElement): Loading => {
  const words = element('p', {}, texts.loading)
  const bar = element('progress', { 'aria-label': texts.loading, max: '100' })
  const notice = element('div', { class: 'notice' }, bar, words)
  stage.replaceChildren(notice)
  return {
    progress(percent) {
      bar.value = percent
      words.textContent = texts.loadingPart(percent)
    },
    end: () => notice.remove(),
  }
}

export const unclearHint = (file: string): HTMLElement =>
  element('p', { class: 'hint', role: 'status' }, `${texts.unclearText} `, linkTo(file))

const linkTo = (file: string) =>
  element('a', { href: file, target: '_blank', rel: 'noopener' }, texts.openInNewTab)

const PROBLEMS = {
  damaged: { title: texts.damagedTitle, text: texts.damaged, canRetry: false, canOpen: true },
  password: { title: texts.passwordTitle, text: texts.password, canRetry: false, canOpen: true },
  signedOut: { title: texts.signedOutTitle, text: texts.signedOut, canRetry: true, canOpen: false },
  gone: { title: texts.goneTitle, text: texts.gone, canRetry: false, canOpen: false },
  failed: { title: texts.failedTitle, text: texts.failed, canRetry: true, canOpen: false },
}
export type Problem = keyof typeof PROBLEMS

export const showProblem = (stage: HTMLElement, problem: Problem, file: string): void => {
  const { title, text, canRetry, canOpen } = PROBLEMS[problem]
  const again = element('button', { type: 'button', class: 'plain' }, texts.tryAgain)
  again.addEventListener('click', () => location.reload())
  const link = linkTo(file)
  link.className = 'plain'
  stage.replaceChildren(
    element(
      'div',
      { class: 'notice', role: 'alert' },
      element('h2', {}, title),
      element('p', {}, text),
      ...(canRetry ? [again] : []),
      ...(canOpen ? [link] : []),
    ),
  )
}
