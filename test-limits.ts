/** Every time limit of the tests. TEST_TIME_SCALE=3 is for a machine that is three times as slow. */
const scale = Number(process.env.TEST_TIME_SCALE ?? 1)

/** For one try of several. */
export const ATTEMPT_MS = 1_000 * scale
/** For one expectation: a state, a message, a process that starts. */
export const WAIT_MS = 60_000 * scale
export const TEST_MS = 180_000 * scale
export const RELEASE_TEST_MS = 1_200_000 * scale

export const VITEST_LIMITS = {
  testTimeout: TEST_MS,
  hookTimeout: TEST_MS,
  teardownTimeout: TEST_MS,
  expect: { poll: { timeout: WAIT_MS } },
}
