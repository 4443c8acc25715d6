import {
  blankable,
  boundedText,
  clearable,
  emailField,
  type PhoneSchema,
  wholeNumber,
} from '../fields/fields.ts'
import {
  LAB_NAME_LENGTH,
  TEXT_MAX_LENGTH,
  ACCREDITATION_LENGTH,
  STAMP_CORNERS,
  STAMP_MARGIN_MM,
} from '../limits.ts'
import { VALIDATION } from '../messages.ts'
import { z } from '../zod.ts'

const requiredText = (message: string) =>
  boundedText({ min: 1, max: TEXT_MAX_LENGTH }, message, VALIDATION.textTooLong)

export const createLabBody = z.object({
  name: boundedText(LAB_NAME_LENGTH, VALIDATION.labNameTooShort, VALIDATION.labNameTooLong),
  address: z.object(
    { line1: requiredText(VALIDATION.labAddress), city: requiredText(VALIDATION.labCity) },
    { error: VALIDATION.labAddress },
  ),
  email: blankable(emailField(VALIDATION.labEmail)),
})

export const labFields = (phone: PhoneSchema) =>
  z.extend(createLabBody, { email: clearable(emailField(VALIDATION.labEmail)), phone: clearable(phone) })

const LENGTH_ERROR = `Please use ${ACCREDITATION_LENGTH.min} to ${ACCREDITATION_LENGTH.max} characters`

export const letterheadForm = z.object({
  /** Applies to reports that are published or opened from now on. */
  isUsed: z.boolean(),
  accreditation: clearable(boundedText(ACCREDITATION_LENGTH, LENGTH_ERROR, LENGTH_ERROR)),
  /** Corner of the first page for the stamp, if that space is empty. */
  corner: z.enum(STAMP_CORNERS, { error: VALIDATION.invalid }),
  marginX: wholeNumber(STAMP_MARGIN_MM, 'millimeters'),
  marginY: wholeNumber(STAMP_MARGIN_MM, 'millimeters'),
  showsSignature: z.boolean(),
})
export type LetterheadFields = z.output<typeof letterheadForm>
