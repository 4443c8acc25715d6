import { Anchor } from '@mantine/core'
import { phoneNumberOf, plainPhoneOf } from '../../lib/format-phone.ts'
import { NOT_AVAILABLE, orNotAvailable } from '../../lib/format.ts'
import classes from './display.module.css'
import { Ltr } from './inline.tsx'

/** Groups are visual only: copied and searched text is the plain number. */
export function PhoneText({ phone }: { phone: Parameters<typeof phoneNumberOf>[0] }) {
  const number = plainPhoneOf(phone)
  const groups = number.includes(' ') ? [number] : phoneNumberOf(phone).split(' ')
  return (
    <bdi dir="ltr" className={classes.phone}>
      {groups.map((group, index) => (
        <span key={index}>{group}</span>
      ))}
    </bdi>
  )
}

/** An email address or a phone number. */
export function ContactText({ contact }: { contact: string }) {
  return contact.includes('@') ? <Ltr>{contact}</Ltr> : <PhoneText phone={contact} />
}

export function PhoneLink({ phone }: { phone: Parameters<typeof phoneNumberOf>[0] }) {
  const number = plainPhoneOf(phone)
  if (number === NOT_AVAILABLE) return <PhoneText phone={phone} />
  return (
    <Anchor href={`tel:${number.replace(/[^+\d]/g, '')}`} inherit className={classes.link ?? ''}>
      <PhoneText phone={phone} />
    </Anchor>
  )
}

export function EmailLink({ email }: { email: string | null }) {
  if (!email) return <Ltr>{orNotAvailable(email)}</Ltr>
  return (
    <Anchor
      href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}
      inherit
      className={classes.link ?? ''}
    >
      <Ltr>{email}</Ltr>
    </Anchor>
  )
}

const LINK_OR_PHONE = /(https?:\/\/\S+|\+\d{8,15})/

/** The text of a message to a patient. Links and phone numbers keep their order within Arabic. */
export function MessageText({
  text,
  language,
  className,
}: {
  text: string
  language: 'en' | 'ar'
  className?: string | undefined
}) {
  return (
    <p className={className} style={{ margin: 0 }} lang={language} dir={language === 'ar' ? 'rtl' : 'ltr'}>
      {text
        .split(LINK_OR_PHONE)
        .map((part, index) =>
          part.startsWith('+') ? (
            <PhoneText key={index} phone={part} />
          ) : LINK_OR_PHONE.test(part) ? (
            <Ltr key={index}>{part}</Ltr>
          ) : (
            part
          ),
        )}
    </p>
  )
}
