import { VIEWER_MESSAGE } from '../lib/viewer-messages.ts'

const isInFrame = window.parent !== window

const tell = (message: string) => {
  if (isInFrame) window.parent.postMessage(message, location.origin)
}

/** The page around the frame: its dialog closes with Escape also when the focus is in here. */
export const askToClose = (): void => tell(VIEWER_MESSAGE.close)

/** The page looks at the report again: it may have been withdrawn, or the session be over. */
export const tellRefused = (): void => tell(VIEWER_MESSAGE.refused)

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
