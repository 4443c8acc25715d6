import http from 'node:http'
import https from 'node:https'
import {
  NO_SMS_GATEWAY,
  SmsRefusedError,
  UnconfirmedSmsError,
  type Sms,
  type SmsGateway,
} from './sms-gateway.ts'
import { bodyKindOf, fillInBody } from './sms-template.ts'

const MAX_LENGTH = 120
const WORD = /^[A-Za-z][A-Za-z_.'-]{0,23}$/
const CODE = /^\d{1,5}\.?$/

/** Gateways may echo the recipient, text and link, so anything that could be part of these is removed. */
const loggableAnswer = (answer: string, { to, text }: Pick<Sms, 'to' | 'text'>): string => {
  const lettersOf = (word: string) => word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  const said = new Set(text.split(/\s+/).map(lettersOf))
  const isPlain = (word: string) => WORD.test(word) || (CODE.test(word) && !to.includes(lettersOf(word)))
  return answer
    .split(/[\s"{}[\]()<>,:;=]+/)
    .filter((word) => isPlain(word) && !said.has(lettersOf(word)))
    .join(' ')
    .slice(0, MAX_LENGTH)
}

export interface SmsGatewaySettings {
  url: string
  headers: Readonly<Record<string, string>>
  /** Template of the request body, with {to}, {text}, {sender} and {id}. */
  body: string
  /** Text that the response to an accepted message contains, ignoring white space. If unset, the status decides. */
  success?: string | undefined
}

const TIMEOUT_MS = 15_000
const ANSWER_LIMIT_BYTES = 4096
export const DEFAULT_CONTENT_TYPE = 'application/json'

/** The message or its number is invalid. */
const REFUSED = new Set([400, 404, 410, 413, 422])
/** The gateway did not process the request: authentication, payment, configuration, load. */
const NOT_PROCESSED = new Set([401, 402, 403, 405, 406, 415, 429, 503])

/** Header names are case-insensitive. */
export const headerOf = (headers: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1]

const lowerCased = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

/** Returns at most the limit; a truncated response yields what was received. */
const readStart = async (answer: http.IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  let length = 0
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      parts.push(part)
      length += part.length
      if (length >= ANSWER_LIMIT_BYTES) break
    }
  } catch {
    // The status is sufficient.
  }
  return Buffer.concat(parts).toString('utf8', 0, ANSWER_LIMIT_BYTES)
}

const withoutSpace = (text: string) => text.replace(/\s+/g, '')

/** Undefined when the message was accepted. */
const refusalOf = async (
  answer: http.IncomingMessage,
  sms: Sms,
  success: string | undefined,
): Promise<Error | undefined> => {
  const { statusCode: status = 0 } = answer
  const isSuccess = status >= 200 && status < 300
  if (isSuccess && success === undefined) return undefined
  const start = await readStart(answer)
  if (isSuccess && withoutSpace(start).includes(withoutSpace(success ?? ''))) return undefined
  const said = `${status} ${loggableAnswer(start, sms)}`.trim()
  if (REFUSED.has(status)) return new SmsRefusedError(said)
  const error = new Error(`The SMS gateway answered ${said}`)
  return NOT_PROCESSED.has(status) ? error : new UnconfirmedSmsError(error)
}

/**
 * Sends messages over HTTPS. Each message has its own connection, whose events show whether the request can have
 * reached the gateway. If not, the failure is an ordinary error and the message can be resent.
 */
const createHttpsGateway = (
  { url, headers, body, success }: SmsGatewaySettings,
  { timeoutMs = TIMEOUT_MS, ca }: { timeoutMs?: number; ca?: string },
): SmsGateway => {
  const contentType = headerOf(headers, 'content-type') ?? DEFAULT_CONTENT_TYPE
  const kind = bodyKindOf(contentType) ?? 'json'
  const isTls = url.startsWith('https:')
  const { request } = isTls ? https : http

  return {
    hasGateway: true,
    send: (sms) =>
      new Promise((resolve, reject) => {
        let isConnected = false
        let isAnswered = false
        const content = Buffer.from(fillInBody(body, kind, sms), 'utf8')
        const fail = (error: unknown) =>
          reject(isConnected ? new UnconfirmedSmsError(error) : (error as Error))
        const sent = request(url, {
          method: 'POST',
          agent: false,
          headers: { 'content-type': contentType, ...lowerCased(headers), 'content-length': content.length },
          ...(ca !== undefined && { ca }),
        })
        const timer = setTimeout(
          () => sent.destroy(new Error('The SMS gateway did not answer in time')),
          timeoutMs,
        )
        sent.once('close', () => {
          clearTimeout(timer)
          if (!isAnswered) fail(new Error('The connection to the SMS gateway ended without an answer'))
        })
        sent.once('socket', (socket) =>
          socket.once(isTls ? 'secureConnect' : 'connect', () => {
            isConnected = true
          }),
        )
        sent.on('error', fail)
        sent.once('response', (answer) => {
          isAnswered = true
          void refusalOf(answer, sms, success).then((refusal) => {
            if (refusal) reject(refusal)
            else resolve()
            sent.destroy()
          })
        })
        sent.end(content)
      }),
  }
}

/** @param options for tests: a shorter timeout and the gateway's certificate authority */
export const createSmsGateway = (
  settings: SmsGatewaySettings | undefined,
  options: { timeoutMs?: number; ca?: string } = {},
): SmsGateway => (settings ? createHttpsGateway(settings, options) : NO_SMS_GATEWAY)
