import { PATIENT_ID_PREFIX } from '@zelab/contract'
import type { IdentityHints } from '../../inspection/inspection.ts'
import { readWrittenDate } from '../../inspection/written-date.ts'
import { repetitionsOf, valueOf, type Hl7Message, type Segment } from '../../../platform/hl7/hl7-message.ts'
import { patientNameOf } from './hl7-names.ts'

const OWN_ID = new RegExp(`^${PATIENT_ID_PREFIX}(\\d{1,12})$`, 'i')
const FULL_DATE = /^(\d{4})(\d{2})(\d{2})/

const distinct = <Value>(values: Value[]): Value[] => [...new Set(values)]

const valuesOf = (pid: Segment, positions: readonly number[], message: Hl7Message) =>
  positions.flatMap((position) => repetitionsOf(pid.field(position), message))

/** PID-2, PID-3 and PID-4: senders use any of them. */
const idsOf = (pid: Segment, message: Hl7Message) =>
  distinct(
    valuesOf(pid, [2, 3, 4], message)
      .map((repetition) => valueOf(repetition, 1, message))
      .filter(Boolean),
  )

const namesOf = (pid: Segment, message: Hl7Message) =>
  distinct(
    valuesOf(pid, [5], message)
      .map((repetition) => patientNameOf(repetition, message))
      .filter(Boolean),
  )

const birthDateOf = (written: string): IdentityHints['birthDates'] => {
  const [, year, month, day] = FULL_DATE.exec(written) ?? []
  const read = readWrittenDate(year === undefined ? written : `${year}-${month}-${day}`)
  return read && read.dates.length > 0 ? [read] : []
}

/** Joins country, area and subscriber, which later versions separate. */
const phoneOf = (repetition: string, message: Hl7Message): string => {
  const part = (position: number) => valueOf(repetition, position, message)
  const whole = part(1) || part(12)
  if (whole !== '') return whole
  const [country = '', area = '', subscriber = ''] = [5, 6, 7].map(part)
  if (subscriber === '') return ''
  return `${country && `+${country.replace(/^\+/, '')}`}${area}${subscriber}`
}

export const identityOf = (pid: Segment, message: Hl7Message): IdentityHints => {
  const ids = idsOf(pid, message)
  return {
    names: namesOf(pid, message),
    birthDates: valuesOf(pid, [7], message)
      .slice(0, 1)
      .flatMap((repetition) => birthDateOf(valueOf(repetition, 1, message))),
    emrIds: ids.filter((id) => !OWN_ID.test(id)),
    patientIds: ids.flatMap((id) => OWN_ID.exec(id)?.[1] ?? []).map(Number),
    phones: distinct(
      // Since version 2.7, PID-40 has the numbers.
      valuesOf(pid, [13, 14, 40], message)
        .map((repetition) => phoneOf(repetition, message))
        .filter((phone) => /\d/.test(phone)),
    ),
  }
}
