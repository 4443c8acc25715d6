import { EmbeddedPostgresError } from '@zelab/embedded-postgres'
import { ConfigError } from '../config/config.ts'
import { InstallationError } from '../modules/installation/installation-key.ts'
import { DatabaseUnavailableError, sqlState } from '../platform/database/database.ts'
import { DatabaseLoginError } from '../platform/database/application-role.ts'
import { MigrationError } from '../platform/database/migrate.ts'
import { isDiskFull } from '../platform/disk-space.ts'

const READABLE_ERRORS = [
  ConfigError,
  MigrationError,
  DatabaseLoginError,
  EmbeddedPostgresError,
  InstallationError,
]

/** Descriptions of system errors; `%` is the file or folder. */
const SYSTEM_ERRORS: Record<string, string> = {
  EACCES: 'This account may not use %. Change its owner or its permissions, or set another place.',
  EPERM: 'This account may not use %. Change its owner or its permissions, or set another place.',
  EROFS: '% is on a file system that is mounted read-only.',
  ENOENT: '% cannot be created: its parent folder does not exist or allows no folders.',
  ENOTDIR: '% cannot be used: a part of its path is a file.',
  EEXIST: '% cannot be used: it is not a folder.',
  EADDRNOTAVAIL: 'The address to listen on does not belong to this machine. Check HOST and HL7_HOST.',
  ENOTFOUND: 'The host to listen on cannot be found. Check HOST and HL7_HOST.',
  EAI_AGAIN: 'The host to listen on cannot be found. Check HOST and HL7_HOST.',
  EMFILE: 'Too many files are open. Raise the limit of open files (ulimit -n).',
}

const describeDatabase = (cause: Error) =>
  sqlState(cause)
    ? `The database refused the connection: ${cause.message}. Check the user, the password and the database in DATABASE_URL.`
    : `The database does not answer: ${cause.message}. Please check DATABASE_URL and the server.`

export const describeStartFailure = (error: unknown): string => {
  if (error instanceof DatabaseUnavailableError) return describeDatabase(error.cause as Error)
  if (isDiskFull(error)) return 'A disk is full. Free some space and start again.'
  const { code, path: place } = error as NodeJS.ErrnoException
  const sentence = code && SYSTEM_ERRORS[code]
  if (sentence) return `${sentence.replace('%', place ?? 'A file or folder')} (${(error as Error).message})`
  const isReadable = READABLE_ERRORS.some((kind) => error instanceof kind)
  return isReadable ? (error as Error).message : String((error as Error).stack)
}
