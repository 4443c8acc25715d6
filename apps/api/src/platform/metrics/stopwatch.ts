/** Returns a function that reports the seconds since the start. */
export const startStopwatch = (): (() => number) => {
  const start = performance.now()
  return () => (performance.now() - start) / 1000
}
