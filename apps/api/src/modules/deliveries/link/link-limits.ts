/** Wrong dates of birth on a patient's link: some lock it for a while, more end it. */
export const LINK_TRIES = { untilLock: 5, lockMinutes: 15, untilEnd: 10 } as const
/** Wrong dates of birth and codes from one network, on any links. */
export const LINK_TRY_LIMIT = { perAccount: 20, perAddress: 20, windowMinutes: 60, isStrict: true } as const
/** Other forms that one network sends to links. */
export const LINK_FORM_LIMIT = { perAccount: 300, perAddress: 300, windowMinutes: 15 } as const
/** The code that is mailed to a patient besides the link. */
export const LINK_CODE = { digits: 6, minutes: 10, tries: 5, perHour: 3, perDay: 9, keptHours: 24 } as const
export const LINK_SESSION_MINUTES = { idle: 15, absolute: 60 } as const
/** How often a new link to the same report is mailed on request. */
export const LINK_RENEWALS = { everyMinutes: 15, perDay: 3 } as const
/** Rows of the lists that a patient sees, and pages of them. */
export const LINK_PAGE_SIZE = 20
export const LINK_PAGES = 50
