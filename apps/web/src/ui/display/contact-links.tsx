import { Anchor } from '@mantine/core'
import { NOT_AVAILABLE, orNotAvailable, phoneNumberOf } from '../../lib/format.ts'
import classes from './display.module.css'
import { Ltr } from './ltr.tsx'

export function PhoneLink({ phone }: { phone: Parameters<typeof phoneNumberOf>[0] }) {
  const text = phoneNumberOf(phone)
  if (text === NOT_AVAILABLE) return <Ltr>{text}</Ltr>
  return (
    <Anchor href={`tel:${text.replace(/[^+\d]/g, '')}`} inherit className={classes.link ?? ''}>
      <Ltr>{text}</Ltr>
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
