import { describe, expect, it } from 'vitest'
import * as limits from './limits.ts'

describe('the limits of section 9 that only screens have', () => {
  it('include the rows and heights of loading screens [CONST-02]', () => {
    expect(limits.REPORT_SKELETON_ROWS).toBe(5)
    expect(limits.PATIENT_SKELETON_ROWS).toBe(3)
    expect(limits.RECENT_PANEL_HEIGHT_PX).toBe(400)
  })
  it('include the delay of a search [CONST-10]', () => {
    expect(limits.SEARCH_DELAY_MS).toBe(500)
  })
  it('include the times that data stays fresh [CACHE-01 CACHE-02 CACHE-03 CACHE-08]', () => {
    expect(limits.USERS_STALE_MS).toBe(1_440_000)
    expect(limits.LOOKUP_STALE_MS).toBe(1_440_000)
    expect(limits.REPORTS_STALE_MS).toBe(300_000)
    expect(limits.PATIENTS_STALE_MS).toBe(300_000)
  })
})
