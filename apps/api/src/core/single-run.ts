/**
 * Runs one at a time in this process. A call during a run returns at once.
 * @param work repeats while `wasCalled` is true: there was a call since it was asked last
 */
export const createSingleRun = (work: (wasCalled: () => boolean) => Promise<void>): (() => Promise<void>) => {
  let isRunning = false
  let isCalled = false
  const wasCalled = () => {
    const was = isCalled
    isCalled = false
    return was
  }
  return async () => {
    isCalled = isRunning
    if (isRunning) return
    isRunning = true
    await work(wasCalled).finally(() => (isRunning = false))
  }
}
