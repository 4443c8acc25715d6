import { afterAll } from 'vitest'

/** Awaited at the top of a test file; what was started last stops first. */
export const stopAtEnd = async <Started extends { stop(): Promise<unknown> }>(
  starting: Promise<Started>,
): Promise<Started> => {
  const started = await starting
  afterAll(async () => void (await started.stop()))
  return started
}
