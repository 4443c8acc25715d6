import { z } from 'zod'
import type { Encryption } from '../../../platform/encryption.ts'

/** A message about a report, without its file. */
const contentSchema = z.object({
  reportId: z.number(),
  version: z.number(),
  typeId: z.number(),
  typeTitle: z.string(),
  loinc: z.string().nullable(),
  orderNumber: z.string().nullable(),
  collectedAt: z.string().nullable(),
  collectedOn: z.string().nullable(),
  /** Time of the version or its withdrawal. */
  changedAt: z.string(),
  isCritical: z.boolean(),
  referrerName: z.string().nullable(),
  referrerLicense: z.string().nullable(),
  releaserName: z.string().nullable(),
  patientId: z.number(),
  fullName: z.string(),
  dateOfBirth: z.string(),
  gender: z.enum(['MALE', 'FEMALE', 'OTHER']).nullable(),
  emrId: z.string().nullable(),
  nationalId: z.string().nullable(),
  phone: z.string(),
})
export type Hl7Report = z.infer<typeof contentSchema>

const storedSchema = contentSchema.extend({ isCorrection: z.boolean() })
export type Hl7Content = z.infer<typeof storedSchema>

type Field = keyof Hl7Report
const SHOWN = contentSchema.keyof().options.filter((field) => field !== 'changedAt')
const IDENTITY: readonly Field[] = ['fullName', 'dateOfBirth', 'gender', 'emrId', 'nationalId']

const differs = (report: Hl7Report, had: Hl7Report, fields: readonly Field[]) =>
  fields.some((field) => report[field] !== had[field])

/** Only another version, or a corrected identity, is a correction. A merge gives the report another patient. */
const corrects = (report: Hl7Report, had: Hl7Report): boolean =>
  report.version !== had.version || (report.patientId === had.patientId && differs(report, had, IDENTITY))

interface Sent {
  /** The last message was about the same change. */
  isRepeated: boolean
  sent: Hl7Content | undefined
  accepted: Hl7Content | undefined
  /** Accepted before contents were stored. */
  wasAccepted: boolean
}

/** @returns undefined if the receiver has it all */
export const contentToSend = (
  current: Hl7Report,
  type: string,
  { isRepeated, sent, accepted, wasAccepted }: Sent,
): Hl7Content | undefined => {
  if (isRepeated && sent) return sent
  const report = contentSchema.parse(current)
  if (!accepted) return { ...report, isCorrection: wasAccepted && type !== 'report.published' }
  // A message without an answer may have arrived.
  const had = sent ? [accepted, sent] : [accepted]
  const isNew = had.some((content) => differs(report, content, SHOWN))
  if (type === 'report.changed' && !isNew) return undefined
  return { ...report, isCorrection: had.some((content) => corrects(report, content)) }
}

/** The end of a report names the order, collection and referrer that the receiver knows it by. */
export const contentOfEnd = (
  current: Hl7Report,
  { isRepeated, sent, accepted }: Pick<Sent, 'isRepeated' | 'sent' | 'accepted'>,
): Hl7Content => {
  if (isRepeated && sent) return sent
  const report = contentSchema.parse(current)
  const { orderNumber, collectedAt, collectedOn, referrerName, referrerLicense } = accepted ?? sent ?? report
  const known = { orderNumber, collectedAt, collectedOn, referrerName, referrerLicense }
  return { ...report, ...known, isCorrection: true }
}

export const sealContent = (encryption: Encryption, content: Hl7Content): Buffer =>
  encryption.seal(JSON.stringify(content))

/** Undefined without a content, or with one that another key encrypted. */
export const openContent = (encryption: Encryption, sealed: Buffer | null): Hl7Content | undefined => {
  if (sealed === null) return undefined
  try {
    return storedSchema.parse(JSON.parse(encryption.open(sealed)))
  } catch {
    return undefined
  }
}
