import { expect, it } from 'vitest'
import { hashPassword, isPassword } from './password-hasher.ts'

it('stores a salted Argon2id hash of 19 MiB and two passes', async () => {
  const hashes = [await hashPassword('Secret@123'), await hashPassword('Secret@123')]
  for (const hash of hashes) {
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await isPassword(hash, 'Secret@123')).toBe(true)
    expect(await isPassword(hash, 'secret@123')).toBe(false)
  }
  expect(hashes[0]).not.toBe(hashes[1])
})
