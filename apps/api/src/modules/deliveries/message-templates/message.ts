import {
  messageText,
  SENDER_NAME_LENGTH,
  shownLastDay,
  type DeliveryPurpose,
  type Language,
} from '@zelab/contract'
import type { SendingLab } from '../sending/delivery-context.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export const linkEndOf = (now: Date, linkDays: number): string =>
  new Date(now.getTime() + linkDays * DAY_MS).toISOString()

export const linkAddress = (publicUrl: string, token: string): string => `${publicUrl}/r/${token}`

export const templateOf = (
  { templates }: SendingLab,
  message: { language: Language; purpose: DeliveryPurpose },
): { id: number; template: string } | undefined =>
  templates.find(({ language, purpose }) => language === message.language && purpose === message.purpose)

export const textOf = (
  lab: SendingLab,
  message: { language: Language; purpose: DeliveryPurpose; link: string; endsAt: string; timeZone: string },
): string =>
  messageText(
    { ...message, template: templateOf(lab, message)?.template },
    {
      lab: lab.name,
      phone: lab.phone,
      link: message.link,
      until: shownLastDay(message.language, message.endsAt, message.timeZone),
    },
  )

/** Shortens the lab's name to the length limit if there is no sender name. */
export const senderOf = ({ senderName, name }: Pick<SendingLab, 'senderName' | 'name'>): string =>
  senderName ??
  name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9 ]/g, '')
    .trim()
    .slice(0, SENDER_NAME_LENGTH.max)
    .trim()
