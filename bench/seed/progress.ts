const WIDTH = 30

export const createProgress = (write: (text: string) => void, isTerminal: boolean) => {
  const startedAt = Date.now()
  const seconds = () => `${((Date.now() - startedAt) / 1000).toFixed(0)} s`
  return {
    show(what: string, done: number, total: number): void {
      if (!isTerminal) return
      const filled = Math.round((done / Math.max(1, total)) * WIDTH)
      write(
        `\r${what.padEnd(22)} [${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}] ${done.toLocaleString('en-US')} `,
      )
    },
    finish(what: string, done: number): void {
      write(
        `${isTerminal ? '\r' : ''}${what.padEnd(22)} ${done.toLocaleString('en-US').padStart(12)}  after ${seconds()}${isTerminal ? ' '.repeat(WIDTH) : ''}\n`,
      )
    },
  }
}
export type Progress = ReturnType<typeof createProgress>
