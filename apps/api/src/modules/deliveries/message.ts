import { messageText, shownDay, type DeliveryPurpose, type Language } from '@zelab/contract'

const DAY_MS = 24 * 60 * 60 * 1000

/** When a link that is made now ends. */
export const linkEndOf = (now: Date, linkDays: number): string =>
  new Date(now.getTime() + linkDays * DAY_MS).toISOString()

export const linkAddress = (publicUrl: string, token: string): string => `${publicUrl}/r/${token}`

/** The text of a message whose link, if it has one, ends at `endsAt`. */
export const textOf = (
  lab: { name: string; phone: string | null },
  message: { language: Language; purpose: DeliveryPurpose; link: string; endsAt: string; timeZone: string },
): string =>
  messageText(message.language, message.purpose, {
    lab: lab.name,
    phone: lab.phone,
    link: message.link,
    until: shownDay(message.language, message.endsAt, message.timeZone),
  })
