import { element } from './element.ts'
import * as texts from './texts.ts'
import type { Point, Sheet, View, ViewListener } from './view.ts'

const SMALLEST = 0.05
const LARGEST = 10
/** A4 in points. */
const PAPER = { width: 595, height: 842 }

const fitting = (box: { width: number; height: number }, room: { width: number; height: number }): number =>
  Math.min(room.width / box.width, room.height / box.height)

/** Shows an image: fitted at first, then zoomed, moved by scrolling or dragging. */
export const showPicture = async (
  stage: HTMLElement,
  content: Blob,
  onChange: ViewListener,
): Promise<View> => {
  const picture = element('img', {
    src: URL.createObjectURL(content),
    alt: texts.picture,
    draggable: 'false',
  })
  await picture.decode()
  const sheet = element('div', { class: 'picture' }, picture)
  const container = element(
    'div',
    { class: 'scroller', dir: 'ltr', tabindex: '0', role: 'group', 'aria-label': texts.document },
    sheet,
  )
  stage.prepend(container)

  let scale = 1
  let angle = 0
  let isFitted = true

  /** Size on screen; a quarter turn swaps the sides. */
  const turnedSize = () => {
    const { naturalWidth, naturalHeight } = picture
    return angle % 180 === 0
      ? { width: naturalWidth, height: naturalHeight }
      : { width: naturalHeight, height: naturalWidth }
  }
  const room = () => ({ width: container.clientWidth, height: container.clientHeight })
  const draw = () => {
    // Small images are not enlarged, which would suggest detail they lack.
    if (isFitted) scale = Math.min(1, fitting(turnedSize(), room()))
    const { width, height } = turnedSize()
    sheet.style.width = `${Math.floor(width * scale)}px`
    sheet.style.height = `${Math.floor(height * scale)}px`
    picture.style.width = `${picture.naturalWidth * scale}px`
    picture.style.height = `${picture.naturalHeight * scale}px`
    picture.style.transform = `rotate(${angle}deg)`
    container.classList.toggle(
      'movable',
      width * scale > container.clientWidth || height * scale > container.clientHeight,
    )
    onChange({ percent: Math.round(scale * 100), isFitted })
  }
  const middle = (): Point => {
    const { left, top, width, height } = container.getBoundingClientRect()
    return { x: left + width / 2, y: top + height / 2 }
  }

  new ResizeObserver(draw).observe(container)
  moveByDragging(container)
  draw()
  return {
    pageCount: undefined,
    fitLabel: texts.fitPicture,
    container,
    drawn: Promise.resolve(),
    zoom(factor, origin = middle()) {
      const before = sheet.getBoundingClientRect()
      const next = Math.min(LARGEST, Math.max(SMALLEST, scale * factor))
      const grown = next / scale
      scale = next
      isFitted = false
      draw()
      // Keeps the point under the pointer in place.
      const after = sheet.getBoundingClientRect()
      container.scrollBy({
        left: after.left + (origin.x - before.left) * grown - origin.x,
        top: after.top + (origin.y - before.top) * grown - origin.y,
        behavior: 'instant',
      })
    },
    fit() {
      isFitted = true
      draw()
    },
    rotate() {
      angle = (angle + 90) % 360
      draw()
      return angle
    },
    goToPage: () => undefined,
    sheets: () => pictureSheet(content, picture),
  }
}

/** For the mouse; touch scrolls natively. */
const moveByDragging = (container: HTMLElement): void => {
  container.addEventListener('pointerdown', (event) => {
    if (event.pointerType !== 'mouse' || event.button !== 0) return
    container.setPointerCapture(event.pointerId)
    container.classList.add('moving')
  })
  container.addEventListener('pointermove', (event) => {
    if (!container.hasPointerCapture(event.pointerId)) return
    container.scrollBy({ left: -event.movementX, top: -event.movementY, behavior: 'instant' })
  })
  container.addEventListener('lostpointercapture', () => container.classList.remove('moving'))
}

/** One page in the orientation that shows the image larger. */
export async function* pictureSheet(content: Blob, picture: HTMLImageElement): AsyncGenerator<Sheet> {
  const isWide = picture.naturalWidth > picture.naturalHeight
  yield {
    content,
    width: isWide ? PAPER.height : PAPER.width,
    height: isWide ? PAPER.width : PAPER.height,
  }
}
