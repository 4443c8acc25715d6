import { latinKey } from '../lib/latin-key.ts'
import { askToClose, passKeyOn } from './host.ts'
import type { Commands } from './toolbar.ts'
import { ZOOM_STEP, type View } from './view.ts'

const ARROW_STEP = 60
/** Leaves a line or two of the previous screen visible. */
const PAGE_PART = 0.9

/** Scrolling by keys works regardless of the focus. */
const SCROLLING: Partial<Record<string, (box: HTMLElement) => void>> = {
  ArrowUp: (box) => box.scrollBy(0, -ARROW_STEP),
  ArrowDown: (box) => box.scrollBy(0, ARROW_STEP),
  ArrowLeft: (box) => box.scrollBy(-ARROW_STEP, 0),
  ArrowRight: (box) => box.scrollBy(ARROW_STEP, 0),
  PageUp: (box) => box.scrollBy(0, -box.clientHeight * PAGE_PART),
  PageDown: (box) => box.scrollBy(0, box.clientHeight * PAGE_PART),
  Home: (box) => box.scrollTo(box.scrollLeft, 0),
  End: (box) => box.scrollTo(box.scrollLeft, box.scrollHeight),
}

const COMMANDS: Partial<Record<string, keyof Commands & ('fit' | 'rotate' | 'zoomIn' | 'zoomOut')>> = {
  '+': 'zoomIn',
  '=': 'zoomIn',
  '-': 'zoomOut',
  _: 'zoomOut',
  '0': 'fit',
  r: 'rotate',
}

const isTyping = (target: EventTarget | null) => target instanceof HTMLInputElement

export interface Keys {
  /** Undefined while loading. */
  view: View | undefined
  commands: Commands
  /** Cancels a print in preparation; returns whether there was one. */
  cancel: () => boolean
}

export const listenToKeys = (keys: Keys): void => {
  window.addEventListener('keydown', (event) => {
    if (handle(event, keys)) event.preventDefault()
    else if (!isTyping(event.target)) passKeyOn(event)
  })
  // Browsers report a pinch on a touch pad as a wheel event with Control.
  window.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey || !keys.view) return
      event.preventDefault()
      keys.view.zoom(wheelFactor(event), { x: event.clientX, y: event.clientY })
    },
    { passive: false },
  )
}

/** Touch pads send many small deltas, mice few large ones; the limit is one zoom step. */
const wheelFactor = ({ deltaY }: WheelEvent) =>
  Math.min(ZOOM_STEP, Math.max(1 / ZOOM_STEP, Math.exp(-deltaY / 100)))

/** @returns whether the key was handled */
const handle = (event: KeyboardEvent, { view, commands, cancel }: Keys): boolean => {
  if (event.key === 'Escape') {
    if (!cancel()) askToClose()
    return true
  }
  if (!view) return false
  if (event.ctrlKey || event.metaKey || event.altKey) {
    if (event.altKey || latinKey(event) !== 'p') return false
    commands.print()
    return true
  }
  if (isTyping(event.target)) return false
  const scroll = SCROLLING[event.key]
  const command = COMMANDS[latinKey(event)]
  if (scroll) scroll(view.container)
  else if (command) commands[command]()
  return scroll !== undefined || command !== undefined
}
