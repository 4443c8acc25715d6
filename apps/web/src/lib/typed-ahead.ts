/** Longest wait for the page; later, what was typed is dropped. */
const KEPT_MS = 2_000

const FIELDS = 'input, textarea, select, [contenteditable]'

let keys: { key: string; code: string }[] = []
let stop: () => void = () => undefined

/** Collects what is typed while a page or dialog opens, until its first field has the focus. */
export const collectKeys = (): void => {
  stop()
  const from = document.activeElement
  const collect = (event: KeyboardEvent) => {
    const { key, code, target } = event
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.isComposing) return
    // The user has moved on.
    const hasMoved = target instanceof Element && target !== from && target.closest(FIELDS)
    if (hasMoved || key === 'Tab') return stop()
    if (key.length > 1 && key !== 'Enter' && key !== 'Backspace') return
    event.preventDefault()
    keys.push({ key, code })
  }
  window.addEventListener('keydown', collect, true)
  stop = () => {
    window.removeEventListener('keydown', collect, true)
    keys = []
  }
}

/** A dialog that is loaded takes the keys as it opens; one that is open already has the focus. */
export const collectKeysForDialog = (): void => {
  if (document.querySelector('[aria-modal="true"]')) return
  collectKeys()
  const collected = stop
  setTimeout(() => collected === stop && stop(), KEPT_MS)
}

export const dropCollectedKeys = (): void => stop()

/** Once the page has its heading and no field has taken the keys, presses them as shortcuts. */
export const pressCollectedKeys = (): void => {
  const collected = stop
  const until = performance.now() + KEPT_MS
  const press = () => {
    if (collected !== stop) return
    if (!document.querySelector('#content h1')) {
      if (performance.now() < until) requestAnimationFrame(press)
      else stop()
      return
    }
    const typed = keys
    stop()
    for (const one of typed.filter(({ key }) => key.length === 1))
      document.body.dispatchEvent(new KeyboardEvent('keydown', { ...one, bubbles: true, cancelable: true }))
  }
  // After the effects of the page, which may focus a field.
  requestAnimationFrame(() => requestAnimationFrame(press))
}

/** Focuses the first field of a dialog as it mounts; Mantine does it a moment later, and what is typed until then is lost. */
export const focusFirstField = (dialog: HTMLElement | null): void => {
  const field = dialog?.querySelector<HTMLElement>('[data-autofocus]')
  field?.focus({ preventScroll: true })
  if (field) typeCollectedKeys(field)
}

/** Types the collected keys into a field that has received the focus. */
export const typeCollectedKeys = (field: Element): void => {
  const typed = keys
  stop()
  const isArea = field instanceof HTMLTextAreaElement
  if (typed.length === 0 || !(isArea || field instanceof HTMLInputElement)) return
  const end = typed.findIndex(({ key }) => key === 'Enter')
  const text = (end < 0 ? typed : typed.slice(0, end)).reduce(
    (before, { key }) => (key === 'Backspace' ? before.slice(0, -1) : before + key),
    field.value,
  )
  // React ignores an event without a change of the value that it has set itself.
  Reflect.set((isArea ? HTMLTextAreaElement : HTMLInputElement).prototype, 'value', text, field)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  // After the field has rendered the text.
  if (end >= 0)
    setTimeout(() =>
      field.dispatchEvent(new KeyboardEvent('keydown', { ...typed[end], bubbles: true, cancelable: true })),
    )
}
