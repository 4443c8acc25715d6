/** If several statements fail, throws the first error, as if they had been awaited one by one. */
export const pipelined = async <const Sent extends readonly unknown[]>(
  ...sent: Sent
): Promise<{ -readonly [Index in keyof Sent]: Awaited<Sent[Index]> }> => {
  await Promise.allSettled(sent)
  return Promise.all(sent)
}
