import { createHmac } from 'node:crypto'
import type { Outbound, OutboundAnswer } from '../../../platform/outbound/outbound.ts'
import { boundedAnswer, type Outcome } from './outcome.ts'
import { retryAfterOf } from './retry-schedule.ts'

const TIMEOUT_MS = 15_000
const SECRET_PREFIX = 'whsec_'

/** Standard Webhooks: an HMAC of id, time and body for each secret, the newest first. */
const signatureOf = (secrets: readonly string[], id: string, timestamp: number, body: string): string =>
  secrets
    .map((secret) => {
      const key = Buffer.from(secret.replace(SECRET_PREFIX, ''), 'base64')
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
    })
    .join(' ')

/** Statuses that say nothing about the message: not signed in, not allowed, no such address or method, not now. */
const RECEIVER_STATUSES = new Set([401, 403, 404, 405, 408, 425, 429])

const outcomeOf = ({ status, statusText, headers }: OutboundAnswer, now: Date): Outcome => {
  const answer = boundedAnswer(`${status} ${statusText}`)
  if (status >= 200 && status < 300) return { kind: 'accepted', answer }
  if (status === 410) return { kind: 'gone', answer }
  if (status >= 400 && status < 500 && !RECEIVER_STATUSES.has(status))
    return { kind: 'refused', answer, isFinal: false }
  return { kind: 'failed', answer, retryAfterSeconds: retryAfterOf(headers['retry-after'], now) }
}

export interface WebhookMessage {
  url: string
  ca: string | null
  secrets: readonly string[]
  /** The same for every repetition. */
  id: string
  body: object
  now: Date
  signal?: AbortSignal | undefined
}

/** Rejects with an `OutboundError` without an answer. */
export const sendWebhook = async (outbound: Outbound, message: WebhookMessage): Promise<Outcome> => {
  const { url, ca, secrets, id, now, signal } = message
  const body = JSON.stringify(message.body)
  const timestamp = Math.floor(now.getTime() / 1000)
  const answer = await outbound.fetch({
    url,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Zelab',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signatureOf(secrets, id, timestamp, body),
    },
    body,
    ca: ca ?? undefined,
    timeoutMs: TIMEOUT_MS,
    maxBytes: 0,
    ...(signal && { signal }),
  })
  return outcomeOf(answer, now)
}
