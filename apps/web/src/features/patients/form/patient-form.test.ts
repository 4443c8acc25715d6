import { describe, expect, it } from 'vitest'
import { localToday } from '../../../lib/format.ts'
import { birthDateText } from '../patient-fields.ts'
import type { RegistrationFields } from './patient-form.ts'
import { EMPTY_REGISTRATION, registrationResolver } from './patient-form.ts'

const VALID: RegistrationFields = {
  fullName: 'Layla Hassan',
  emrId: '',
  nationalId: '',
  email: 'layla@mail.example',
  phone: '+971501234567',
  dob: '1990-05-01',
  gender: 'FEMALE',
  address: { line1: '', city: '' },
}

const check = (fields: RegistrationFields) =>
  registrationResolver(fields, undefined, { fields: {}, shouldUseNativeValidation: false })

describe('the checks of the registration form', () => {
  it('reports the five required fields when it is empty [VAL-PATIENT-12] [VAL-PATIENT-24] [VAL-MISC-01]', async () => {
    const { errors } = await check(EMPTY_REGISTRATION)
    expect(Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, error.message]))).toEqual({
      fullName: 'Name must be at least 3 characters',
      email: 'Required',
      phone: 'Please enter a valid phone number',
      dob: 'Required',
      gender: 'Required',
    })
  })

  it('takes a birthday of today and none of tomorrow', async () => {
    const tomorrow = localToday(new Date(Date.now() + 86_400_000))
    expect((await check({ ...VALID, dob: localToday() })).errors).toEqual({})
    expect((await check({ ...VALID, dob: tomorrow })).errors.dob?.message).toBe(
      'Please enter a valid date of birth',
    )
  })

  it('shows at the field what is wrong with the address', async () => {
    const { errors } = await check({ ...VALID, address: { line1: 'AB', city: 'x'.repeat(31) } })
    expect(errors.address?.line1?.message).toBe('Address must be at least 3 characters')
    expect(errors.address?.city?.message).toBe('City must not exceed 30 characters')
  })

  it('hands over blank optional fields as null, which clears them', async () => {
    const { values } = await check(VALID)
    expect(values).toEqual({
      fullName: 'Layla Hassan',
      emrId: null,
      nationalId: null,
      email: 'layla@mail.example',
      phone: '+971501234567',
      dob: '1990-05-01',
      gender: 'FEMALE',
      address: { line1: null, city: null },
    })
  })
})

describe('the age', () => {
  it('counts whole years, one less on the day before the birthday [PATVIEW-16]', () => {
    expect(birthDateText('1990-05-01', '2026-04-30')).toBe('May 1, 1990 (35 years)')
    expect(birthDateText('1990-05-01', '2026-05-01')).toBe('May 1, 1990 (36 years)')
    expect(birthDateText('2025-05-01', '2026-05-01')).toBe('May 1, 2025 (1 year)')
    expect(birthDateText('2026-04-01', '2026-05-01')).toBe('April 1, 2026 (0 years)')
  })
})
