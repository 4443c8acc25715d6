import {
  blankable,
  boundedText,
  choiceField,
  emailField,
  nameField,
  dayField,
  type PhoneSchema,
} from '../fields/fields.ts'
import { DELEGATE_KINDS, DELEGATE_RELATIONS, DOCUMENT_LENGTH, LANGUAGES } from '../limits.ts'
import { VALIDATION } from '../messages.ts'
import { z } from '../zod.ts'

export const DELEGATE_WORDING_VERSION = 1

const DOCUMENT_ERROR = `Please enter ${DOCUMENT_LENGTH.min} to ${DOCUMENT_LENGTH.max} characters`

const day = dayField(VALIDATION.dayOutOfRange)

const delegateFields = <Phone extends PhoneSchema>(phone: Phone) =>
  z.object({
    kind: z.enum(DELEGATE_KINDS, { error: VALIDATION.invalid }),
    fullName: nameField,
    relation: choiceField(DELEGATE_RELATIONS, VALIDATION.required),
    language: z.enum(LANGUAGES, { error: VALIDATION.invalid }),
    email: blankable(emailField()),
    phone: blankable(phone),
    /** Evidence of the person's right, for example a birth certificate with its number. */
    documentSeen: boundedText(DOCUMENT_LENGTH, DOCUMENT_ERROR, DOCUMENT_ERROR),
    validFrom: day,
    validUntil: blankable(day),
  })

// Runs even when a field is invalid, so that a form shows all its errors.
const always = { when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null }

/** Days that can be compared; an object may throw. */
const comparableDays = z.object({ validFrom: z.string(), validUntil: z.string() })

/** A guardian or delegate as entered; email or phone is required. */
export const delegateForm = <Phone extends PhoneSchema>(phone: Phone) =>
  delegateFields(phone).check(
    z.refine(({ email, phone: number }) => Boolean(email) || Boolean(number), {
      error: VALIDATION.delegateContact,
      path: ['email'],
      ...always,
    }),
    z.refine(({ validFrom, validUntil }) => !validUntil || validUntil >= validFrom, {
      error: VALIDATION.delegateDays,
      path: ['validUntil'],
      when: ({ value }) => comparableDays.safeParse(value).success,
    }),
  )
