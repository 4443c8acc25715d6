import { expect, it } from 'vitest'
import { hasRightCheckDigit, readNationalId, shownNationalId } from './national-id.ts'
import { registerPatientBody } from '../patients/patients.contract.ts'

it('reads a national id in any spelling, and nothing else [VISIT-22]', () => {
  for (const typed of ['784199012345678', '784-1990-1234567-8', ' 784 1990 1234567 8 ', '٧٨٤-١٩٩٠-١٢٣٤٥٦٧-٨'])
    expect(readNationalId(typed), typed).toBe('784199012345678')
  for (const typed of ['', '78419901234567', '7841990123456789', '784-1990-123456A-8', '9'.repeat(1000)])
    expect(readNationalId(typed), typed).toBeUndefined()
  expect(shownNationalId('784199012345678')).toBe('784-1990-1234567-8')
})

it('refuses another length or letters, and clears a blank value [VISIT-22]', () => {
  const { nationalId } = registerPatientBody.shape
  expect(nationalId.safeParse('784 1990 1234567 8').data).toBe('784199012345678')
  expect(nationalId.safeParse('  ').data).toBeNull()
  expect(nationalId.safeParse('784-1990').error?.issues[0]?.message).toMatch(/15 digits/)
})

it('checks the last digit by Luhn [VISIT-22]', () => {
  expect(hasRightCheckDigit('784198012345671')).toBe(false)
  const right = [...'0123456789'].filter((digit) => hasRightCheckDigit(`78419801234567${digit}`))
  expect(right).toHaveLength(1)
  // 79927398713 is the usual example of the algorithm.
  expect(hasRightCheckDigit('79927398713')).toBe(true)
  expect(hasRightCheckDigit('79927398710')).toBe(false)
})
