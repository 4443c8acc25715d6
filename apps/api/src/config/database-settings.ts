import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import type { z } from 'zod'

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

const hasTlsOf = (address: string | undefined): boolean =>
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

interface DatabaseSettings {
  DATABASE_URL?: string | undefined
  DATABASE_OWNER_URL?: string | undefined
  DATABASE_READ_URL?: string | undefined
  DATABASE_SINGLE_LOGIN: boolean
  DATABASE_SSL?: SslMode | undefined
  DATABASE_SSL_CA?: string | undefined
  NODE_ENV?: string | undefined
}

const ADDRESSES = ['DATABASE_URL', 'DATABASE_OWNER_URL', 'DATABASE_READ_URL'] as const

const partOf = (address: string, part: 'username' | 'pathname') => new URL(address)[part]

export const checkDatabaseSettings = (settings: DatabaseSettings, context: z.RefinementCtx): void => {
  const refuse = (name: keyof DatabaseSettings, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message })
  const {
    DATABASE_URL: url,
    DATABASE_OWNER_URL: ownerUrl,
    DATABASE_SSL: mode,
    DATABASE_SSL_CA: ca,
  } = settings

  // Their own rules refuse these.
  if (ADDRESSES.some((name) => settings[name] !== undefined && !URL.canParse(settings[name]))) return

  if (!url) {
    const embedded = 'must not be set without DATABASE_URL: the embedded database'
    if (mode ?? ca) refuse('DATABASE_SSL', `${embedded} uses no network`)
    if (settings.DATABASE_READ_URL) refuse('DATABASE_READ_URL', `${embedded} has no replica`)
    if (ownerUrl) refuse('DATABASE_OWNER_URL', `${embedded} has its own owner`)
  } else if (!ownerUrl) {
    if (settings.NODE_ENV === 'production' && !settings.DATABASE_SINGLE_LOGIN)
      refuse(
        'DATABASE_OWNER_URL',
        'must be set, with another user than DATABASE_URL: with the rights of the owner, a fault of the service can ' +
          'change the activity log. Set DATABASE_SINGLE_LOGIN=true to use one user all the same',
      )
  } else if (partOf(ownerUrl, 'username') === partOf(url, 'username')) {
    refuse('DATABASE_OWNER_URL', 'must have another user than DATABASE_URL')
  } else if (partOf(ownerUrl, 'pathname') !== partOf(url, 'pathname')) {
    refuse('DATABASE_OWNER_URL', 'must name the database of DATABASE_URL')
  }

  if (ca && (mode ?? 'verify-full') !== 'verify-full')
    refuse('DATABASE_SSL', 'must be verify-full, or left out, for DATABASE_SSL_CA to be looked at')
  for (const name of ADDRESSES)
    if ((mode ?? ca) && hasTlsOf(settings[name]))
      refuse('DATABASE_SSL', `must not be set when ${name} says sslmode itself`)
}
