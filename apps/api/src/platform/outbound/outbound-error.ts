const REASONS = {
  ADDRESS_UNKNOWN: 'The host name could not be found',
  ADDRESS_NOT_ALLOWED: 'The address is in an internal network that OUTBOUND_NETWORKS does not list',
  NOT_HTTPS: 'The address does not begin with https://',
  TIMEOUT: 'No answer in time',
  CERTIFICATE: 'The certificate is not trusted',
  CONNECTION: 'The connection failed',
} as const

export const UNKNOWN_AUTHORITY = 'The certificate is from an authority that the server does not know'

/** More exact reasons, keyed by the code of the cause. */
const DETAILED_REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was reset',
  EHOSTUNREACH: 'The host cannot be reached',
  ENETUNREACH: 'The host cannot be reached',
  CERT_HAS_EXPIRED: 'The certificate has expired',
  CERT_NOT_YET_VALID: 'The certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host name',
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_AUTHORITY,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
}

const codeOf = (error: unknown): string => {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : ''
}

/** The message is a reason for the Admin, and says nothing that a host could have chosen. */
export class OutboundError extends Error {
  readonly code: keyof typeof REASONS
  constructor(code: keyof typeof REASONS, cause?: unknown) {
    const isDetailed = code === 'CERTIFICATE' || code === 'CONNECTION'
    super((isDetailed ? DETAILED_REASONS[codeOf(cause)] : undefined) ?? REASONS[code], { cause })
    this.name = 'OutboundError'
    this.code = code
  }
}

const isCertificateError = (code: string) =>
  /^(CERT_|ERR_TLS_CERT|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|CRL_|HOSTNAME_MISMATCH|INVALID_)/.test(code)

export const asOutboundError = (error: unknown): OutboundError =>
  error instanceof OutboundError
    ? error
    : new OutboundError(isCertificateError(codeOf(error)) ? 'CERTIFICATE' : 'CONNECTION', error)
