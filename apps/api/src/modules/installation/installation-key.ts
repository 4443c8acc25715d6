import { randomBytes } from 'node:crypto'
import type { Database } from '../../platform/database/database.ts'
import { createEncryption, findSecret, saveSecret } from '../../platform/encryption.ts'
import {
  addInstallation,
  claimKey,
  findInstallation,
  knowsInstallation,
  listSealedSecrets,
} from './installation.repository.ts'

/** One of these second factors and secrets of webhooks and providers must be readable. Others may come from a process with another key. */
const TRIED_SECRETS = 100

const WRONG_KEY =
  'This process has another key than the installation: second factors and the activity log of its database belong ' +
  'to the key that was there first. Set the same SECRET_KEY for all processes, or copy secret.key from the DATA_DIR ' +
  'of the first process into that of each further one. If the first key is lost: npm run replace-key -- --lost'

const NO_KEY =
  'The key of the installation is missing: its database exists already, but DATA_DIR contains no secret.key, and ' +
  'SECRET_KEY is not set. Check that DATA_DIR is the right folder and mounted. Put back secret.key, or set ' +
  'SECRET_KEY as in the other processes. If the key is lost: npm run replace-key -- --lost'

export const fingerprintOf = (secret: Buffer) =>
  createEncryption(secret).sign(Buffer.from('zelab installation key'))

const opens = (secret: Buffer) => {
  const encryption = createEncryption(secret)
  return (sealed: Buffer) => {
    try {
      encryption.open(sealed)
      return true
    } catch {
      return false
    }
  }
}

const claim = async (database: Database, secret: Buffer): Promise<void> => {
  await addInstallation(database)
  const fingerprint = fingerprintOf(secret)
  if (!(await findInstallation(database))?.keyFingerprint) {
    const sealed = await listSealedSecrets(database, TRIED_SECRETS)
    if (sealed.length > 0 && !sealed.some(opens(secret))) throw new InstallationError(WRONG_KEY)
    await claimKey(database, fingerprint)
  }
  if (!(await findInstallation(database))?.keyFingerprint?.equals(fingerprint))
    throw new InstallationError(WRONG_KEY)
}

/** Creates a key for an empty installation if none is given. */
export const openKey = async (
  database: Database,
  { dataDir, secretKey }: { dataDir: string; secretKey: string | undefined },
): Promise<Buffer> => {
  const known = await findSecret(dataDir, secretKey)
  if (!known) {
    const isUsed = (await findInstallation(database))?.keyFingerprint
    if (isUsed || (await listSealedSecrets(database, 1)).length > 0) throw new InstallationError(NO_KEY)
  }
  const secret = known ?? randomBytes(32)
  if (!known) await saveSecret(dataDir, secret)
  await claim(database, secret)
  return secret
}

/** For commands. Stores nothing. */
export const checkKey = async (database: Database, secret: Buffer): Promise<void> => {
  if (!(await knowsInstallation(database))) return
  const fingerprint = (await findInstallation(database))?.keyFingerprint
  if (fingerprint && !fingerprint.equals(fingerprintOf(secret))) throw new InstallationError(WRONG_KEY)
}

/** The database, the key and the file storage do not belong together. The message includes the solution. */
export class InstallationError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'InstallationError'
  }
}
