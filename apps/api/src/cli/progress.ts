const EVERY_MS = 250

const SIZES = ['bytes', 'kB', 'MB', 'GB', 'TB']

/** Formats a size for people: 12.3 MB. */
export const sizeText = (bytes: number): string => {
  const power = Math.min(SIZES.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return `${(bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${SIZES[power]}`
}

/** Prints a progress line that updates on a terminal; prints nothing when output is redirected. */
export const createProgress = () => {
  let shownAt = 0
  const isTerminal = process.stderr.isTTY
  return {
    show(text: string): void {
      if (!isTerminal || performance.now() - shownAt < EVERY_MS) return
      shownAt = performance.now()
      process.stderr.write(`\r\u001B[K${text}`)
    },
    clear(): void {
      if (isTerminal) process.stderr.write('\r\u001B[K')
    },
  }
}
