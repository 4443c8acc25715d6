/** Address of a country's flag (vite-country-flags.ts puts the files there); fetched when it is shown. */
export const flagOf = (iso2: string): string => `/flags/${iso2.toUpperCase()}.svg`
