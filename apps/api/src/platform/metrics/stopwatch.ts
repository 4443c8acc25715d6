/** Seconds since it was started. */
export const startStopwatch = (): (() => number) => {
  const start = performance.now()
  return () => (performance.now() - start) / 1000
}
