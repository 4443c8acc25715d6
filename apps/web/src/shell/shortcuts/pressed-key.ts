/** What takes letters for itself: fields, and lists that jump to the entry beginning with one. */
const TAKES_LETTERS = 'input, textarea, select, [contenteditable], [role="menu"], [role="listbox"], iframe'

/** Something lies over the page and has to be dealt with first. */
const OVER_THE_PAGE = '[aria-modal="true"], [role="menu"]'

/** Whether a dialog or a menu gets the keys. */
export const isOverThePage = (): boolean => document.querySelector(OVER_THE_PAGE) !== null

/**
 * The single key that was pressed for us, or undefined when it means something else: text, a key of the browser, or
 * a key held down. On a keyboard with other letters, Arabic for one, the key's place counts.
 */
export const pressedKey = (event: KeyboardEvent): string | undefined => {
  const { key, code, target } = event
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.isComposing) return undefined
  if (event.defaultPrevented || isOverThePage()) return undefined
  if (target instanceof Element && target.closest(TAKES_LETTERS)) return undefined
  if (key === '؟') return '?'
  const isForeignLetter = key.length === 1 && key > '\u007F' && /^Key/.test(code)
  return isForeignLetter ? code.slice(3).toLowerCase() : key.toLowerCase()
}
