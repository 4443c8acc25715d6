import type { Page } from '@playwright/test'

/** The actions of a person, without typed data. */
export interface Actions {
  /** Presses of the pointer, and files that are dropped or chosen. */
  clicks: number
  keys: number
}

/** The name of a binding in the page. */
const NOTE = 'noteAction'

/** Runs in the page. Enter on a button is a key, although it clicks the button: therefore presses of the pointer count. */
const listenToActions = (name: string) => {
  const note = (kind: keyof Actions) => {
    const binding: unknown = Reflect.get(window, name)
    if (typeof binding === 'function') binding(kind)
  }
  const pressesOnly = ['checkbox', 'radio', 'button', 'submit', 'reset', 'file']
  const takesText = (target: EventTarget | null) =>
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && !pressesOnly.includes(target.type))
  const isData = ({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent) =>
    key.length === 1 && !ctrlKey && !metaKey && !altKey && takesText(target)
  const isModifier = ({ key }: KeyboardEvent) => ['Control', 'Shift', 'Alt', 'Meta'].includes(key)
  const listen = <K extends keyof WindowEventMap>(type: K, isAction: (event: WindowEventMap[K]) => boolean) =>
    window.addEventListener(
      type,
      (event) => isAction(event) && note(type === 'keydown' ? 'keys' : 'clicks'),
      {
        capture: true,
      },
    )
  listen('pointerdown', ({ isTrusted }) => isTrusted)
  listen('keydown', (event) => event.isTrusted && !isModifier(event) && !isData(event))
  // Playwright's own events are not trusted.
  listen('drop', () => true)
  listen('change', ({ target }) => target instanceof HTMLInputElement && target.type === 'file')
}

/** Counts from now on, in this document and those that follow. */
export const countActions = async (page: Page): Promise<() => Promise<Actions>> => {
  const actions: Actions = { clicks: 0, keys: 0 }
  await page.exposeFunction(NOTE, (kind: keyof Actions) => {
    actions[kind] += 1
  })
  await page.addInitScript(listenToActions, NOTE)
  await page.evaluate(listenToActions, NOTE)
  return async () => {
    // Events that happened before its answer are counted then.
    await page.evaluate(() => undefined)
    return actions
  }
}
