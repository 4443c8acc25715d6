import * as texts from '../texts.ts'

const HINT_ID = 'new-tab-hint'

/** Props of a link that opens a new tab, which screen readers announce. */
export const NEW_TAB = { target: '_blank', rel: 'noopener', 'aria-describedby': HINT_ID } as const

/** The description of all such links, once in the shell. */
export function NewTabHint() {
  return (
    <span id={HINT_ID} hidden>
      {texts.opensNewTab}
    </span>
  )
}
