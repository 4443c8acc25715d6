/** A point in the window, in CSS pixels. */
export interface Point {
  x: number
  y: number
}

export interface ViewState {
  /** Undefined for an image. */
  page?: number
  percent: number
  isFitted: boolean
}

/** A page for the printer; sizes in points of 1/72 inch. */
export interface Sheet {
  content: Blob
  width: number
  height: number
}

export interface View {
  /** Undefined for an image. */
  readonly pageCount: number | undefined
  readonly fitLabel: string
  /** The scroll container, which takes the focus. */
  readonly container: HTMLElement
  /** Resolves when the first content is visible. */
  readonly drawn: Promise<void>
  /** For a PDF: resolves when other programs may render text of a drawn page differently. */
  readonly unclear?: Promise<void>
  /** @param origin fixed point of the zoom; the center of the window by default */
  zoom(factor: number, origin?: Point): void
  fit(): void
  /** Rotates by 90 degrees clockwise; returns the new angle. */
  rotate(): number
  goToPage(page: number): void
  /** Renders pages one at a time, upright, at print resolution. */
  sheets(): AsyncGenerator<Sheet>
}

/** Called on every change of the toolbar's state. */
export type ViewListener = (state: ViewState) => void

export const ZOOM_STEP = 1.25

export class ProtectedFileError extends Error {}
