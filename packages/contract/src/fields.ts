import { EARLIEST_DATE_OF_BIRTH, EMAIL_MAX_LENGTH, NAME_LENGTH, PASSWORD_LENGTH } from './limits.ts'
import { VALIDATION } from './messages.ts'
import { withoutMarks } from './typed-text.ts'
import { z } from './zod.ts'

// oxlint-disable-next-line no-control-regex -- PostgreSQL cannot store NUL; the others appear by accident
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

const printable = (text: string) => !CONTROL_CHARACTERS.test(text)

// Line ends and other control characters, fillers and variation selectors. Two names that look the same must be equal.
const INVISIBLE_CHARACTERS = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u
// In scripts that join letters, joiners are part of the spelling.
const SPELLED_JOINERS =
  /(?<=[\p{sc=Arab}\p{sc=Syrc}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}])[\u200c\u200d](?=\p{L})/gu

const isOneVisibleLine = (text: string) => !INVISIBLE_CHARACTERS.test(text.replace(SPELLED_JOINERS, ''))

/**
 * Text that a person types or pastes, without direction marks and other marks of programs. The base of every field for
 * text except passwords.
 */
export const typedText = (message?: string) =>
  z.string(message === undefined ? {} : { error: message }).check(z.overwrite(withoutMarks))

/** One trimmed line without control and invisible characters; `required` is the message for a missing value. */
export const textField = (required: string = VALIDATION.required) =>
  typedText(required).check(z.trim(), z.refine(isOneVisibleLine, { error: VALIDATION.invisibleCharacters }))

/** Trimmed text of any number of lines, without control characters. */
export const multilineField = (required: string = VALIDATION.required) =>
  typedText(required).check(z.trim(), z.refine(printable, { error: VALIDATION.controlCharacters }))

interface Length {
  min: number
  max: number
}

/** One line with a minimum and maximum length, both inclusive; a missing value is too short. */
export const boundedText = (length: Length, tooShort: string, tooLong: string, field = textField) =>
  field(tooShort).check(
    z.minLength(length.min, { error: tooShort }),
    z.maxLength(length.max, { error: tooLong }),
  )

/** The same for any number of lines. */
export const boundedMultiline = (length: Length, tooShort: string, tooLong: string) =>
  boundedText(length, tooShort, tooLong, multilineField)

type Prepared<Schema extends z.ZodMiniType, Input> = z.ZodMiniType<
  z.output<Schema>,
  Input,
  z.core.$ZodPreprocessInternals<Schema, Input>
>

/**
 * Validates the result of `prepare`. Its parameter types what a caller or form passes; at runtime it can be any value.
 */
export const prepared = <Schema extends z.ZodMiniType, Input>(
  prepare: (value: Input) => unknown,
  schema: Schema,
): Prepared<Schema, Input> => z.pipe(z.transform(prepare), schema)

/** Makes a schema optional: null and blank text count as missing. Keeps the schema's messages. */
export const blankable = <Schema extends z.ZodMiniType>(schema: Schema) =>
  prepared(
    (value: z.input<Schema> | '' | null | undefined): unknown =>
      value === null || (typeof value === 'string' && withoutMarks(value).trim() === '') ? undefined : value,
    z.optional(schema),
  )

/** Like `blankable` for a stored value: null and blank text clear it, and a missing one leaves it as it is. */
export const clearable = <Schema extends z.ZodMiniType>(schema: Schema) =>
  prepared(
    (value: z.input<Schema> | '' | null | undefined): unknown =>
      typeof value === 'string' && withoutMarks(value).trim() === '' ? null : value,
    z.optional(z.nullable(schema)),
  )

/** A choice from a list. Accepts any text as input, because a select starts with an empty option. */
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

/** A phone number in a form or request. */
export type PhoneSchema = z.ZodMiniType<string, string>

/**
 * A phone number in a form. The field passes plus and digits of a number that it recognized; other text ends with a
 * space (`unreadPhone`). A stored number passes unchanged, even one that the field would not recognize.
 */
export const typedPhoneField = (stored?: string | null): PhoneSchema =>
  z
    .string({ error: VALIDATION.phone })
    .check(
      z.refine((value) => value === stored || /^\+[1-9]\d{6,14}$/.test(value), { error: VALIDATION.phone }),
    )

/** Marks text that is not a phone number, so that it cannot pass as one. */
export const unreadPhone = (typed: string): string => (typed.endsWith(' ') ? typed : `${typed} `)

const PASSWORD_ALPHABET = /^[A-Za-z\d@$!%*?&]+$/
const PASSWORD_CLASSES = [/[a-z]/, /[A-Z]/, /\d/, /[@$!%*?&]/]

/** The password of a new user (section 5): 8 to 16 characters of four classes and no others. */
export const newPasswordField = z.string({ error: VALIDATION.passwordTooShort }).check(
  z.minLength(PASSWORD_LENGTH.min, { error: VALIDATION.passwordTooShort }),
  z.maxLength(PASSWORD_LENGTH.max, { error: VALIDATION.passwordTooLong }),
  z.refine(
    (password) => PASSWORD_ALPHABET.test(password) && PASSWORD_CLASSES.every((one) => one.test(password)),
    { error: VALIDATION.passwordClasses },
  ),
)

/** A record's id: a number or its digits (AMB-91). */
export const idField = (message: string = VALIDATION.required) =>
  prepared(
    (id: number | string) => (typeof id === 'string' && /^\s*\d{1,15}\s*$/.test(id) ? Number(id) : id),
    z.number({ error: message }),
  ).check(z.refine((id) => Number.isSafeInteger(id) && id > 0, { error: message }))

const isRealDate = (text: string) => {
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** An existing calendar date, YYYY-MM-DD. */
export const plainDate = z.string().check(
  z.regex(/^\d{4}-\d{2}-\d{2}$/),
  z.refine((date) => isRealDate(date) && date >= '0001-01-01'),
)

/** Whether a plain date can be a birth date on `today`, both ends inclusive (section 5, AMB-44). */
export const isPossibleDateOfBirth = (date: string, today: string): boolean =>
  plainDate.safeParse(date).success && date >= EARLIEST_DATE_OF_BIRTH && date <= today

/** Requests name time zones, so that the number of formats is limited. */
const MOST_DAY_FORMATS = 20
const dayFormats = new Map<string | undefined, Intl.DateTimeFormat>()

/** Creating a format takes longer than using it a hundred times. */
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

/** Today's plain date in a time zone. */
export const todayIn = (timeZone: string | undefined, now: Date = new Date()): string =>
  dayFormatIn(timeZone).format(now)

type Filled<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? { [Key in keyof Value]-?: Filled<Exclude<Value[Key], null | undefined>> }
    : Value

/** The schema of a form. */
export type FormSchema = z.core.$ZodType<object, object>

/** The values of a form before validation: every field, empty text included. */
export type FormInput<Schema extends FormSchema> = Filled<z.input<Schema>>
/** The values that a form sends: converted by its schema. */
export type FormOutput<Schema extends FormSchema> = z.output<Schema>

/** A whole number of a unit within a range, both inclusive; forms pass text. */
export const wholeNumber = ({ min, max }: Length, unit: string) => {
  const error = `Please enter a whole number of ${unit} from ${min} to ${max}`
  return z.coerce
    .number<number | string>({ error })
    .check(z.int({ error }), z.minimum(min, { error }), z.maximum(max, { error }))
}
