import { formatCount } from './format.ts'

/** "1 row", "1,203 rows", "2 people were". Of English, for the catalogues; another language counts in its own way. */
export const pluralize = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`
