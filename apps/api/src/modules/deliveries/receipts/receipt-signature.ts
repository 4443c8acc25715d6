import { createHmac, timingSafeEqual } from 'node:crypto'

const SIGNATURE = /^sha256=([0-9a-f]{64})$/i

/** Whether `signature` is `sha256=` and the HMAC of exactly these bytes. Compared in constant time. */
export const isSigned = (
  secret: string,
  bytes: Buffer,
  signature: string | string[] | undefined,
): boolean => {
  const given = typeof signature === 'string' ? SIGNATURE.exec(signature)?.[1] : undefined
  if (given === undefined) return false
  return timingSafeEqual(Buffer.from(given, 'hex'), createHmac('sha256', secret).update(bytes).digest())
}
