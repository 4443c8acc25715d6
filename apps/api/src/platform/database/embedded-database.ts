import { EmbeddedPostgresError, findRunningServer, startEmbeddedPostgres } from '@zelab/embedded-postgres'
import type {
  EmbeddedPostgres,
  EmbeddedPostgresErrorCode,
  EmbeddedPostgresOptions,
} from '@zelab/embedded-postgres'

const APPLICATION = 'zelab'

const USE_ANOTHER_SERVER = 'To use another server, set DATABASE_URL.'

const ADVICE: Partial<Record<EmbeddedPostgresErrorCode, string>> = {
  'unsupported-platform': USE_ANOTHER_SERVER,
  'no-binaries': USE_ANOTHER_SERVER,
  'no-account': USE_ANOTHER_SERVER,
  'folder-in-use': 'DATA_DIR names the folder. To run several processes at once, set DATABASE_URL.',
  'folder-unreachable': 'DATA_DIR names the folder.',
  'folder-of-another-version':
    'The commands are "npm run backup" and "npm run restore". To keep the old version of PostgreSQL, run it ' +
    'yourself and set DATABASE_URL.',
}

export const startEmbeddedDatabase = async (
  options: Omit<EmbeddedPostgresOptions, 'application'>,
): Promise<EmbeddedPostgres> => {
  try {
    return await startEmbeddedPostgres({ ...options, application: APPLICATION })
  } catch (error) {
    const advice = error instanceof EmbeddedPostgresError && ADVICE[error.code]
    throw advice
      ? new EmbeddedPostgresError(error.code, `${error.message} ${advice}`, { cause: error })
      : error
  }
}

export const findEmbeddedDatabase = (dataDir: string): Promise<string | undefined> =>
  findRunningServer(dataDir, APPLICATION)
