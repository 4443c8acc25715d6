/** Placeholder for every missing value (AMB-51). */
export const notAvailable = 'N/A'
export const justNow = 'just now'
/** File name for a title without valid characters. */
export const unnamedReport = 'report'
export const LANGUAGE_NAMES = { en: 'English', ar: 'Arabic' } as const

export const dateAtTime = (date: string, time: string) => `${date} at ${time}`
