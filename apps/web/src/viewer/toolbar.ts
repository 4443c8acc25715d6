import { element } from './element.ts'
import { icon, type IconName } from './icons.ts'
import * as texts from './texts.ts'
import type { ViewState } from './view.ts'

export interface Commands {
  zoomIn: () => void
  zoomOut: () => void
  fit: () => void
  rotate: () => void
  goToPage: (page: number) => void
  print: () => void
}

interface Toolbar {
  root: HTMLElement
  show: (state: ViewState) => void
}

const iconButton = (label: string, sign: IconName, key: string | undefined, press: () => void) => {
  const title = key === undefined ? label : texts.withKey(label, key)
  const button = element('button', { type: 'button', 'aria-label': label, title }, icon(sign))
  if (key !== undefined) button.setAttribute('aria-keyshortcuts', key)
  button.addEventListener('click', press)
  return button
}

const pageTools = (pageCount: number, commands: Commands) => {
  let current = 1
  const field = element('input', {
    type: 'text',
    inputmode: 'numeric',
    autocomplete: 'off',
    'aria-label': texts.pageField,
    size: String(Math.max(2, String(pageCount).length)),
    value: '1',
  })
  const goThere = () => {
    const page = Number(field.value)
    if (Number.isInteger(page) && page > 0) commands.goToPage(Math.min(page, pageCount))
    field.value = String(current)
  }
  field.addEventListener('change', goThere)
  field.addEventListener('focus', () => field.select())
  const previous = iconButton(texts.previousPage, 'up', undefined, () => commands.goToPage(current - 1))
  const next = iconButton(texts.nextPage, 'down', undefined, () => commands.goToPage(current + 1))
  const show = (page: number) => {
    current = page
    if (document.activeElement !== field) field.value = String(page)
    // Not `disabled`, which would remove the focus from the pressed button.
    previous.setAttribute('aria-disabled', String(page <= 1))
    next.setAttribute('aria-disabled', String(page >= pageCount))
  }
  const root = element(
    'div',
    { class: 'group' },
    previous,
    next,
    element('label', { class: 'page' }, field, element('span', {}, texts.ofPages(pageCount))),
  )
  return { root, show }
}

export const createToolbar = (
  view: { pageCount: number | undefined; fitLabel: string },
  commands: Commands,
): Toolbar => {
  const pages = view.pageCount === undefined ? undefined : pageTools(view.pageCount, commands)
  // A live region for the zoom only; the page number changes too often while scrolling.
  const percent = element('output', { class: 'percent' })
  const fit = iconButton(view.fitLabel, 'fit', '0', commands.fit)
  const root = element(
    'div',
    { role: 'group', 'aria-label': texts.toolbar, class: 'toolbar' },
    ...(pages ? [pages.root] : []),
    element(
      'div',
      { class: 'group' },
      iconButton(texts.zoomOut, 'zoomOut', '-', commands.zoomOut),
      percent,
      iconButton(texts.zoomIn, 'zoomIn', '+', commands.zoomIn),
      fit,
      iconButton(texts.rotate, 'rotate', 'R', commands.rotate),
    ),
    element('div', { class: 'group' }, iconButton(texts.print, 'print', 'Control+P', commands.print)),
  )
  return {
    root,
    show({ page, percent: now, isFitted }) {
      if (page !== undefined) pages?.show(page)
      const words = texts.percent(now)
      if (percent.value !== words) percent.value = words
      fit.setAttribute('aria-pressed', String(isFitted))
    },
  }
}
