import path from 'node:path'
import { z } from 'zod'
import { isCrontab, nextMoment } from '../platform/crontab.ts'
import {
  databaseUrl,
  mailbox,
  outboundNetworks,
  webAddress,
  webOrigin,
  webOrigins,
  withoutTrailingSlash,
} from './address-settings.ts'
import { checkDatabaseSettings, databaseAddress, isReadable, SSL_MODES } from './database-settings.ts'
import type { TlsIdentity } from '../platform/outbound/outbound.ts'
import { checkHl7Settings, hl7Fields, hl7Of, hl7OutOf, type Hl7Config } from './hl7-settings.ts'
import { foldersOf, isFolder, type FolderConfig } from './folder-settings.ts'
import { limitsOf } from './limit-settings.ts'
import { trustedProxies } from './proxy-settings.ts'
import type { SealConfig } from '../platform/pdf-seal/open-seal-key.ts'
import { checkSealSettings, sealFields, sealOf } from './seal-settings.ts'
import { checkSmsSettings, smsFields, smsOf, type SmsConfig } from './sms-settings.ts'
import type { StorageLocation } from '../platform/file-storage/open-storage.ts'
import { isStorageAddress, isWithin, storageLocation } from './storage-settings.ts'
import { checkTrialSecrets } from './trial-settings.ts'

const blank = (value: unknown) => (value === '' ? undefined : value)
const optional = <Schema extends z.ZodType>(schema: Schema) => z.preprocess(blank, schema.optional())
const withDefault = <Schema extends z.ZodType>(schema: Schema, fallback: string) =>
  z.preprocess((value) => blank(value) ?? fallback, schema)

const isTimeZone = (name: string) => {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}

const yesOrNo = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .transform((value) => value === 'true')

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, { error: `must be a whole number from ${min} to ${max}` })
    .transform(Number)
    .refine((number) => number >= min && number <= max, {
      error: `must be a whole number from ${min} to ${max}`,
    })

const secret = (min: number) =>
  z.string().refine((text) => text.length >= min && text.trim() !== '', {
    error: `must have at least ${min} characters, and not blanks alone`,
  })

const settingsOfEnvironment = z.object({
  PORT: withDefault(wholeNumber(1, 65535), '8080'),
  HOST: optional(z.string()),
  APP_URL: optional(webOrigin),
  PUBLIC_URL: optional(webOrigin),
  DATA_DIR: withDefault(z.string(), 'data'),
  DATABASE_URL: optional(databaseUrl),
  DATABASE_OWNER_URL: optional(databaseUrl),
  DATABASE_SINGLE_LOGIN: withDefault(yesOrNo, 'false'),
  DATABASE_READ_URL: optional(databaseUrl),
  DATABASE_SSL: optional(z.enum(SSL_MODES, { error: `must be one of ${SSL_MODES.join(', ')}` })),
  DATABASE_SSL_CA: optional(z.string().refine(isReadable, { error: 'must be a file that can be read' })),
  DATABASE_POOL_SIZE: optional(wholeNumber(1, 200)),
  STORAGE_URL: optional(
    z
      .string()
      .refine(isStorageAddress, { error: 'must be an address like file:/srv/files or s3://bucket/prefix' }),
  ),
  S3_ENDPOINT: optional(webAddress),
  S3_REGION: withDefault(z.string(), 'us-east-1'),
  S3_PATH_STYLE: optional(yesOrNo),
  S3_ACCESS_KEY_ID: optional(z.string()),
  S3_SECRET_ACCESS_KEY: optional(z.string()),
  SMTP_URL: optional(
    z.url({
      protocol: /^smtps?$/,
      hostname: /./,
      error: 'must be an address like smtp://user:password@host:587',
    }),
  ),
  SMS_URL: optional(smsFields.url),
  SMS_HEADERS: optional(smsFields.headers),
  SMS_BODY: optional(smsFields.body),
  SMS_SUCCESS: optional(smsFields.success),
  SMS_RECEIPT_SECRET: optional(smsFields.receiptSecret),
  SEAL_P12: optional(sealFields.p12),
  SEAL_PASSWORD: optional(sealFields.password),
  SEAL_PASSWORD_FILE: optional(sealFields.passwordFile),
  TSA_URL: optional(sealFields.tsaUrl),
  HL7_PORT: optional(hl7Fields.port),
  HL7_HOST: optional(hl7Fields.host),
  HL7_TLS_CERT_FILE: optional(hl7Fields.certFile),
  HL7_TLS_KEY_FILE: optional(hl7Fields.keyFile),
  HL7_CLIENT_CA_FILE: optional(hl7Fields.clientCaFile),
  HL7_OUT_CERT_FILE: optional(hl7Fields.outCertFile),
  HL7_OUT_KEY_FILE: optional(hl7Fields.outKeyFile),
  OUTBOUND_NETWORKS: withDefault(outboundNetworks, ''),
  CLAMD_URL: optional(
    z.url({ protocol: /^(tcp|unix)$/, error: 'must be an address like tcp://host:3310 or unix:///path' }),
  ),
  MAIL_FROM: withDefault(mailbox, 'Zelab <no-reply@localhost>'),
  SECRET_KEY: optional(secret(32)),
  AUDIT_HEAD_FILE: optional(z.string()),
  BACKUP_DIR: optional(z.string()),
  BACKUP_SCHEDULE: withDefault(
    z
      .string()
      .refine(isCrontab, { error: 'must be five fields of a crontab like 0 22 * * *' })
      .refine((schedule) => !isCrontab(schedule) || nextMoment(schedule, new Date()) !== undefined, {
        error: 'must name a day that comes: the 31st of February does not',
      }),
    '0 22 * * *',
  ),
  BACKUP_KEEP: withDefault(wholeNumber(1, 3650), '14'),
  BACKUP_PASSPHRASE: optional(secret(20)),
  ADMIN_EMAIL: optional(z.email({ error: 'must be an email address' })),
  // Validated when the first Admin is created, not on later starts.
  ADMIN_PASSWORD: optional(z.string()),
  TIME_ZONE: withDefault(
    z.string().refine(isTimeZone, { error: 'must be a time zone like Asia/Dubai' }),
    'Asia/Dubai',
  ),
  TRUST_PROXY: withDefault(trustedProxies, 'false'),
  LOG_LEVEL: withDefault(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be one of fatal, error, warn, info, debug, trace, silent',
    }),
    'info',
  ),
  METRICS_TOKEN: optional(secret(16)),
  REQUEST_TIMEOUT_SECONDS: withDefault(wholeNumber(5, 600), '60'),
  UPLOAD_TIMEOUT_MINUTES: withDefault(wholeNumber(1, 1440), '60'),
  UPLOAD_MIN_KB_PER_SECOND: withDefault(wholeNumber(1, 1000), '4'),
  MAX_CONNECTIONS: withDefault(wholeNumber(10, 100_000), '4000'),
  MAX_CONNECTIONS_PER_ADDRESS: withDefault(wholeNumber(10, 100_000), '1000'),
  UPLOAD_QUOTA_USER_MB: withDefault(wholeNumber(1, 1_000_000), '1000'),
  UPLOAD_QUOTA_LAB_MB: withDefault(wholeNumber(1, 10_000_000), '10000'),
  DISK_RESERVE_MB: withDefault(wholeNumber(0, 10_000_000), '200'),
  INBOX_DIR: optional(z.string().refine(isFolder, { error: 'must be an existing folder' })),
  INBOX_POLL_SECONDS: withDefault(wholeNumber(1, 3600), '10'),
  INBOX_STEADY_SECONDS: withDefault(wholeNumber(1, 3600), '30'),
  STOP_DELAY_SECONDS: withDefault(wholeNumber(0, 60), '0'),
  WEB_ORIGINS: withDefault(webOrigins, ''),
  DEMO: withDefault(z.enum(['0', '1'], { error: 'must be 0 or 1' }), '0').transform((value) => value === '1'),
  NODE_ENV: optional(z.string()),
})

const environment = settingsOfEnvironment
  .superRefine(checkDatabaseSettings)
  .refine(
    ({ S3_ACCESS_KEY_ID: id, STORAGE_URL: address }) => id === undefined || address?.startsWith('s3:'),
    {
      path: ['S3_ACCESS_KEY_ID'],
      error:
        'must not be set without a STORAGE_URL like s3://bucket/prefix: files would be stored on this disk',
    },
  )
  .refine(
    ({ S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret }) => (id === undefined) === (secret === undefined),
    {
      path: ['S3_ACCESS_KEY_ID'],
      error: 'must be set together with S3_SECRET_ACCESS_KEY, or neither',
    },
  )
  .superRefine(checkSmsSettings)
  .superRefine(checkSealSettings)
  .superRefine(checkHl7Settings)
  .superRefine(checkTrialSecrets)

export const SETTING_NAMES: string[] = Object.keys(settingsOfEnvironment.omit({ NODE_ENV: true }).shape)

export interface Config {
  port: number
  host: string
  appUrl: string
  publicUrl: string
  /** If not set, the service accepts any address that it is opened by. */
  isAppUrlSet: boolean
  dataDir: string
  databaseUrl: string | undefined
  /** Owner of the external database, for migrations, the queue and backups. */
  databaseOwnerUrl: string | undefined
  databaseReadUrl: string | undefined
  databasePoolSize: number | undefined
  storage: StorageLocation
  smtpUrl: string | undefined
  mailFrom: string
  sms: SmsConfig
  seal: SealConfig
  hl7: Hl7Config | undefined
  hl7Out: TlsIdentity | undefined
  /** Networks that are not public and may be opened for connections of other systems. */
  outboundNetworks: string[]
  clamdUrl: string | undefined
  /** Encrypts second factors and signs the activity log; created in the data folder if not set. */
  secretKey: string | undefined
  /** A file outside the database for the latest seals of the activity log. */
  auditHeadFile: string | undefined
  backup: {
    folder: string | undefined
    /** Five crontab fields, in UTC. */
    schedule: string
    keep: number
    passphrase: string | undefined
  }
  firstAdmin: { email: string | undefined; password: string | undefined }
  timeZone: string
  trustProxy: z.output<typeof trustedProxies>
  logLevel: string
  /** Grants access to `/metrics`; without it, only local programs have access. */
  metricsToken: string | undefined
  traffic: ReturnType<typeof limitsOf>['traffic']
  uploadQuota: ReturnType<typeof limitsOf>['uploadQuota']
  folders: FolderConfig
  stopDelaySeconds: number
  webOrigins: string[]
  isDemo: boolean
}

export class ConfigError extends Error {
  constructor(problems: string[]) {
    super(`Please fix these settings:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.name = 'ConfigError'
  }
}

/** `.env.example` lists all settings. */
export const readConfig = (env: Record<string, string | undefined>): Config => {
  const parsed = environment.safeParse(env)
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`))
  const settings = parsed.data
  const appUrl = withoutTrailingSlash(settings.APP_URL ?? `http://localhost:${settings.PORT}`)
  const dataDir = path.resolve(settings.DATA_DIR, settings.DEMO ? 'demo' : '.')
  const storage = storageLocation({
    address: settings.STORAGE_URL,
    dataDir,
    endpoint: settings.S3_ENDPOINT,
    region: settings.S3_REGION,
    isPathStyle: settings.S3_PATH_STYLE,
    accessKeyId: settings.S3_ACCESS_KEY_ID,
    secretAccessKey: settings.S3_SECRET_ACCESS_KEY,
  })
  const backupFolder = settings.BACKUP_DIR && path.resolve(settings.BACKUP_DIR)
  if (backupFolder && storage.kind === 'disk' && isWithin(backupFolder, storage.folder))
    throw new ConfigError([
      `BACKUP_DIR must not be in the folder of the report files, ${storage.folder}: both would be lost together`,
    ])
  const tls = { sslMode: settings.DATABASE_SSL, caFile: settings.DATABASE_SSL_CA }
  return {
    port: settings.PORT,
    // The demo's passwords are public.
    host: settings.HOST ?? (settings.DEMO ? '127.0.0.1' : '0.0.0.0'),
    appUrl,
    publicUrl: settings.PUBLIC_URL === undefined ? appUrl : withoutTrailingSlash(settings.PUBLIC_URL),
    isAppUrlSet: settings.APP_URL !== undefined,
    dataDir,
    databaseUrl: databaseAddress({ address: settings.DATABASE_URL, ...tls }),
    databaseOwnerUrl: databaseAddress({
      address: settings.DATABASE_OWNER_URL ?? settings.DATABASE_URL,
      ...tls,
    }),
    databaseReadUrl: databaseAddress({ address: settings.DATABASE_READ_URL, ...tls }),
    databasePoolSize: settings.DATABASE_POOL_SIZE,
    storage,
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM,
    sms: smsOf(settings),
    seal: sealOf(settings, dataDir),
    hl7: hl7Of(settings),
    hl7Out: hl7OutOf(settings),
    outboundNetworks: settings.OUTBOUND_NETWORKS,
    clamdUrl: settings.CLAMD_URL,
    secretKey: settings.SECRET_KEY,
    auditHeadFile: settings.AUDIT_HEAD_FILE && path.resolve(settings.AUDIT_HEAD_FILE),
    backup: {
      folder: backupFolder,
      schedule: settings.BACKUP_SCHEDULE,
      keep: settings.BACKUP_KEEP,
      passphrase: settings.BACKUP_PASSPHRASE,
    },
    firstAdmin: { email: settings.ADMIN_EMAIL, password: settings.ADMIN_PASSWORD },
    timeZone: settings.TIME_ZONE,
    trustProxy: settings.TRUST_PROXY,
    logLevel: settings.LOG_LEVEL,
    metricsToken: settings.METRICS_TOKEN,
    ...limitsOf(settings),
    folders: foldersOf(settings),
    stopDelaySeconds: settings.STOP_DELAY_SECONDS,
    webOrigins: settings.WEB_ORIGINS,
    isDemo: settings.DEMO,
  }
}
