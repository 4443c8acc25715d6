import type { Delivery } from '@zelab/contract'
import { serverNow } from '../../lib/activity-clock.ts'
import type { Tone } from '../../ui/display/status-badge.tsx'
import * as texts from './texts.ts'

const TONES: Record<Delivery['state'], Tone> = {
  queued: 'neutral',
  held: 'warning',
  sending: 'info',
  sent: 'info',
  failed: 'negative',
  unconfirmed: 'warning',
  canceled: 'neutral',
  'handed-over': 'info',
}

export const isLive = ({ link }: Delivery, now: number = serverNow()): boolean =>
  link !== null && link.revokedAt === null && Date.parse(link.endsAt) > now

export const statusOf = (delivery: Delivery): { tone: Tone; word: string } => {
  const { state, link } = delivery
  if (delivery.channel === 'paper') return { tone: 'positive', word: texts.handedOverOnPaper }
  if (link?.firstOpenedAt) return { tone: 'positive', word: texts.opened }
  if (link?.revokedAt) return { tone: 'neutral', word: texts.linkEnded }
  if (link && (state === 'sent' || state === 'handed-over') && !isLive(delivery))
    return { tone: 'neutral', word: texts.expired }
  if (delivery.deliveredAt) return { tone: 'positive', word: texts.delivered }
  if (delivery.channel === 'sms' && state === 'sent') return { tone: 'info', word: texts.accepted }
  return { tone: TONES[state], word: delivery.hold ? texts.HOLDS[delivery.hold] : texts.STATES[state] }
}

/** Only failed or unconfirmed messages can be resent; others could reach the patient twice. */
export const isResendable = ({ state }: Delivery): boolean => state === 'failed' || state === 'unconfirmed'
