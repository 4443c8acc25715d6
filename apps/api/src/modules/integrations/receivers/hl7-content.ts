import { z } from 'zod'
import type { Encryption } from '../../../platform/encryption.ts'
import { messageRow } from './sent-reports.repository.ts'

export type Hl7Report = z.infer<typeof messageRow>

/** A message about a report, without its file. */
const contentSchema = messageRow.extend({
  /** Sequence of the change that it is about. */
  change: z.number(),
  isCorrection: z.boolean(),
  /** The report no longer holds. */
  isEnd: z.boolean(),
})
export type Hl7Content = z.infer<typeof contentSchema>

type Field = keyof Hl7Report
const COMPARED = messageRow.keyof().options.filter((field) => field !== 'changedAt')
const IDENTITY: readonly Field[] = ['fullName', 'dateOfBirth', 'gender', 'emrId', 'nationalId']

const differs = (report: Hl7Report, had: Hl7Report, fields: readonly Field[]) =>
  fields.some((field) => report[field] !== had[field])

/** Only another version, or a corrected identity, is a correction. A merge gives the report another patient. */
const corrects = (report: Hl7Report, had: Hl7Report): boolean =>
  report.version !== had.version || (report.patientId === had.patientId && differs(report, had, IDENTITY))

export interface Told {
  /** Content of the last message, which may not have arrived. Undefined after an attempt that stored none. */
  sent: Hl7Content | undefined
  accepted: Hl7Content | undefined
  /** Also by a version that stored no content. */
  wasAccepted: boolean
}

/** @returns undefined if the receiver has it all */
export const contentToSend = (
  current: Hl7Report,
  { change, type }: { change: number; type: string },
  { sent, accepted, wasAccepted }: Told,
): Hl7Content | undefined => {
  if (sent?.change === change) return sent
  const content = { ...messageRow.parse(current), change, isEnd: false }
  if (!accepted || !sent) return { ...content, isCorrection: wasAccepted && type !== 'report.published' }
  const had = [accepted, sent]
  const isNew = had.some((before) => before.isEnd || differs(content, before, COMPARED))
  if (type === 'report.changed' && !isNew) return undefined
  return { ...content, isCorrection: had.some((before) => corrects(content, before)) }
}

/** Names the order, collection and referrer that the receiver knows the report by. */
export const contentOfEnd = (
  current: Hl7Report,
  { change }: { change: number },
  { sent, accepted }: Told,
): Hl7Content => {
  if (sent?.change === change) return sent
  const report = messageRow.parse(current)
  const { orderNumber, collectedAt, collectedOn, referrerName, referrerLicense } = accepted ?? sent ?? report
  const known = { orderNumber, collectedAt, collectedOn, referrerName, referrerLicense }
  return { ...report, ...known, change, isCorrection: true, isEnd: true }
}

export const sealContent = (encryption: Encryption, content: Hl7Content): Buffer =>
  encryption.seal(JSON.stringify(content))

/** Undefined without a content, or with one that another key encrypted. */
export const openContent = (encryption: Encryption, sealed: Buffer | null): Hl7Content | undefined => {
  if (sealed === null) return undefined
  try {
    return contentSchema.parse(JSON.parse(encryption.open(sealed)))
  } catch {
    return undefined
  }
}
