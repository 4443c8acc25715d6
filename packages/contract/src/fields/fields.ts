import { isNameableDay, isPlainDate } from './date-range.ts'
import { EARLIEST_DATE_OF_BIRTH, EMAIL_MAX_LENGTH, NAME_LENGTH, PASSWORD_LENGTH } from '../limits.ts'
import { VALIDATION } from '../messages.ts'
import { withoutMarks } from './typed-text.ts'
import { z } from '../zod.ts'

// oxlint-disable-next-line no-control-regex -- PostgreSQL cannot store NUL; the others appear by accident
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

const printable = (text: string) => !CONTROL_CHARACTERS.test(text)

// Line ends, control characters, fillers and variation selectors: names that look the same must be equal.
const INVISIBLE_CHARACTERS = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u
// Joiners are part of the spelling in scripts that join letters.
const SPELLED_JOINERS =
  /(?<=[\p{sc=Arab}\p{sc=Syrc}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}])[\u200c\u200d](?=\p{L})/gu

const isOneVisibleLine = (text: string) => !INVISIBLE_CHARACTERS.test(text.replace(SPELLED_JOINERS, ''))

/** The base of every text field except passwords: removes direction marks and other marks that programs add. */
export const typedText = (message?: string) =>
  z.string(message === undefined ? {} : { error: message }).check(z.overwrite(withoutMarks))

export const textField = (required: string = VALIDATION.required) =>
  typedText(required).check(z.trim(), z.refine(isOneVisibleLine, { error: VALIDATION.invisibleCharacters }))

export const multilineField = (required: string = VALIDATION.required) =>
  typedText(required).check(z.trim(), z.refine(printable, { error: VALIDATION.controlCharacters }))

interface Length {
  min: number
  max: number
}

/** A missing value counts as too short. */
export const boundedText = (length: Length, tooShort: string, tooLong: string, field = textField) =>
  field(tooShort).check(
    z.minLength(length.min, { error: tooShort }),
    z.maxLength(length.max, { error: tooLong }),
  )

export const boundedMultiline = (length: Length, tooShort: string, tooLong: string) =>
  boundedText(length, tooShort, tooLong, multilineField)

type Prepared<Schema extends z.ZodMiniType, Input> = z.ZodMiniType<
  z.output<Schema>,
  Input,
  z.core.$ZodPreprocessInternals<Schema, Input>
>

/** Validates the result of `prepare`. `Input` types what a caller or form passes; at runtime it can be any value. */
export const prepared = <Schema extends z.ZodMiniType, Input>(
  prepare: (value: Input) => unknown,
  schema: Schema,
): Prepared<Schema, Input> => z.pipe(z.transform(prepare), schema)

/** Null and blank text count as missing. Keeps the schema's messages. */
export const blankable = <Schema extends z.ZodMiniType>(schema: Schema) =>
  prepared(
    (value: z.input<Schema> | '' | null | undefined): unknown =>
      value === null || (typeof value === 'string' && withoutMarks(value).trim() === '') ? undefined : value,
    z.optional(schema),
  )

/** Like `blankable` for a stored value: null and blank text clear it; a missing value leaves it unchanged. */
export const clearable = <Schema extends z.ZodMiniType>(schema: Schema) =>
  prepared(
    (value: z.input<Schema> | '' | null | undefined): unknown =>
      typeof value === 'string' && withoutMarks(value).trim() === '' ? null : value,
    z.optional(z.nullable(schema)),
  )

/** Accepts any text as input, because a select starts with an empty option. */
export const choiceField = <const Value extends string>(
  values: readonly Value[],
  message: string,
): z.ZodMiniType<Value, string> => z.enum(values, { error: message })

export const nameField = boundedText(NAME_LENGTH, VALIDATION.nameTooShort, VALIDATION.nameTooLong)

export const emailField = (message: string = VALIDATION.email) =>
  z.pipe(
    typedText(message).check(z.trim(), z.maxLength(EMAIL_MAX_LENGTH, { error: message })),
    z.email({ error: message }),
  )

export type PhoneSchema = z.ZodMiniType<string, string>

/** The form field marks unrecognized text with a trailing space (`unreadPhone`). A stored number passes unchanged. */
export const typedPhoneField = (stored?: string | null): PhoneSchema =>
  z
    .string({ error: VALIDATION.phone })
    .check(
      z.refine((value) => value === stored || /^\+[1-9]\d{6,14}$/.test(value), { error: VALIDATION.phone }),
    )

/** The trailing space marks text that is not a phone number, so that it fails validation. */
export const unreadPhone = (typed: string): string => (typed.endsWith(' ') ? typed : `${typed} `)

const PASSWORD_ALPHABET = /^[A-Za-z\d@$!%*?&]+$/
const PASSWORD_CLASSES = [/[a-z]/, /[A-Z]/, /\d/, /[@$!%*?&]/]

export const newPasswordField = z.string({ error: VALIDATION.passwordTooShort }).check(
  z.minLength(PASSWORD_LENGTH.min, { error: VALIDATION.passwordTooShort }),
  z.maxLength(PASSWORD_LENGTH.max, { error: VALIDATION.passwordTooLong }),
  z.refine(
    (password) => PASSWORD_ALPHABET.test(password) && PASSWORD_CLASSES.every((one) => one.test(password)),
    { error: VALIDATION.passwordClasses },
  ),
)

export const idField = (message: string = VALIDATION.required) =>
  prepared(
    (id: number | string) => (typeof id === 'string' && /^\s*\d{1,15}\s*$/.test(id) ? Number(id) : id),
    z.number({ error: message }),
  ).check(z.refine((id) => Number.isSafeInteger(id) && id > 0, { error: message }))

/** In hexadecimal. */
export const sha256FieldOf = (error: string) => typedText(error).check(z.regex(/^[0-9a-f]{64}$/, { error }))
export const sha256Field = sha256FieldOf(VALIDATION.invalid)

export const plainDate = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/), z.refine(isPlainDate))

/** A day that filters and periods may name. */
export const dayField = (error: string) =>
  typedText(error).check(
    z.trim(),
    z.refine((day) => isPlainDate(day) && isNameableDay(day), { error }),
  )

/** Both ends inclusive (section 5, AMB-44). */
export const isPossibleDateOfBirth = (date: string, today: string): boolean =>
  plainDate.safeParse(date).success && date >= EARLIEST_DATE_OF_BIRTH && date <= today

/** Requests name time zones, so the cache needs a limit. */
const MOST_DAY_FORMATS = 20
const dayFormats = new Map<string | undefined, Intl.DateTimeFormat>()

/** Cached, because creating a format takes longer than using it a hundred times. */
const dayFormatIn = (timeZone: string | undefined): Intl.DateTimeFormat => {
  const known = dayFormats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  if (dayFormats.size >= MOST_DAY_FORMATS) dayFormats.clear()
  dayFormats.set(timeZone, format)
  return format
}

export const todayIn = (timeZone: string | undefined, now: Date = new Date()): string =>
  dayFormatIn(timeZone).format(now)

type Filled<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? { [Key in keyof Value]-?: Filled<Exclude<Value[Key], null | undefined>> }
    : Value

export type FormSchema = z.core.$ZodType<object, object>

/** Form values before validation: every field, empty text included. */
export type FormInput<Schema extends FormSchema> = Filled<z.input<Schema>>
export type FormOutput<Schema extends FormSchema> = z.output<Schema>

/** Both ends inclusive; forms pass text. */
export const wholeNumber = ({ min, max }: Length, unit: string) => {
  const error = `Please enter a whole number of ${unit} from ${min} to ${max}`
  return z.coerce
    .number<number | string>({ error })
    .check(z.int({ error }), z.minimum(min, { error }), z.maximum(max, { error }))
}

/** ISO 3166-1 alpha-2. */
export const countryField = typedText(VALIDATION.country).check(
  z.trim(),
  z.toUpperCase(),
  z.regex(/^[A-Z]{2}$/, { error: VALIDATION.country }),
)
