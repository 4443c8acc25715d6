export const LINK_TRIES = { untilLock: 5, lockMinutes: 15, untilEnd: 10 } as const
export const LINK_TRY_LIMIT = { perAccount: 20, perAddress: 20, windowMinutes: 60, isStrict: true } as const
export const LINK_FORM_LIMIT = { perAccount: 300, perAddress: 300, windowMinutes: 15 } as const
export const LINK_CODE = { digits: 6, minutes: 10, tries: 5, perHour: 3, perDay: 9, keptHours: 24 } as const
export const LINK_SESSION_MINUTES = { idle: 15, absolute: 60 } as const
export const LINK_RENEWALS = { everyMinutes: 15, perDay: 3 } as const
export const LINK_PAGE_SIZE = 20
export const LINK_PAGES = 50
