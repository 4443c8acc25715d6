import path from 'node:path'
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, createHash } from 'node:crypto'
import { mkdir, open, readFile, rename } from 'node:fs/promises'

export interface Encryption {
  seal(text: string): Buffer
  open(sealed: Buffer): string
  sign(content: Buffer): Buffer
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

const derive = (secret: Buffer, purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))

export const createEncryption = (secret: Buffer): Encryption => {
  const sealingKey = derive(secret, 'zelab sealing')
  const signingKey = derive(secret, 'zelab signing')
  return {
    seal(text) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', sealingKey, nonce)
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    },
    open(sealed) {
      const decipher = createDecipheriv('aes-256-gcm', sealingKey, sealed.subarray(0, NONCE_BYTES))
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
      const text = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES))
      return Buffer.concat([text, decipher.final()]).toString('utf8')
    },
    sign: (content) => createHmac('sha256', signingKey).update(content).digest(),
  }
}

/** Opens a sealed text of an address; undefined for anything else. */
export const openInAddress = ({ open }: Pick<Encryption, 'open'>, text: string): string | undefined => {
  const sealed = Buffer.from(text, 'base64url')
  try {
    return sealed.toString('base64url') === text ? open(sealed) : undefined
  } catch {
    return undefined
  }
}

const fileOf = (dataDir: string) => path.join(dataDir, 'secret.key')

/** SECRET_KEY if set, else the file `secret.key` in the data folder. */
export const findSecret = async (
  dataDir: string,
  fromSettings: string | undefined,
): Promise<Buffer | undefined> => {
  if (fromSettings) return Buffer.from(fromSettings, 'utf8')
  const known = await readFile(fileOf(dataDir)).catch(() => undefined)
  return known && known.length >= 32 ? known : undefined
}

export const saveSecret = async (dataDir: string, secret: Buffer): Promise<void> => {
  const file = fileOf(dataDir)
  await mkdir(dataDir, { recursive: true })
  const draft = await open(`${file}.new`, 'w', 0o600)
  await draft.writeFile(secret)
  await draft.sync()
  await draft.close()
  await rename(`${file}.new`, file)
}

export const newSecretToken = (): string => randomBytes(32).toString('base64url')

/** Hashed, so that reading the database does not reveal tokens. */
export const hashSecretToken = (token: string): Buffer => createHash('sha256').update(token).digest()
