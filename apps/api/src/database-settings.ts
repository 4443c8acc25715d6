import path from 'node:path'

/** As PostgreSQL's own tools name them. */
export const SSL_MODES = ['disable', 'require', 'verify-full'] as const
export type SslMode = (typeof SSL_MODES)[number]

/** The driver takes `require` for `verify-full`; this is its name for encryption without asking who answers. */
const DRIVER_MODE: Record<SslMode, string> = {
  disable: 'disable',
  require: 'no-verify',
  'verify-full': 'verify-full',
}

const TLS_PARAMETERS = ['sslmode', 'ssl', 'sslrootcert']

/** True when the address has TLS options of its own. */
export const hasTlsOf = (address: string | undefined): boolean =>
  address !== undefined && TLS_PARAMETERS.some((name) => new URL(address).searchParams.has(name))

/** One address with the TLS options in it: everything that connects is given an address and nothing else. */
export const databaseAddress = (settings: {
  address: string | undefined
  sslMode: SslMode | undefined
  caFile: string | undefined
}): string | undefined => {
  const { address, caFile } = settings
  // A certificate of whom to trust is there to be asked for.
  const sslMode = settings.sslMode ?? (caFile && 'verify-full')
  if (!address || !sslMode) return address
  const url = new URL(address)
  url.searchParams.set('sslmode', DRIVER_MODE[sslMode])
  if (caFile) url.searchParams.set('sslrootcert', path.resolve(caFile))
  return url.href
}
