/**
 * Waits for statements of one transaction that were sent without waiting for each other; the server runs them in this
 * order. When several fail, the error of the first is thrown, as if they had been awaited one by one.
 */
export const pipelined = async <const Sent extends readonly unknown[]>(
  ...sent: Sent
): Promise<{ -readonly [Index in keyof Sent]: Awaited<Sent[Index]> }> => {
  await Promise.allSettled(sent)
  return Promise.all(sent)
}
