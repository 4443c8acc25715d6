import { VIEWER_MESSAGE, type ViewedBytes, type ViewerKey } from '../lib/viewer-messages.ts'

const isInFrame = window.parent !== window

const tell = (message: string | ViewerKey | ViewedBytes) => {
  if (isInFrame) window.parent.postMessage(message, location.origin)
}

/** Closes the page's dialog on Escape in the viewer. */
export const askToClose = (): void => tell(VIEWER_MESSAGE.close)

/** The page refetches the report, which may be withdrawn, or finds that the session has ended. */
export const tellRefused = (): void => tell(VIEWER_MESSAGE.refused)

/** Called when the page can remove its cover. */
export const tellShown = (): void => tell(VIEWER_MESSAGE.shown)

/** A release names the bytes that were shown. */
export const tellBytesShown = (sha256: string): void => tell({ kind: 'zelab-viewer-bytes', sha256 })

/** The browser does not tell whether the user printed or canceled. */
export const tellPrinted = (): void => tell(VIEWER_MESSAGE.printed)

/** Forwards keys to the shortcuts of the page. */
export const passKeyOn = ({ key, code, ctrlKey, metaKey, shiftKey, altKey, repeat }: KeyboardEvent): void => {
  if (!altKey && !repeat) tell({ kind: 'zelab-viewer-key', key, code, ctrlKey, metaKey, shiftKey })
}

const USED_EVERY_MS = 10_000

/** Reports activity, because the page receives no pointer or key events of the frame. */
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

/** Called when the user presses Ctrl+P in the page. */
export const onPrintAsked = (print: () => void): void =>
  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    const isFromHost = event.source === window.parent && event.origin === location.origin
    if (isFromHost && event.data === VIEWER_MESSAGE.print) print()
  })

/** Focuses the file unless the user has moved on to another part of the page. */
export const takeFocus = (element: HTMLElement): void => {
  const frame = window.frameElement
  const focused = window.parent.document.activeElement
  // The frame's container had the focus (`file-dialog.tsx`).
  const isElsewhere = isInFrame && focused !== frame && focused !== frame?.parentElement
  const isUsed = document.activeElement !== null && document.activeElement !== document.body
  if (!isElsewhere && !isUsed) element.focus()
}
