import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const DATA_DIR = '/srv/zelab'
const sealOf = (settings: Record<string, string>) => readConfig({ DATA_DIR, ...settings }).seal
const inData = (name: string) => path.join(DATA_DIR, name)

describe('the settings of the seal', () => {
  it('default to the key in the data folder [STAMP-38]', () => {
    expect(sealOf({ SEAL_P12: '', SEAL_PASSWORD: '', TSA_URL: '' })).toEqual({
      keys: {
        ownersFolder: inData('seals'),
        common: {
          p12File: inData('seal.p12'),
          isRequired: false,
          password: undefined,
          passwordFile: undefined,
        },
      },
      tsaUrl: undefined,
    })
  })

  it('name files below the data folder or anywhere [STAMP-38]', () => {
    expect(sealOf({ SEAL_P12: 'keys/lab.p12', SEAL_PASSWORD_FILE: 'keys/password' }).keys.common).toEqual({
      p12File: inData('keys/lab.p12'),
      isRequired: true,
      password: undefined,
      passwordFile: inData('keys/password'),
    })
    expect(sealOf({ SEAL_P12: '/run/secrets/p12', SEAL_PASSWORD: 's' }).keys.common).toMatchObject({
      p12File: '/run/secrets/p12',
      password: 's',
    })
  })

  it('reject a second password [STAMP-38]', () => {
    expect(() => sealOf({ SEAL_PASSWORD: 's', SEAL_PASSWORD_FILE: 'password' })).toThrow(
      'SEAL_PASSWORD must not be set together with SEAL_PASSWORD_FILE',
    )
  })

  it.each(['https://tsa.test', 'http://tsa.test/tsr', 'http://192.0.2.7:8080/'])(
    'accept the timestamp authority %s [STAMP-36]',
    (address) => expect(sealOf({ TSA_URL: address }).tsaUrl).toBe(address),
  )

  it.each(['tsa.test', 'ftp://tsa.test', 'http://', 'https://user:secret@tsa.test', 'https://user@tsa.test'])(
    'reject the timestamp authority %s [STAMP-36]',
    (address) =>
      expect(() => sealOf({ TSA_URL: address })).toThrow('TSA_URL must be an address like https://'),
  )
})
