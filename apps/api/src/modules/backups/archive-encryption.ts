import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'
import { DamagedArchiveError } from './archive-format.ts'

/**
 * A low scrypt factor is safe, because settings require a long random passphrase. The default factor would block the
 * service for a second and take 256 MB per backup.
 */
const SCRYPT_LOG_N = 14

export const ENCRYPTED_BEGINNING = Buffer.from('age-encryption.org/')

// age and Node have different types for the same web streams, hence the casts below.
type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>

async function* buffersOf(stream: Bytes): AsyncGenerator<Buffer> {
  for await (const chunk of stream) yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
}

export async function* encrypted(plain: Readable, passphrase: string): AsyncGenerator<Buffer> {
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  encrypter.setScryptWorkFactor(SCRYPT_LOG_N)
  const stream = await encrypter.encrypt(Readable.toWeb(plain) as never)
  // The same stream with Node's types.
  yield* buffersOf(stream as unknown as Bytes)
}

/** Throws for a wrong passphrase, and at the first modified chunk. */
export async function* decrypted(sealed: Readable, passphrase: string): AsyncGenerator<Buffer> {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  const stream = await decrypter.decrypt(Readable.toWeb(sealed) as never).catch((error: unknown) => {
    const isWrongPassphrase = error instanceof Error && error.message.startsWith('no identity matched')
    throw new DamagedArchiveError(
      isWrongPassphrase
        ? 'The passphrase is wrong: BACKUP_PASSPHRASE is not the one of this backup.'
        : 'The backup is damaged: it cannot be decrypted.',
    )
  })
  // The same stream with Node's types.
  yield* buffersOf(stream as unknown as Bytes)
}
