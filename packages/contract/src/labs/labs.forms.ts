import { blankable, boundedText, clearable, emailField, type PhoneSchema } from '../fields/fields.ts'
import { LAB_NAME_LENGTH, TEXT_MAX_LENGTH } from '../limits.ts'
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
