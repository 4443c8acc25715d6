/** Shown for every missing value (AMB-51). */
export const notAvailable = 'N/A'
export const justNow = 'just now'
/** What a downloaded report is called whose title no file can have. */
export const unnamedReport = 'report'
export const LANGUAGE_NAMES = { en: 'English', ar: 'Arabic' } as const
