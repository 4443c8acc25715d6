import { API_BASE } from '@zelab/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { forbidden } from '../core/app-error.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Pages without a referrer send `Origin: null`. The route must also require a key that only its page has. */
    hasFormKey?: boolean
    /** The form uses no cookie, so another site gains nothing by sending it. */
    isAnonymousForm?: boolean
    /** For requests of other servers: the route ignores cookies and requires a signature of the body. */
    isSigned?: boolean
    /** For systems with a token or key: the route ignores cookies. */
    isForClients?: boolean
  }
}

/** Longer headers are forged. */
const LOGGED_LENGTH = 200
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])
/** Drops everything else that a client may have written into the header. */
const originOf = (header: string | undefined) =>
  header && URL.canParse(header) ? new URL(header).origin.slice(0, LOGGED_LENGTH) : 'none'
/** Names of this machine, for local evaluation. */
const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]'])

export interface OriginRules {
  appUrl: string
  publicUrl: string
  /** If not set, the address of the request itself is also accepted. */
  isAppUrlSet: boolean
  webOrigins: readonly string[]
}

const isLoopbackAlias = (one: URL, other: URL) =>
  LOOPBACK_NAMES.has(one.hostname) &&
  LOOPBACK_NAMES.has(other.hostname) &&
  one.protocol === other.protocol &&
  one.port === other.port

const isOwnOrigin = (origin: string, request: FastifyRequest, rules: OriginRules, addresses: string[]) => {
  if (rules.webOrigins.includes(origin)) return true
  if (!rules.isAppUrlSet && origin === `${request.protocol}://${request.host}`) return true
  if (!URL.canParse(origin)) return false
  const claimed = new URL(origin)
  return addresses
    .map((address) => new URL(address))
    .some((own) => claimed.origin === own.origin || isLoopbackAlias(claimed, own))
}

/**
 * Rejects cross-site requests by headers that pages cannot forge. A write must name our origin in Origin or
 * Sec-Fetch-Site. A read may lack both (typed address, program), but must not come from another site, whose link could
 * open a report or start an export in the user's name.
 */
export const addOriginCheck = (app: FastifyInstance, rules: OriginRules): void => {
  // Pages of a development server have another origin but the same site.
  const foreignSites = new Set(rules.webOrigins.length > 0 ? ['cross-site'] : ['cross-site', 'same-site'])

  const isForeignRead = (request: FastifyRequest) => {
    const { origin, 'sec-fetch-site': site = '' } = request.headers
    const isOpen = request.routeOptions.config.access === 'anyone'
    return (
      !isOpen &&
      request.url.startsWith(API_BASE) &&
      foreignSites.has(String(site)) &&
      !(origin && rules.webOrigins.includes(origin))
    )
  }
  const isForeignWrite = (request: FastifyRequest) => {
    const { origin } = request.headers
    return origin === undefined
      ? request.headers['sec-fetch-site'] !== 'same-origin'
      : !isOwnOrigin(origin, request, rules, [rules.appUrl])
  }
  /** Old browsers send neither header. */
  const isForeignForm = (request: FastifyRequest) => {
    const { origin = 'null', 'sec-fetch-site': site = 'same-origin' } = request.headers
    const addresses = [rules.appUrl, rules.publicUrl]
    return site !== 'same-origin' || (origin !== 'null' && !isOwnOrigin(origin, request, rules, addresses))
  }
  const isForeignWriteTo = (request: FastifyRequest) => {
    const { hasFormKey, isAnonymousForm } = request.routeOptions.config
    return hasFormKey || isAnonymousForm ? isForeignForm(request) : isForeignWrite(request)
  }

  app.addHook('onRequest', (request, _, done) => {
    const { isSigned, isForClients } = request.routeOptions.config
    // An unknown path below /fhir is refused as the standard of clients says.
    if (isSigned || isForClients || (request.is404 && request.url.startsWith('/fhir/'))) return done()
    const isForeign = SAFE_METHODS.has(request.method) ? isForeignRead(request) : isForeignWriteTo(request)
    if (!isForeign) return done()
    const { origin, 'sec-fetch-site': site } = request.headers
    // Usually a proxy or APP_URL with another address than users open.
    request.log.warn(
      { origin: originOf(origin), site: String(site).slice(0, LOGGED_LENGTH), appUrl: rules.appUrl },
      'refused a request of another origin',
    )
    done(forbidden('FOREIGN_ORIGIN'))
  })
}
