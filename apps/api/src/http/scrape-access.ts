import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** None, their number in front of the service, or their addresses and networks. */
export type TrustedProxies = false | number | string[]

const OWN_ADDRESSES = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])
const OWN_NAMES = new Set(['localhost', '127.0.0.1', '[::1]'])
/** Headers of a proxy, which may use the loopback address but acts for another client. */
const FORWARDED = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

const hash = (text: string) => createHash('sha256').update(text).digest()

const isFromThisMachine = ({ socket, headers }: FastifyRequest) =>
  OWN_ADDRESSES.has(socket.remoteAddress ?? '') &&
  // Blocks DNS rebinding by pages in a local browser.
  OWN_NAMES.has((headers.host ?? '').replace(/:\d+$/, '')) &&
  FORWARDED.every((name) => headers[name] === undefined)

/** Behind a proxy, a token is required: a proxy that adds no headers looks like a local program. */
export const mayScrape = (
  request: FastifyRequest,
  settings: { metricsToken: string | undefined; trustProxy: TrustedProxies },
): boolean => {
  if (settings.metricsToken === undefined) return settings.trustProxy === false && isFromThisMachine(request)
  return timingSafeEqual(hash(request.headers.authorization ?? ''), hash(`Bearer ${settings.metricsToken}`))
}
