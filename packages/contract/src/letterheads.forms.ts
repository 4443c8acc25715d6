import { boundedText, clearable, wholeNumber } from './fields.ts'
import { ACCREDITATION_LENGTH, STAMP_CORNERS, STAMP_MARGIN_MM } from './limits.ts'
import { VALIDATION } from './messages.ts'
import { z } from './zod.ts'

const LENGTH_ERROR = `Please use ${ACCREDITATION_LENGTH.min} to ${ACCREDITATION_LENGTH.max} characters`

/** A lab's letterhead and stamp. */
export const letterheadForm = z.object({
  /** Whether reports that are published or opened from now on get the letterhead. */
  isUsed: z.boolean(),
  /** As printed, for example "EIAC 15189-042". */
  accreditation: clearable(boundedText(ACCREDITATION_LENGTH, LENGTH_ERROR, LENGTH_ERROR)),
  /** Where the stamp stands on the first page, if nothing else is there. */
  corner: z.enum(STAMP_CORNERS, { error: VALIDATION.invalid }),
  /** Between the stamp and the edges of the page, in millimeters. */
  marginX: wholeNumber(STAMP_MARGIN_MM, 'millimeters'),
  marginY: wholeNumber(STAMP_MARGIN_MM, 'millimeters'),
  /** Whether the signature of the publishing person is part of the stamp. */
  showsSignature: z.boolean(),
})
export type LetterheadFields = z.output<typeof letterheadForm>
