import { validateHeaderName, validateHeaderValue } from 'node:http'
import { z } from 'zod'
import { DEFAULT_CONTENT_TYPE, headerOf, type SmsGatewaySettings } from '../platform/create-sms-gateway.ts'
import { bodyKindOf, templateProblem } from '../platform/sms-template.ts'

const HEADERS_MAX = 20
/** Set by the service. */
const RESERVED_HEADERS = new Set(['host', 'content-length', 'transfer-encoding', 'connection', 'expect'])
const LOCAL_NAMES = new Set(['localhost', '127.0.0.1', '[::1]'])

const URL_ERROR = 'must be an address like https://sms.example.com/messages (http only on this machine)'
const HEADERS_ERROR = `must be a JSON object of at most ${HEADERS_MAX} header names and values like {"Authorization":"Bearer …"}`

const isGatewayAddress = (text: string) => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || (protocol === 'http:' && LOCAL_NAMES.has(hostname))
}

const isHeader = (name: string, value: string) => {
  try {
    validateHeaderName(name)
    validateHeaderValue(name, value)
    return !RESERVED_HEADERS.has(name.toLowerCase())
  } catch {
    return false
  }
}

const headersIn = (text: string): Record<string, string> | undefined => {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return undefined
  }
  const headers = z.record(z.string(), z.string()).safeParse(parsed).data
  const entries = headers && Object.entries(headers)
  return entries && entries.length <= HEADERS_MAX && entries.every(([name, value]) => isHeader(name, value))
    ? headers
    : undefined
}

export const smsFields = {
  url: z.string().refine(isGatewayAddress, { error: URL_ERROR }),
  headers: z.string().transform((text, context) => {
    const headers = headersIn(text)
    if (headers) return headers
    context.addIssue({ code: 'custom', message: HEADERS_ERROR })
    return z.NEVER
  }),
  body: z.string(),
  success: z.string().refine((text) => /^\S.{0,198}\S$/.test(text), {
    error: 'must be a text of 2 to 200 characters in one line',
  }),
  receiptSecret: z.string().min(32, { error: 'must have at least 32 characters' }),
}

interface SmsSettings {
  SMS_URL?: string | undefined
  SMS_HEADERS?: Record<string, string> | undefined
  SMS_BODY?: string | undefined
  SMS_SUCCESS?: string | undefined
  SMS_RECEIPT_SECRET?: string | undefined
}

interface Problem {
  path: keyof SmsSettings
  message: string
}

const CONTENT_TYPES = 'must have a Content-Type of application/json or application/x-www-form-urlencoded'

const problemsOf = (settings: SmsSettings): Problem[] => {
  const { SMS_URL: url, SMS_HEADERS: headers, SMS_BODY: body } = settings
  if (url === undefined) {
    const further = ['SMS_HEADERS', 'SMS_BODY', 'SMS_SUCCESS', 'SMS_RECEIPT_SECRET'] as const
    return further
      .filter((path) => settings[path] !== undefined)
      .map((path) => ({ path, message: 'must not be set without SMS_URL' }))
  }
  if (body === undefined) return [{ path: 'SMS_BODY', message: 'must be set together with SMS_URL' }]
  const kind = bodyKindOf(headerOf(headers ?? {}, 'content-type') ?? DEFAULT_CONTENT_TYPE)
  if (!kind) return [{ path: 'SMS_HEADERS', message: CONTENT_TYPES }]
  if (settings.SMS_RECEIPT_SECRET !== undefined && !body.includes('{id}'))
    return [{ path: 'SMS_BODY', message: 'must contain {id}, which the receipts name' }]
  const message = templateProblem(body, kind)
  return message === undefined ? [] : [{ path: 'SMS_BODY', message }]
}

export const checkSmsSettings = (settings: SmsSettings, context: z.core.$RefinementCtx): void => {
  for (const { path, message } of problemsOf(settings))
    context.addIssue({ code: 'custom', path: [path], message })
}

export interface SmsConfig {
  gateway: SmsGatewaySettings | undefined
  /** Signs delivery receipts; without it, none are accepted. */
  receiptSecret: string | undefined
}

export const smsOf = (settings: SmsSettings): SmsConfig => ({
  gateway:
    settings.SMS_URL === undefined || settings.SMS_BODY === undefined
      ? undefined
      : {
          url: settings.SMS_URL,
          headers: settings.SMS_HEADERS ?? {},
          body: settings.SMS_BODY,
          success: settings.SMS_SUCCESS,
        },
  receiptSecret: settings.SMS_RECEIPT_SECRET,
})
