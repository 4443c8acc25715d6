import {
  blankable,
  boundedText,
  clearable,
  emailField,
  idField,
  isPossibleDateOfBirth,
  nameField,
  textField,
  typedPhoneField,
  type PhoneSchema,
  typedText,
} from '../fields/fields.ts'
import { ADDRESS_LINE_LENGTH, CITY_LENGTH, EMR_ID_LENGTH, GENDERS, TEXT_MAX_LENGTH } from '../limits.ts'
import { VALIDATION } from '../messages.ts'
import { readNationalId } from '../fields/national-id.ts'
import { z } from '../zod.ts'

const genderField = z.pipe(
  z.pipe(
    typedText(VALIDATION.gender),
    z.transform((value: string) => value.trim().toUpperCase()),
  ),
  z.enum(GENDERS, { error: VALIDATION.gender }),
)

const addressField = z.object({
  line1: clearable(boundedText(ADDRESS_LINE_LENGTH, VALIDATION.addressTooShort, VALIDATION.addressTooLong)),
  city: clearable(boundedText(CITY_LENGTH, VALIDATION.cityTooShort, VALIDATION.cityTooLong)),
})

const emrIdField = boundedText(EMR_ID_LENGTH, VALIDATION.emrIdTooShort, VALIDATION.emrIdTooLong)

const nationalIdField = z.pipe(
  typedText(VALIDATION.nationalId).check(
    z.refine((typed) => readNationalId(typed) !== undefined, { error: VALIDATION.nationalId, abort: true }),
  ),
  z.transform((typed: string) => readNationalId(typed) ?? typed),
)

const dateOfBirthField = typedText(VALIDATION.dateOfBirth).check(
  z.refine((date) => isPossibleDateOfBirth(date, '9999-12-31'), { error: VALIDATION.dateOfBirth }),
)

/** This schema checks only the format and the earliest day of `dob`; the server also compares it with today. */
export const registrationFields = <Phone extends PhoneSchema>(phone: Phone) =>
  z.object({
    fullName: nameField,
    emrId: clearable(emrIdField),
    nationalId: clearable(nationalIdField),
    email: clearable(emailField()),
    phone,
    dob: dateOfBirthField,
    gender: clearable(genderField),
    address: z._default(addressField, {}),
    registrationType: clearable(
      textField().check(z.maxLength(TEXT_MAX_LENGTH, { error: VALIDATION.textTooLong })),
    ),
  })

/** The registration form also requires email and gender (AMB-37, AMB-39), and a birth date up to `today()`. */
export const patientRegistrationForm = (today: () => string, storedPhone?: string) =>
  z.extend(z.omit(registrationFields(typedPhoneField(storedPhone)), { registrationType: true }), {
    email: z.pipe(typedText().check(z.trim(), z.minLength(1, { error: VALIDATION.required })), emailField()),
    dob: typedText().check(
      z.minLength(1, { error: VALIDATION.required }),
      z.refine((date) => date === '' || isPossibleDateOfBirth(date, today()), {
        error: VALIDATION.dateOfBirth,
      }),
    ),
    gender: z.pipe(
      z.string({ error: VALIDATION.required }).check(z.minLength(1, { error: VALIDATION.required })),
      genderField,
    ),
    address: addressField,
  })

/** Like registration, but optional fields of a record stay optional. */
export const patientEditForm = (today: () => string, storedPhone: string) =>
  z.extend(patientRegistrationForm(today, storedPhone), {
    email: clearable(emailField()),
    gender: clearable(genderField),
  })

export const findDuplicatesBody = z.object({
  fullName: blankable(nameField),
  dob: blankable(dateOfBirthField),
  emrId: blankable(emrIdField),
  nationalId: blankable(nationalIdField),
  email: blankable(emailField()),
  exceptId: blankable(idField()),
})
