import { isPossibleDateOfBirth } from '@zelab/contract'
import { EARLIEST_DATE_OF_BIRTH } from '@zelab/contract/limits'
import { VALIDATION } from '@zelab/contract/messages'
import { bornInWords } from '../../lib/age.ts'
import { localToday } from '../../lib/format.ts'
import { DateField, type DateFieldProps } from './date-field.tsx'

/** Typed text is not reformatted, but repeated in words. */
export function BirthDateField(props: Omit<DateFieldProps, 'min' | 'max' | 'description'>) {
  return (
    <DateField
      {...props}
      min={EARLIEST_DATE_OF_BIRTH}
      max={localToday()}
      isAllowed={(date) => isPossibleDateOfBirth(date, localToday())}
      problem={VALIDATION.dateOfBirth}
      describe={bornInWords}
      startsWithDecades
    />
  )
}
