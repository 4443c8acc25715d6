import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'
import { DamagedArchiveError } from './archive-format.ts'

/**
 * The passphrase is a long random one (the settings see to that), so it need not be made slow to guess; at the usual
 * factor every backup would hold up the service for a second and take 256 MB.
 */
const SCRYPT_LOG_N = 14

export const ENCRYPTED_BEGINNING = Buffer.from('age-encryption.org/')

type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>

async function* buffersOf(stream: Bytes): AsyncGenerator<Buffer> {
  for await (const chunk of stream) yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
}

/** The stream as `age --decrypt` reads it, with a passphrase. */
export async function* encrypted(plain: Readable, passphrase: string): AsyncGenerator<Buffer> {
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  encrypter.setScryptWorkFactor(SCRYPT_LOG_N)
  const stream = await encrypter.encrypt(Readable.toWeb(plain) as never)
  yield* buffersOf(stream as unknown as Bytes)
}

/** Throws when the passphrase is another one, and at the first piece that is not as it was written. */
export async function* decrypted(sealed: Readable, passphrase: string): AsyncGenerator<Buffer> {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  const stream = await decrypter.decrypt(Readable.toWeb(sealed) as never).catch((error: unknown) => {
    // What age says when it could read the header, and the passphrase opens none of it.
    const isWrongPassphrase = error instanceof Error && error.message.startsWith('no identity matched')
    throw isWrongPassphrase
      ? new DamagedArchiveError('The passphrase is wrong: BACKUP_PASSPHRASE is not the one of this backup.')
      : error
  })
  yield* buffersOf(stream as unknown as Bytes)
}
