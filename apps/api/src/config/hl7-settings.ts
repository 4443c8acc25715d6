import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { z } from 'zod'
import type { TlsIdentity } from '../platform/outbound/outbound.ts'

const DEFAULT_HOST = '0.0.0.0'
const PORT_ERROR = 'must be a whole number from 1 to 65535'

export const hl7Fields = {
  port: z
    .string()
    .regex(/^\d{1,5}$/, { error: PORT_ERROR })
    .transform(Number)
    .refine((port) => port >= 1 && port <= 65_535, { error: PORT_ERROR }),
  host: z.string(),
  certFile: z.string(),
  keyFile: z.string(),
  clientCaFile: z.string(),
  outCertFile: z.string(),
  outKeyFile: z.string(),
}

interface Hl7Settings {
  PORT: number
  HL7_PORT?: number | undefined
  HL7_HOST?: string | undefined
  HL7_TLS_CERT_FILE?: string | undefined
  HL7_TLS_KEY_FILE?: string | undefined
  HL7_CLIENT_CA_FILE?: string | undefined
  HL7_OUT_CERT_FILE?: string | undefined
  HL7_OUT_KEY_FILE?: string | undefined
}

type Setting = Exclude<keyof Hl7Settings, 'PORT'>
interface Problem {
  path: Setting
  message: string
}

const FILES = ['HL7_TLS_CERT_FILE', 'HL7_TLS_KEY_FILE', 'HL7_CLIENT_CA_FILE'] as const

const contentOf = (file: string): Buffer | undefined => {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}

const succeeds = (check: () => unknown) => {
  try {
    check()
    return true
  } catch {
    return false
  }
}

const problemOfFiles = (cert: Buffer, key: Buffer, ca: Buffer): Problem | undefined => {
  if (!succeeds(() => new X509Certificate(cert)))
    return { path: 'HL7_TLS_CERT_FILE', message: 'must be a file with a certificate (PEM)' }
  if (!succeeds(() => createPrivateKey(key)))
    return { path: 'HL7_TLS_KEY_FILE', message: 'must be a file with a private key (PEM) without a password' }
  if (!succeeds(() => new X509Certificate(ca)))
    return { path: 'HL7_CLIENT_CA_FILE', message: 'must be a file with certificates (PEM)' }
  if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key)))
    return { path: 'HL7_TLS_KEY_FILE', message: 'must be the key of HL7_TLS_CERT_FILE' }
  return succeeds(() => createSecureContext({ cert, key, ca, minVersion: 'TLSv1.2' }))
    ? undefined
    : {
        path: 'HL7_TLS_CERT_FILE',
        message: 'cannot be used for TLS, for example because its key is too short',
      }
}

const problemsOf = (settings: Hl7Settings): Problem[] => {
  if (settings.HL7_PORT === undefined)
    return ([...FILES, 'HL7_HOST'] as const)
      .filter((path) => settings[path] !== undefined)
      .map((path) => ({ path, message: 'must not be set without HL7_PORT' }))
  if (settings.HL7_PORT === settings.PORT)
    return [{ path: 'HL7_PORT', message: 'must be another port than PORT' }]
  const missing = FILES.filter((path) => settings[path] === undefined)
  if (missing.length > 0)
    return missing.map((path) => ({ path, message: 'must be set together with HL7_PORT' }))
  const contents = FILES.map((path) => contentOf(settings[path] ?? ''))
  const unread = FILES.filter((_, index) => contents[index] === undefined)
  if (unread.length > 0) return unread.map((path) => ({ path, message: 'must be a file that can be read' }))
  const [cert, key, ca] = contents
  const problem = cert && key && ca && problemOfFiles(cert, key, ca)
  return problem ? [problem] : []
}

const OUT_FILES = ['HL7_OUT_CERT_FILE', 'HL7_OUT_KEY_FILE'] as const

const problemsOfSending = (settings: Hl7Settings): Problem[] => {
  const missing = OUT_FILES.filter((path) => settings[path] === undefined)
  if (missing.length === OUT_FILES.length) return []
  if (missing.length > 0)
    return missing.map((path) => ({ path, message: `must be set together with ${otherOf(path)}` }))
  const [cert, key] = OUT_FILES.map((path) => contentOf(settings[path] ?? ''))
  if (!cert) return [{ path: 'HL7_OUT_CERT_FILE', message: 'must be a file that can be read' }]
  if (!key) return [{ path: 'HL7_OUT_KEY_FILE', message: 'must be a file that can be read' }]
  if (!succeeds(() => new X509Certificate(cert)))
    return [{ path: 'HL7_OUT_CERT_FILE', message: 'must be a file with a certificate (PEM)' }]
  if (!succeeds(() => createPrivateKey(key)))
    return [
      { path: 'HL7_OUT_KEY_FILE', message: 'must be a file with a private key (PEM) without a password' },
    ]
  return succeeds(() => createSecureContext({ cert, key, minVersion: 'TLSv1.2' }))
    ? []
    : [{ path: 'HL7_OUT_KEY_FILE', message: 'must be the key of HL7_OUT_CERT_FILE, and usable for TLS' }]
}

const otherOf = (path: Setting) => OUT_FILES.find((file) => file !== path) ?? path

/** Rejects incomplete settings and unusable files at the start, before a sender is affected. */
export const checkHl7Settings = (settings: Hl7Settings, context: z.core.$RefinementCtx): void => {
  for (const { path, message } of [...problemsOf(settings), ...problemsOfSending(settings)])
    context.addIssue({ code: 'custom', path: [path], message })
}

export interface Hl7Config {
  port: number
  host: string
  certFile: string
  keyFile: string
  clientCaFile: string
}

export const hl7Of = (settings: Hl7Settings): Hl7Config | undefined => {
  const { HL7_PORT: port, HL7_TLS_CERT_FILE: certFile, HL7_TLS_KEY_FILE: keyFile } = settings
  const { HL7_CLIENT_CA_FILE: clientCaFile } = settings
  if (port === undefined || !certFile || !keyFile || !clientCaFile) return undefined
  return { port, host: settings.HL7_HOST ?? DEFAULT_HOST, certFile, keyFile, clientCaFile }
}

/** The certificate that receivers of HL7 see, read at the start. */
export const hl7OutOf = ({
  HL7_OUT_CERT_FILE: certFile,
  HL7_OUT_KEY_FILE: keyFile,
}: Hl7Settings): TlsIdentity | undefined =>
  certFile && keyFile
    ? { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') }
    : undefined
