import { describe, expect, it } from 'vitest'
import * as limits from './limits.ts'

describe('the limits of section 9', () => {
  it('equal the lengths of the specification [CONST-01]', () => {
    expect(limits.NAME_LENGTH).toEqual({ min: 3, max: 30 })
    expect(limits.PASSWORD_LENGTH).toEqual({ min: 8, max: 16 })
    expect(limits.REMARK_LENGTH.max).toBe(100)
    expect(limits.ADDRESS_LINE_LENGTH).toEqual({ min: 3, max: 50 })
    expect(limits.CITY_LENGTH).toEqual({ min: 3, max: 30 })
    expect(limits.LAB_NAME_LENGTH.min).toBe(2)
    expect(limits.REPORT_TYPE_TITLE_LENGTH.min).toBe(2)
    expect(limits.REPORT_TITLE_LENGTH.min).toBe(3)
  })
  it('equal the fixed values [CONST-03 CONST-06 CONST-07 CONST-08 CONST-09 API-ENT-31]', () => {
    expect(limits.EARLIEST_DATE_OF_BIRTH).toBe('1900-01-01')
    expect(limits.ALL_REPORT_TYPES).toEqual({ id: 0, title: 'All' })
    expect(limits.PATIENT_ID_PREFIX).toBe('ZL-')
    expect(limits.GENDERS).toEqual(['MALE', 'FEMALE', 'OTHER'])
    expect(limits.DEFAULT_PHONE_COUNTRY).toBe('ae')
    expect(limits.FILE_TYPES).toEqual(['IMAGE', 'PDF', 'JPEG', 'PNG', 'JPG'])
  })
})
