/** The language of the catalogues, and how dates and numbers are written. */
export const LOCALE = 'en-US'
