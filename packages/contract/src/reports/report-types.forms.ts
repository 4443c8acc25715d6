import { boundedText, clearable, multilineField } from '../fields/fields.ts'
import { REPORT_TYPE_TITLE_LENGTH, TEXT_MAX_LENGTH } from '../limits.ts'
import { VALIDATION } from '../messages.ts'
import { z } from '../zod.ts'

export const reportTypeBody = z.object({
  title: boundedText(REPORT_TYPE_TITLE_LENGTH, VALIDATION.reportTypeTooShort, VALIDATION.reportTypeTooLong),
  description: clearable(
    multilineField().check(z.maxLength(TEXT_MAX_LENGTH, { error: VALIDATION.textTooLong })),
  ),
  isSensitive: z.optional(z.boolean()),
})
