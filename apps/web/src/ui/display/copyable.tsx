import { plainPhoneOf } from '../../lib/format-phone.ts'
import { formatPatientId, NOT_AVAILABLE } from '../../lib/format.ts'
import { CopyButton } from '../actions/copy-button.tsx'
import { PhoneLink } from './contact-links.tsx'
import classes from './display.module.css'
import { ZlId } from './tags.tsx'
import * as texts from '../texts.ts'

export function CopyableId({ id }: { id: number }) {
  return (
    <>
      <ZlId id={id} />
      <CopyButton text={formatPatientId(id)} label={texts.copyPatientId} />
    </>
  )
}

export function CopyablePhone({ phone }: { phone: Parameters<typeof plainPhoneOf>[0] }) {
  const number = plainPhoneOf(phone)
  return (
    <span className={classes.oneLine}>
      <PhoneLink phone={phone} />
      {number !== NOT_AVAILABLE && <CopyButton text={number} label={texts.copyPhone} />}
    </span>
  )
}
