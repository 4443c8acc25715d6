import { addPageShortcuts, type PageShortcut, usePageShortcuts } from '../../lib/page-shortcuts.ts'
import * as texts from './texts.ts'

type Keys = Pick<PageShortcut, 'keys' | 'hasModifier'>

/** The shortcuts of every list and of records that are decided one after another: handlers, buttons and the help take the keys from here. */
export const RECORD_SHORTCUTS = {
  nextRow: { keys: ['j', 'arrowdown'] },
  previousRow: { keys: ['k', 'arrowup'] },
  chooseRow: { keys: ['x'] },
  openRow: { keys: ['enter'] },
  next: { keys: ['n'] },
  previous: { keys: ['p'] },
  refuse: { keys: ['r'] },
  confirm: { keys: ['enter'], hasModifier: true },
  back: { keys: ['escape'] },
} as const satisfies Record<string, Keys>

/** Choose one of the proposals of a record by its place. */
export const PROPOSAL_KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

/** As `aria-keyshortcuts` names it. */
export const ariaKey = ({ keys: [key = ''], hasModifier }: Keys): string =>
  hasModifier ? `Control+${key.charAt(0).toUpperCase()}${key.slice(1)}` : key

/** The keys of `confirm`, as shown on a button. */
export const CONFIRM_LABEL = texts.confirmKeys

const ROW = 'main [data-link]'
const CHECKBOX = 'input[type=checkbox]:not(:disabled)'

/** The text link to the record; in a row without one, the first link to a page. */
const linkOf = (row: Element): HTMLAnchorElement | undefined => {
  const links = [...row.querySelectorAll<HTMLAnchorElement>('a[href^="/user/"]:not([aria-hidden])')]
  const target = row.querySelector('a[aria-hidden]')?.getAttribute('href')
  return links.find((link) => link.getAttribute('href') === target) ?? links[0]
}

const linkedRows = () =>
  [...document.querySelectorAll(ROW)].flatMap((row) => {
    const link = linkOf(row)
    return link ? [{ row, link }] : []
  })

const focusedRow = () => document.activeElement?.closest(ROW)

/** Moves the focus itself, so that Enter opens the row and screen readers follow. */
const moveBy = (step: 1 | -1) => (key: string) => {
  const rows = linkedRows()
  const present = rows.findIndex(({ row }) => row === focusedRow())
  // Elsewhere, the arrow keys scroll the page.
  if (present < 0 && key.startsWith('arrow')) return false
  const place = present < 0 && step < 0 ? rows.length - 1 : present + step
  const target = rows[Math.min(rows.length - 1, Math.max(0, place))]
  target?.link.focus()
  target?.row.scrollIntoView({ block: 'nearest' })
  return target !== undefined
}

const chooseFocused = () => {
  const box = focusedRow()?.querySelector<HTMLInputElement>(CHECKBOX)
  box?.click()
  return Boolean(box)
}

const rowShortcuts = (): PageShortcut[] => {
  if (linkedRows().length === 0) return []
  const hasChoice = document.querySelector(`${ROW} input[type=checkbox]`) !== null
  return [
    { label: texts.nextRow, ...RECORD_SHORTCUTS.nextRow, run: moveBy(1) },
    { label: texts.previousRow, ...RECORD_SHORTCUTS.previousRow, run: moveBy(-1) },
    ...(hasChoice ? [{ label: texts.chooseRow, ...RECORD_SHORTCUTS.chooseRow, run: chooseFocused }] : []),
    { label: texts.openRow, ...RECORD_SHORTCUTS.openRow },
  ]
}

// The shell loads this module apart from its own bundle.
addPageShortcuts(texts.shortcuts, rowShortcuts)

/** Ctrl+Enter does what the button for the chosen rows does; without a choice, the key is the browser's. */
export const useChosenShortcut = (label: string, run: (() => void) | undefined): void =>
  usePageShortcuts(texts.shortcuts, run ? [{ label, ...RECORD_SHORTCUTS.confirm, run }] : [])

export const focusRowOf = (path: string): void =>
  linkedRows()
    .find(({ link }) => link.pathname === path)
    ?.link.focus()
