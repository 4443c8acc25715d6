import { accessSync, constants } from 'node:fs'
import path from 'node:path'

export const SSL_MODES = ['disable', 'require', 'verify-full'] as const
export type SslMode = (typeof SSL_MODES)[number]

/** The driver treats `require` like `verify-full`; `no-verify` is its name for encryption without verification. */
const DRIVER_MODE: Record<SslMode, string> = {
  disable: 'disable',
  require: 'no-verify',
  'verify-full': 'verify-full',
}

const TLS_PARAMETERS = ['sslmode', 'ssl', 'sslrootcert']

export const isReadable = (file: string) => {
  try {
    accessSync(file, constants.R_OK)
    return true
  } catch {
    return false
  }
}

export const hasTlsOf = (address: string | undefined): boolean =>
  address !== undefined && TLS_PARAMETERS.some((name) => new URL(address).searchParams.has(name))

/** Adds the TLS options to the address, because all clients are configured by address only. */
export const databaseAddress = (settings: {
  address: string | undefined
  sslMode: SslMode | undefined
  caFile: string | undefined
}): string | undefined => {
  const { address, caFile } = settings
  // A CA certificate implies verification.
  const sslMode = settings.sslMode ?? (caFile && 'verify-full')
  if (!address || !sslMode) return address
  const url = new URL(address)
  url.searchParams.set('sslmode', DRIVER_MODE[sslMode])
  if (caFile) url.searchParams.set('sslrootcert', path.resolve(caFile))
  return url.href
}
