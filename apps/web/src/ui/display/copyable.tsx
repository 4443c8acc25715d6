import { formatPatientId, NOT_AVAILABLE, phoneNumberOf } from '../../lib/format.ts'
import { CopyButton } from '../actions/copy-button.tsx'
import { PhoneLink } from './contact-links.tsx'
import { ZlId } from './zl-id.tsx'
import * as texts from '../texts.ts'

export function CopyableId({ id }: { id: number }) {
  return (
    <>
      <ZlId id={id} />
      <CopyButton text={formatPatientId(id)} label={texts.copyPatientId} />
    </>
  )
}

export function CopyablePhone({ phone }: { phone: Parameters<typeof phoneNumberOf>[0] }) {
  const text = phoneNumberOf(phone)
  return (
    <>
      <PhoneLink phone={phone} />
      {text !== NOT_AVAILABLE && <CopyButton text={text} label={texts.copyPhone} />}
    </>
  )
}
