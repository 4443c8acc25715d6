import { describe, expect, it } from 'vitest'
import * as limits from './limits.ts'

describe('the limits of section 9', () => {
  it('are the lengths of the specification [CONST-01]', () => {
    expect(limits.NAME_LENGTH).toEqual({ min: 3, max: 30 })
    expect(limits.PASSWORD_LENGTH).toEqual({ min: 8, max: 16 })
    expect(limits.REMARK_LENGTH.max).toBe(100)
    expect(limits.ADDRESS_LINE_LENGTH).toEqual({ min: 3, max: 50 })
    expect(limits.CITY_LENGTH).toEqual({ min: 3, max: 30 })
    expect(limits.LAB_NAME_LENGTH.min).toBe(2)
    expect(limits.REPORT_TYPE_TITLE_LENGTH.min).toBe(2)
    expect(limits.REPORT_TITLE_LENGTH.min).toBe(3)
  })
  it('are the rows and heights of loading screens [CONST-02]', () => {
    expect(limits.REPORT_SKELETON_ROWS).toBe(5)
    expect(limits.PATIENT_SKELETON_ROWS).toBe(3)
    expect(limits.RECENT_PANEL_HEIGHT_PX).toBe(400)
  })
  it('are the fixed values [CONST-03 CONST-06 CONST-07 CONST-08 CONST-09 CONST-10 API-ENT-31]', () => {
    expect(limits.EARLIEST_DATE_OF_BIRTH).toBe('1900-01-01')
    expect(limits.ALL_REPORT_TYPES).toEqual({ id: 0, title: 'All' })
    expect(limits.PATIENT_ID_PREFIX).toBe('ZL-')
    expect(limits.GENDERS).toEqual(['MALE', 'FEMALE', 'OTHER'])
    expect(limits.DEFAULT_PHONE_COUNTRY).toBe('ae')
    expect(limits.SEARCH_DELAY_MS).toBe(500)
    expect(limits.FILE_TYPES).toEqual(['IMAGE', 'PDF', 'JPEG', 'PNG', 'JPG'])
  })
  it('are the times that data stays fresh [CACHE-01 CACHE-02 CACHE-03 CACHE-08]', () => {
    expect(limits.USERS_STALE_MS).toBe(1_440_000)
    expect(limits.LOOKUP_STALE_MS).toBe(1_440_000)
    expect(limits.REPORTS_STALE_MS).toBe(300_000)
    expect(limits.PATIENTS_STALE_MS).toBe(300_000)
  })
})
