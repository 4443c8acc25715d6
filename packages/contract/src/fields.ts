import { z } from 'zod'
import {
  DEFAULT_PAGE,
  DEFAULT_PAGE_SIZE,
  EARLIEST_DATE_OF_BIRTH,
  EMAIL_MAX_LENGTH,
  MAX_PAGE_SIZE,
  NAME_LENGTH,
  PASSWORD_LENGTH,
  PHONE_MIN_LENGTH,
  SEARCH_MAX_LENGTH,
} from './limits.ts'
import { VALIDATION } from './messages.ts'

// A missing value reads 'Required' wherever no message of its own is given (section 5).
z.config({
  customError: (issue) => {
    if (issue.code !== 'invalid_type') return undefined
    return issue.input === undefined || issue.input === null ? VALIDATION.required : VALIDATION.invalid
  },
})

// PostgreSQL cannot store NUL, and the other control characters only ever get into a record by accident.
// eslint-disable-next-line no-control-regex
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

const printable = (text: string) => !CONTROL_CHARACTERS.test(text)

/** Trimmed text without control characters; `required` is the message when it is missing. */
export const textField = (required: string = VALIDATION.required) =>
  z.string({ error: required }).trim().refine(printable, { error: VALIDATION.controlCharacters })

const blankToUndefined = (value: unknown) =>
  value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value

/** Makes a schema optional, treating null and blank text as not given, and keeping the schema's own messages. */
export const blankable = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(blankToUndefined, schema.optional())

export const nameField = textField(VALIDATION.nameTooShort)
  .min(NAME_LENGTH.min, { error: VALIDATION.nameTooShort })
  .max(NAME_LENGTH.max, { error: VALIDATION.nameTooLong })

export const emailField = (message: string = VALIDATION.email) =>
  z
    .string({ error: message })
    .trim()
    .max(EMAIL_MAX_LENGTH, { error: message })
    .pipe(z.email({ error: message }))

const PHONE_DECORATION = /[\s\-()]/g
const INTERNATIONAL_NUMBER = /^\+?[1-9]\d{1,14}$/

/** A phone number as typed, brought to its one stored form: plus and digits (AMB-40). */
export const phoneField = z
  .string({ error: VALIDATION.phone })
  .transform((typed) => typed.replace(PHONE_DECORATION, ''))
  .refine((number) => number.length >= PHONE_MIN_LENGTH && INTERNATIONAL_NUMBER.test(number), {
    error: VALIDATION.phone,
  })
  .transform((number) => (number.startsWith('+') ? number : `+${number}`))

const PASSWORD_ALPHABET = /^[A-Za-z\d@$!%*?&]+$/
const PASSWORD_CLASSES = [/[a-z]/, /[A-Z]/, /\d/, /[@$!%*?&]/]

/** The password of a new user (section 5): 8 to 16 characters of four classes and no others. */
export const newPasswordField = z
  .string({ error: VALIDATION.passwordTooShort })
  .min(PASSWORD_LENGTH.min, { error: VALIDATION.passwordTooShort })
  .max(PASSWORD_LENGTH.max, { error: VALIDATION.passwordTooLong })
  .refine(
    (password) => PASSWORD_ALPHABET.test(password) && PASSWORD_CLASSES.every((one) => one.test(password)),
    { error: VALIDATION.passwordClasses },
  )

/** A record's id: a number or its digits (AMB-91). */
export const idField = (message: string = VALIDATION.required) =>
  z
    .preprocess(
      (id) => (typeof id === 'string' && /^\s*\d{1,15}\s*$/.test(id) ? Number(id) : id),
      z.number({ error: message }),
    )
    .refine((id) => Number.isSafeInteger(id) && id > 0, { error: message })

/** A record's id in a path: digits only, so that `/user/all` is never taken for an id (AMB-73). */
export const pathId = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number)
  .refine((id) => id > 0)

export const idParams = z.object({ id: pathId })

const isRealDate = (text: string) => {
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** A plain calendar date, YYYY-MM-DD, that exists. */
export const plainDate = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .refine((date) => isRealDate(date) && date >= '0001-01-01')

/** Whether a plain date can be a birthday on `today`, both ends inclusive (section 5, AMB-44). */
export const isPossibleDateOfBirth = (date: string, today: string): boolean =>
  plainDate.safeParse(date).success && date >= EARLIEST_DATE_OF_BIRTH && date <= today

/** Today's plain date in a time zone. */
export const todayIn = (timeZone: string | undefined, now: Date = new Date()): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    now,
  )

// Control characters, line ends among them, separate words at most.
const ANY_CONTROL_CHARACTER = /\p{Cc}/gu

/** What somebody typed to search for. */
export const searchText = z
  .string()
  .transform((typed) => typed.replace(ANY_CONTROL_CHARACTER, ' ').trim().slice(0, SEARCH_MAX_LENGTH))

/** A query value that falls back instead of failing: bad values in an address count as absent (AMB-93). */
const clampedInteger = (min: number, max: number, fallback: number) =>
  z
    .union([z.number(), z.string()])
    .optional()
    .catch(undefined)
    .transform((value) => {
      const number = Number.parseInt(String(value), 10)
      return Number.isNaN(number) ? fallback : Math.min(Math.max(number, min), max)
    })

export const pageField = clampedInteger(1, 1_000_000_000, DEFAULT_PAGE)
export const limitField = clampedInteger(1, MAX_PAGE_SIZE, DEFAULT_PAGE_SIZE)
export const sortOrderField = z.enum(['asc', 'desc']).catch('desc')
export type SortOrder = z.output<typeof sortOrderField>

export const timestamp = z.iso.datetime()

export const paginationSchema = z.object({
  page: z.number(),
  limit: z.number(),
  totalItems: z.number(),
  totalPages: z.number(),
  /** True when counting was cut short and `totalItems` is an estimate. */
  isEstimate: z.boolean().optional(),
})
export type Pagination = z.output<typeof paginationSchema>
