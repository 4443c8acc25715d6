import {
  EMR_ID_LENGTH,
  DEFAULT_PHONE_COUNTRY,
  NAME_LENGTH,
  readPhone,
  type OpenedInboxItem,
} from '@zelab/contract'
import type { IdentityHints } from '../../inspection/inspection.ts'

const only = <Value>(values: readonly Value[]): Value | undefined =>
  values.length === 1 ? values[0] : undefined

const within = (text: string | undefined, { min, max }: { min: number; max: number }) =>
  text !== undefined && text.length >= min && text.length <= max ? text : null

/** Values for registering the patient of a file: only what it says once and without a doubt. */
export const registrationOf = (hints: IdentityHints): OpenedInboxItem['registration'] => {
  const phone = only(hints.phones ?? [])
  return {
    fullName: within(only(hints.names), NAME_LENGTH),
    dateOfBirth: only(only(hints.birthDates)?.dates ?? []) ?? null,
    emrId: within(only(hints.emrIds), EMR_ID_LENGTH),
    phone: (phone && readPhone(phone, DEFAULT_PHONE_COUNTRY)?.number) ?? null,
  }
}
