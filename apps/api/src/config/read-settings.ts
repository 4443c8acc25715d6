import { readConfig, SETTING_NAMES, type Config } from './config.ts'
import { editDistance } from '../core/edit-distance.ts'

/** Shorter names resemble too many others, such as HOST and HOME. */
const SHORTEST_NAME = 6
const MOST_EDITS = 2

/** Names that other products use. */
const OTHER_NAMES: Record<string, string> = {
  SMTP_HOST: 'SMTP_URL',
  SMTP_SERVER: 'SMTP_URL',
  MAIL_HOST: 'SMTP_URL',
  POSTGRES_URL: 'DATABASE_URL',
  DB_URL: 'DATABASE_URL',
  PG_URL: 'DATABASE_URL',
  S3_BUCKET: 'STORAGE_URL',
}

/** One line per environment variable that resembles a setting, such as SMTP_URI. */
export const findMisspelledSettings = (names: string[]): string[] => {
  const settings = SETTING_NAMES.filter((name) => name.length >= SHORTEST_NAME)
  return names
    .filter((name) => name.length >= SHORTEST_NAME && !SETTING_NAMES.includes(name))
    .flatMap((name) => {
      const [closest] = settings
        .map((setting) => ({ setting, edits: editDistance(name.toUpperCase(), setting) }))
        .filter(({ edits }) => edits <= MOST_EDITS)
        .sort((one, other) => one.edits - other.edits)
      const meant = OTHER_NAMES[name.toUpperCase()] ?? closest?.setting
      return meant ? `${name} is not a setting and is ignored. Did you mean ${meant}?` : []
    })
}

export const readSettings = (): Config => {
  for (const line of findMisspelledSettings(Object.keys(process.env))) process.stderr.write(`${line}\n`)
  return readConfig(process.env)
}
