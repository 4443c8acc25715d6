/** Limits of section 9 that only the client needs. */

const MINUTE = 60_000
export const SEARCH_DELAY_MS = 500
/** 24 minutes: the specification says 1000*60*24 ms (AMB-80). */
export const LOOKUP_STALE_MS = 1000 * 60 * 24
export const USERS_STALE_MS = 1000 * 60 * 24
export const REPORTS_STALE_MS = 5 * MINUTE
export const PATIENTS_STALE_MS = 5 * MINUTE
export const REPORT_SKELETON_ROWS = 5
export const PATIENT_SKELETON_ROWS = 3
export const RECENT_PANEL_HEIGHT_PX = 400
export const SIDEBAR_COOKIE = 'sidebar:state'
export const SIDEBAR_COOKIE_MAX_AGE_S = 604_800
/** Collapsed by default in narrower windows. */
export const SIDEBAR_EXPANDED_FROM_PX = 1200
export const SIDEBAR_WIDTH = { expanded: '16rem', mobile: '18rem', icon: '3rem' } as const
export const MOBILE_BREAKPOINT_PX = 768
export const TOOLTIP_DELAY_MS = 700
export const TOOLTIP_SKIP_DELAY_MS = 300
export const TOAST_LIMIT = 3
export const TOAST_MS = 5000
/** Long enough to reach the action by keyboard or voice. */
export const ACTION_TOAST_MS = 30_000
export const PATIENT_TOAST_MS = 1500
/** Countdown before the idle limit ends a session. */
export const IDLE_WARNING_SECONDS = 120
