import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestAuthority } from '../../testing/seal-keys.ts'
import { openSealKey } from './open-seal-key.ts'
import { readKeyFile, type SealKeyFiles } from './read-key-file.ts'

const LAB = '7d0c2f9e-5a3b-4f62-9a54-0d6f9a6f2b11'
let folder: string

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'zelab-key-files-'))
  mkdirSync(path.join(folder, 'seals'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const write = (name: string, content: string | Buffer, mode = 0o600) => {
  writeFileSync(path.join(folder, name), content)
  chmodSync(path.join(folder, name), mode)
}

const files = (common: Partial<SealKeyFiles['common']> = {}): SealKeyFiles => ({
  ownersFolder: path.join(folder, 'seals'),
  common: {
    p12File: path.join(folder, 'seal.p12'),
    isRequired: false,
    password: undefined,
    passwordFile: undefined,
    ...common,
  },
})

const read = async (common: Partial<SealKeyFiles['common']> = {}) => {
  const file = await readKeyFile(files(common), LAB)
  return file && 'p12' in file ? { ...file, p12: Buffer.from(file.p12).toString('utf8') } : file
}

describe('the key of a laboratory', () => {
  it('comes before the common one [STAMP-38]', async () => {
    expect(await read({ password: 'common' })).toBeUndefined()
    write('seal.p12', 'common key')
    const common = { p12: 'common key', password: 'common', isOwn: false, warnings: [] }
    expect(await read({ password: 'common' })).toEqual(common)
    write('seals/another-lab.p12', 'key of another lab')
    expect(await read({ password: 'common' })).toEqual(common)
    write(`seals/${LAB}.p12`, 'own key')
    const own = { p12: 'own key', password: '', isOwn: true, warnings: [] }
    expect(await read({ password: 'common' })).toEqual(own)
    write(`seals/${LAB}.password`, 'own password\n')
    expect(await read({ password: 'common' })).toEqual({ ...own, password: 'own password' })
  })

  it('never yields to the common one when it cannot be read [STAMP-38]', async () => {
    write('seal.p12', 'common key')
    mkdirSync(path.join(folder, `seals/${LAB}.p12`))
    expect(await read()).toEqual({ problem: 'not-readable' })
  })

  it('comes from its folder only [STAMP-38]', async () => {
    for (const owner of ['../seal', 'a/b', '', '..', 'a\0b'])
      await expect(readKeyFile(files(), owner)).rejects.toThrow('is not a plain id')
  })

  it('opens with its file [STAMP-38]', async () => {
    const authority = createTestAuthority()
    try {
      authority.issue('lab', 'ECDSA P-256')
      write(`seals/${LAB}.p12`, authority.p12('lab', [], 'secret'))
      expect(await openSealKey(files(), LAB, new Date())).toEqual({ problem: 'wrong-password' })
      write(`seals/${LAB}.password`, 'secret', 0o644)
      expect(await openSealKey(files(), LAB, new Date())).toMatchObject({
        key: { kind: 'ECDSA P-256' },
        isOwn: true,
        warnings: ['password-readable-by-others'],
      })
      expect(await openSealKey(files(), 'another-lab', new Date())).toBeUndefined()
    } finally {
      authority.remove()
    }
  })
})

describe('a key file', () => {
  it('takes its password from a file, without the last line end [STAMP-38]', async () => {
    write('seal.p12', 'key')
    const passwordFile = path.join(folder, 'password')
    expect(await read({ passwordFile })).toEqual({ problem: 'password-not-readable' })
    write('password', ' two words \r\n')
    expect(await read({ passwordFile })).toMatchObject({ password: ' two words ' })
    write('password', 'x'.repeat(4097))
    expect(await read({ passwordFile })).toEqual({ problem: 'password-not-readable' })
  })

  it('gets a warning when others can read it [STAMP-38]', async () => {
    write('password', 'secret', 0o604)
    for (const mode of [0o640, 0o604, 0o620]) {
      write('seal.p12', 'key', mode)
      expect(await read({ passwordFile: path.join(folder, 'password') })).toMatchObject({
        warnings: ['p12-readable-by-others', 'password-readable-by-others'],
      })
    }
  })

  it('holds at most 1 MB [STAMP-38]', async () => {
    write('seal.p12', Buffer.alloc(1024 * 1024))
    expect(await read()).toMatchObject({ isOwn: false })
    write('seal.p12', Buffer.alloc(1024 * 1024 + 1))
    expect(await read()).toEqual({ problem: 'too-large' })
  })

  it('must exist when it is set [STAMP-38]', async () => {
    expect(await read({ isRequired: true })).toEqual({ problem: 'missing' })
  })

  it('fails without waiting when it is a pipe [STAMP-38]', async () => {
    execFileSync('mkfifo', [path.join(folder, 'seal.p12')])
    expect(await read()).toEqual({ problem: 'not-readable' })
  })
})
