import type { FastifyReply, FastifyRequest } from 'fastify'
import { newSecretToken } from '../../../platform/encryption.ts'

const TOKEN = /^[\w-]{43}$/

/** Cookies of the patient pages, without access to anything else. @param publicUrl the pages' address */
export const linkCookies = (publicUrl: string) => {
  const isHttps = publicUrl.startsWith('https://')
  const flags = { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps } as const
  const session = isHttps ? '__Host-link' : 'link'
  const form = isHttps ? '__Host-link-form' : 'link-form'
  const device = isHttps ? '__Secure-link-device' : 'link-device'
  const read = (request: FastifyRequest, name: string): string | undefined => {
    const value = request.cookies[name]
    return value !== undefined && TOKEN.test(value) ? value : undefined
  }
  // The path limits the cookie, so that other pages cannot read which links this browser opened.
  const deviceFlags = (linkToken: string) => ({ ...flags, path: `/r/${linkToken}` })
  return {
    readSession: (request: FastifyRequest) => read(request, session),
    setSession: (reply: FastifyReply, token: string) => void reply.setCookie(session, token, flags),
    clearSession: (reply: FastifyReply) => void reply.clearCookie(session, flags),
    readDevice: (request: FastifyRequest) => read(request, device),
    /** @param until an instant, ISO 8601 */
    setDevice: (reply: FastifyReply, linkToken: string, token: string, until: string) =>
      void reply.setCookie(device, token, { ...deviceFlags(linkToken), expires: new Date(until) }),
    readForm: (request: FastifyRequest) => read(request, form),
    ensureForm(request: FastifyRequest, reply: FastifyReply): string {
      const known = read(request, form)
      if (known !== undefined) return known
      const token = newSecretToken()
      reply.setCookie(form, token, flags)
      return token
    },
  }
}
export type LinkCookies = ReturnType<typeof linkCookies>
