import {
  isPossibleDateOfBirth,
  registerPatientBody,
  VALIDATION,
  type DateOrder,
  type RegisterPatient,
} from '@zelab/contract'
import { IMPORT_FIELDS, type Columns, type ImportField } from './columns.ts'
import type { CsvRow } from './csv-rows.ts'
import {
  cellText,
  consentOf,
  dateText,
  genderText,
  inOneLine,
  languageOf,
  phoneText,
} from './written-cell.ts'
import { isSuspiciousName } from '../../../../core/legacy-encoding.ts'

export type StagedFields = Record<Exclude<ImportField, 'dob'> | 'dateOfBirth', string | null>

export interface RowError {
  column: string
  message: string
  value: string
}

export interface CheckedRow {
  rowNumber: number
  fields: StagedFields
  errors: RowError[]
}

const DATE_EXAMPLE: Record<DateOrder, string> = {
  ymd: '1990-12-31',
  dmy: '31/12/1990',
  mdy: '12/31/1990',
}
const otherDate = (order: DateOrder) =>
  `This date is not written like ${DATE_EXAMPLE[order]}. Please fix it, or choose another date order.`
const NATIONAL_PHONE = `${VALIDATION.phone} with its country code, like +971501234567`
const UNKNOWN_GENDER = `${VALIDATION.gender}, or ذكر or أنثى`
const UNKNOWN_LANGUAGE = 'Please write English or Arabic'
const UNKNOWN_CONSENT = 'Please write Yes or No'
const UNREADABLE = 'Some characters of this cell cannot be read'
const SUSPICIOUS_NAME =
  'This does not look like a name. Please choose another encoding of the file, or fix the name.'
const SHOWN_LENGTH = 255

const storable = (text: string) =>
  text
    .slice(0, SHOWN_LENGTH)
    .replaceAll('\0', '\ufffd')
    .replace(/\p{Cs}/gu, '')

const readCell = (field: ImportField, text: string, dateOrder: DateOrder) => {
  if (field === 'phone') return phoneText(text) ?? text
  if (field === 'gender') return genderText(text)
  if (field === 'dob') return dateText(text, dateOrder) ?? text
  return text
}

type Texts = Record<ImportField, string>

type DeliveryFields = Pick<StagedFields, 'language' | 'emailConsent' | 'smsConsent' | 'whatsappConsent'>

const CONSENT_FIELDS = ['emailConsent', 'smsConsent', 'whatsappConsent'] as const

const readDelivery = (texts: Texts) => {
  const language = languageOf(texts.language)
  const fields: DeliveryFields = {
    language: language ?? null,
    emailConsent: consentOf(texts.emailConsent) ?? null,
    smsConsent: consentOf(texts.smsConsent) ?? null,
    whatsappConsent: consentOf(texts.whatsappConsent) ?? null,
  }
  return {
    fields,
    problems: [
      ...(texts.language !== '' && !language ? [['language', UNKNOWN_LANGUAGE] as const] : []),
      ...CONSENT_FIELDS.filter((field) => texts[field] !== '' && !fields[field]).map(
        (field) => [field, UNKNOWN_CONSENT] as const,
      ),
    ],
  }
}

const asRegistration = ({ line1, city, ...rest }: Texts) => ({ ...rest, address: { line1, city } })

const asStaged = (patient: RegisterPatient, delivery: DeliveryFields): StagedFields => ({
  ...delivery,
  fullName: patient.fullName,
  phone: patient.phone,
  dateOfBirth: patient.dob,
  gender: patient.gender ?? null,
  email: patient.email ?? null,
  emrId: patient.emrId ?? null,
  nationalId: patient.nationalId ?? null,
  line1: patient.address.line1 ?? null,
  city: patient.address.city ?? null,
  registrationType: patient.registrationType ?? null,
})

const asRead = ({ dob, ...texts }: Texts): StagedFields => {
  const entries = Object.entries({ ...texts, dateOfBirth: dob }).map(([name, text]) => [
    name,
    text === '' ? null : storable(text),
  ])
  return Object.fromEntries(entries) as StagedFields
}

/** @param today the last valid date of birth */
export const createRowCheck = (columns: Columns, dateOrder: DateOrder, today: string) => {
  const position = (field: ImportField) => columns.byField.get(field)?.index ?? Infinity
  const inOrder = [...IMPORT_FIELDS].sort((a, b) => position(a) - position(b))

  const messageFor = (field: ImportField, text: string, message: string) => {
    if (text === '') return VALIDATION.required
    if (field === 'phone' && text.startsWith('0')) return NATIONAL_PHONE
    if (field === 'gender') return UNKNOWN_GENDER
    if (field === 'dob' && dateText(text, dateOrder) === undefined) return otherDate(dateOrder)
    return message
  }

  return ({ rowNumber, cells }: CsvRow): CheckedRow => {
    const written = {} as Texts
    const texts = {} as Texts
    for (const field of IMPORT_FIELDS) {
      const at = columns.byField.get(field)
      const cell = at ? cellText(cells[at.index] ?? '') : ''
      written[field] = inOneLine(cell, field === 'line1' ? ', ' : ' ')
      texts[field] = readCell(field, written[field], dateOrder)
    }
    const messages = new Map<ImportField, string>()
    for (const field of IMPORT_FIELDS) if (written[field].includes('\ufffd')) messages.set(field, UNREADABLE)
    if (!messages.has('fullName') && isSuspiciousName(written.fullName))
      messages.set('fullName', SUSPICIOUS_NAME)
    if (written.phone !== '' && !messages.has('phone') && phoneText(written.phone) === undefined)
      messages.set('phone', messageFor('phone', written.phone, VALIDATION.phone))
    const delivery = readDelivery(texts)
    for (const [field, message] of delivery.problems) if (!messages.has(field)) messages.set(field, message)
    const read = registerPatientBody.safeParse(asRegistration(texts))
    for (const issue of read.error?.issues ?? []) {
      const field = issue.path.at(-1) as ImportField
      if (!messages.has(field)) messages.set(field, messageFor(field, written[field], issue.message))
    }
    if (read.success && !isPossibleDateOfBirth(read.data.dob, today))
      messages.set('dob', VALIDATION.dateOfBirth)

    const errors = inOrder.flatMap((field) => {
      const message = messages.get(field)
      const column = columns.byField.get(field)?.name ?? field
      return message ? [{ column, message, value: storable(written[field]) }] : []
    })
    const extraCells = cells.slice(columns.count).find((cell) => cell.trim() !== '')
    if (extraCells !== undefined)
      errors.push({
        column: 'Whole row',
        message: `This row has more cells than the header. Is a text with a separator not in quotation marks?`,
        value: storable(cellText(extraCells)),
      })
    const isGood = read.success && errors.length === 0
    if (isGood) return { rowNumber, fields: asStaged(read.data, delivery.fields), errors }
    const shown = { ...texts }
    for (const field of messages.keys()) shown[field] = written[field]
    return { rowNumber, fields: asRead(shown), errors }
  }
}
