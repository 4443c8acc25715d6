import { KNOWN_DEVICE_DAYS } from '@zelab/contract'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Flags = Pick<CookieSerializeOptions, 'sameSite' | 'maxAge'>

/** Over HTTPS, the cookie is bound to the host and to HTTPS. */
const ownCookie = (name: string, appUrl: string, more: Flags) => {
  const isHttps = appUrl.startsWith('https://')
  const fullName = isHttps ? `__Host-${name}` : name
  const flags = { path: '/', httpOnly: true, secure: isHttps, ...more } as const
  return {
    read: (request: FastifyRequest): string | undefined => request.cookies[fullName],
    set: (reply: FastifyReply, value: string) => void reply.setCookie(fullName, value, flags),
    clear: (reply: FastifyReply) => void reply.clearCookie(fullName, flags),
  }
}

export const sessionCookie = (appUrl: string) => ownCookie('session', appUrl, { sameSite: 'lax' })

const CHALLENGE_COOKIE_SECONDS = 600

/** Binds the challenges of passkeys to a browser that has no session. */
export const passkeyCookie = (appUrl: string) =>
  ownCookie('passkey', appUrl, { sameSite: 'strict', maxAge: CHALLENGE_COOKIE_SECONDS })

/** Binds the answer of a provider to the browser that was sent there. It comes back from another site. */
export const providerCookie = (appUrl: string) =>
  ownCookie('provider', appUrl, { sameSite: 'lax', maxAge: CHALLENGE_COOKIE_SECONDS })

/** Recognizes a browser that has signed in before; it grants no access. */
export const deviceCookie = (appUrl: string) =>
  ownCookie('device', appUrl, { sameSite: 'lax', maxAge: KNOWN_DEVICE_DAYS * 24 * 60 * 60 })
