import { KNOWN_DEVICE_DAYS } from '@zelab/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Over HTTPS, the cookie is bound to the host and to HTTPS. */
export const sessionCookie = (appUrl: string) => {
  const isHttps = appUrl.startsWith('https://')
  const name = isHttps ? '__Host-session' : 'session'
  const flags = { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps } as const
  return {
    read: (request: FastifyRequest): string | undefined => request.cookies[name],
    set: (reply: FastifyReply, token: string) => void reply.setCookie(name, token, flags),
    clear: (reply: FastifyReply) => void reply.clearCookie(name, flags),
  }
}

const PASSKEY_COOKIE_SECONDS = 600

/** Binds the challenges of passkeys to a browser that has no session. */
export const passkeyCookie = (appUrl: string) => {
  const isHttps = appUrl.startsWith('https://')
  const name = isHttps ? '__Host-passkey' : 'passkey'
  return {
    read: (request: FastifyRequest): string | undefined => request.cookies[name],
    set: (reply: FastifyReply, value: string) =>
      void reply.setCookie(name, value, {
        path: '/',
        httpOnly: true,
        sameSite: 'strict',
        secure: isHttps,
        maxAge: PASSKEY_COOKIE_SECONDS,
      }),
  }
}

/** Recognizes a browser that has signed in before; it grants no access. */
export const deviceCookie = (appUrl: string) => {
  const isHttps = appUrl.startsWith('https://')
  const name = isHttps ? '__Host-device' : 'device'
  const maxAge = KNOWN_DEVICE_DAYS * 24 * 60 * 60
  return {
    read: (request: FastifyRequest): string | undefined => request.cookies[name],
    set: (reply: FastifyReply, value: string) =>
      void reply.setCookie(name, value, {
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure: isHttps,
        maxAge,
      }),
  }
}
