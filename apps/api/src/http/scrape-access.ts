import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { TrustedProxies } from '../config.ts'

const OWN_ADDRESSES = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])
const OWN_NAMES = new Set(['localhost', '127.0.0.1', '[::1]'])
/** A proxy on this machine also comes from its loopback address; these tell that it asks for somebody else. */
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
  // Not what a page in a browser here was made to call by a name of its own.
  OWN_NAMES.has((headers.host ?? '').replace(/:\d+$/, '')) &&
  FORWARDED.every((name) => headers[name] === undefined)

/**
 * Who may see how the service is doing: whoever has the token, where one is set; without one only programs on the same
 * machine, and behind a proxy nobody, for a proxy that says nothing of whom it asks for looks just like those.
 */
export const mayScrape = (
  request: FastifyRequest,
  settings: { metricsToken: string | undefined; trustProxy: TrustedProxies },
): boolean => {
  if (settings.metricsToken === undefined) return settings.trustProxy === false && isFromThisMachine(request)
  return timingSafeEqual(hash(request.headers.authorization ?? ''), hash(`Bearer ${settings.metricsToken}`))
}
