import { useEffect } from 'react'
import { usePageShortcuts } from '../../../lib/page-shortcuts.ts'
import * as texts from './texts.ts'

/** Marks the main link of each row. */
const ROW = 'data-inbox-row'
export const rowMark = (id: number) => ({ [ROW]: String(id) })

const links = () => [...document.querySelectorAll<HTMLElement>(`main [${ROW}]`)]

/** The last opened item; keyboard navigation continues there. */
let lastOpened: number | undefined
export const rememberOpened = (id: number): void => {
  lastOpened = id
}

const focusBy = (step: 1 | -1): void => {
  const rows = links()
  const present = rows.findIndex((row) => row === document.activeElement)
  const place = present < 0 ? (step > 0 ? 0 : rows.length - 1) : present + step
  const target = rows[Math.min(rows.length - 1, Math.max(0, place))]
  target?.focus()
  target?.scrollIntoView({ block: 'nearest' })
}

const selectFocused = (): void =>
  document.activeElement?.closest(`tr, li`)?.querySelector<HTMLInputElement>('input[type=checkbox]')?.click()

/** Moves the focus itself, so that Enter opens the row and screen readers follow. */
export const useRowKeys = (): void =>
  usePageShortcuts(texts.shortcuts, [
    { label: texts.nextRow, keys: ['j', 'arrowdown'], run: () => focusBy(1) },
    { label: texts.previousRow, keys: ['k', 'arrowup'], run: () => focusBy(-1) },
    { label: texts.selectRow, keys: ['x'], run: selectFocused },
    { label: texts.openRow, keys: ['enter'] },
  ])

/** Restores the focus to the row of the item that the user returns from. */
export const useReturnToRow = (isLoaded: boolean): void => {
  useEffect(() => {
    if (!isLoaded || lastOpened === undefined) return
    const id = String(lastOpened)
    lastOpened = undefined
    const { activeElement } = document
    if (activeElement && activeElement !== document.body && activeElement.id !== 'content') return
    links()
      .find((row) => row.getAttribute(ROW) === id)
      ?.focus()
  }, [isLoaded])
}
