import { NativeSelect, Textarea } from '@mantine/core'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { reasonOptions } from '../../../entities/report/reason-options.ts'
import * as texts from './texts.ts'

interface DecisionReasonProps {
  reasons: Record<string, string>
  reason: UseFormRegisterReturn
  note: UseFormRegisterReturn
  /** True for the reason Other, which needs a note. */
  isOther: boolean
  errors: { reason?: string | undefined; note?: string | undefined }
  hasFirstFocus?: boolean
}

export function DecisionReason({
  reasons,
  reason,
  note,
  isOther,
  errors,
  hasFirstFocus,
}: DecisionReasonProps) {
  return (
    <>
      <NativeSelect
        size="md"
        label={texts.reason}
        required
        {...(hasFirstFocus && { 'data-autofocus': true })}
        data={reasonOptions(reasons)}
        error={errors.reason}
        {...reason}
      />
      <Textarea
        label={texts.note}
        description={isOther ? undefined : texts.optional}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        required={isOther}
        autosize
        minRows={2}
        maxRows={6}
        error={errors.note}
        {...note}
      />
    </>
  )
}
