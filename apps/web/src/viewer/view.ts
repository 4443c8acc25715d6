/** A point of the window, in CSS pixels. */
export interface Point {
  x: number
  y: number
}

/** State of the shown file, for the toolbar. */
export interface ViewState {
  /** Undefined for a picture, which has no pages. */
  page?: number
  percent: number
  isFitted: boolean
}

/** One sheet of paper as it goes to the printer, in points of 1/72 inch. */
export interface Sheet {
  content: Blob
  width: number
  height: number
}

/** A file on the screen: a PDF or a picture. */
export interface View {
  /** Undefined for a picture. */
  readonly pageCount: number | undefined
  readonly fitLabel: string
  /** What scrolls, and holds the focus. */
  readonly container: HTMLElement
  /** Resolves when something of the file is on the screen. */
  readonly drawn: Promise<void>
  /** Of a PDF: resolves when text of a shown page may look otherwise in other programs. */
  readonly unclear?: Promise<void>
  /** @param origin what stays where it is; without one the middle of the window */
  zoom(factor: number, origin?: Point): void
  fit(): void
  /** Turns everything by a quarter to the right; gives the angle that it has now. */
  rotate(): number
  goToPage(page: number): void
  /** Draws one sheet after the other, upright and sharp enough for paper. */
  sheets(): AsyncGenerator<Sheet>
}

/** Hears of every change that the toolbar shows. */
export type ViewListener = (state: ViewState) => void

export const ZOOM_STEP = 1.25

/** A PDF that opens with a password only. */
export class ProtectedFileError extends Error {}
