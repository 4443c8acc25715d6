const SHORTEST_PX = 60
const LONGEST_MS = 600

interface Swiping {
  /** False while the page is wider than the window, where touch scrolls. */
  isOn: () => boolean
  turn: (step: 1 | -1) => void
}

export const turnPagesBySwiping = (container: HTMLElement, { isOn, turn }: Swiping): void => {
  let begin: { x: number; y: number; time: number } | undefined
  container.addEventListener(
    'touchstart',
    ({ touches, timeStamp }) => {
      const finger = touches.length === 1 ? touches[0] : undefined
      begin = finger && { x: finger.clientX, y: finger.clientY, time: timeStamp }
    },
    { passive: true },
  )
  container.addEventListener(
    'touchend',
    ({ changedTouches, touches, timeStamp }) => {
      const finger = changedTouches[0]
      if (!begin || !finger || touches.length > 0 || !isOn()) return
      const across = finger.clientX - begin.x
      const along = Math.abs(finger.clientY - begin.y)
      if (timeStamp - begin.time > LONGEST_MS || Math.abs(across) < Math.max(SHORTEST_PX, 2 * along)) return
      turn(across < 0 ? 1 : -1)
    },
    { passive: true },
  )
}
