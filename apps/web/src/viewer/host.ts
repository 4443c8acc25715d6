import { VIEWER_MESSAGE, type ViewerKey } from '../lib/viewer-messages.ts'

const isInFrame = window.parent !== window

const tell = (message: string | ViewerKey) => {
  if (isInFrame) window.parent.postMessage(message, location.origin)
}

/** The page around the frame: its dialog closes with Escape also when the focus is in here. */
export const askToClose = (): void => tell(VIEWER_MESSAGE.close)

/** The page looks at the report again: it may have been withdrawn, or the session be over. */
export const tellRefused = (): void => tell(VIEWER_MESSAGE.refused)

/** The page uncovers the frame. */
export const tellShown = (): void => tell(VIEWER_MESSAGE.shown)

/** Shortcuts of the page around work while the focus is in here. */
export const passKeyOn = ({ key, code, ctrlKey, metaKey, shiftKey, altKey, repeat }: KeyboardEvent): void => {
  if (!altKey && !repeat) tell({ kind: 'zelab-viewer-key', key, code, ctrlKey, metaKey, shiftKey })
}

const USED_EVERY_MS = 10_000

/** The page around hears nothing of the pointer and the keys in here. */
export const tellUsed = (): void => {
  let toldAt = 0
  for (const input of ['pointermove', 'pointerdown', 'keydown', 'wheel'])
    window.addEventListener(
      input,
      () => {
        if (Date.now() - toldAt < USED_EVERY_MS) return
        toldAt = Date.now()
        tell(VIEWER_MESSAGE.used)
      },
      { passive: true },
    )
}

/** Printing asked for with the keys while the focus is in the page around. */
export const onPrintAsked = (print: () => void): void =>
  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    const isFromHost = event.source === window.parent && event.origin === location.origin
    if (isFromHost && event.data === VIEWER_MESSAGE.print) print()
  })

/** Takes the focus for the file, unless the reader has gone on to something else of the page. */
export const takeFocus = (element: HTMLElement): void => {
  const frame = window.frameElement
  const focused = window.parent.document.activeElement
  // Until now the place of the frame had it (`file-dialog.tsx`).
  const isElsewhere = isInFrame && focused !== frame && focused !== frame?.parentElement
  const isUsed = document.activeElement !== null && document.activeElement !== document.body
  if (!isElsewhere && !isUsed) element.focus()
}
