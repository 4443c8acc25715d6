import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

describe('the settings of the file storage', () => {
  const storageOf = (settings: Record<string, string>) =>
    readConfig({ DATA_DIR: '/srv/zelab', ...settings }).storage

  it('name a folder', () => {
    expect(storageOf({})).toEqual({ kind: 'disk', folder: '/srv/zelab/files' })
    expect(storageOf({ STORAGE_URL: 'file:///mnt/my%20files' })).toEqual({
      kind: 'disk',
      folder: '/mnt/my files',
    })
    expect(storageOf({ STORAGE_URL: 'file:/mnt/files' })).toEqual({ kind: 'disk', folder: '/mnt/files' })
    expect(storageOf({ STORAGE_URL: 'file:files' })).toEqual({ kind: 'disk', folder: path.resolve('files') })
  })

  it('name a bucket, at Amazon or elsewhere', () => {
    expect(storageOf({ STORAGE_URL: 's3://reports', S3_REGION: 'me-central-1' })).toEqual({
      kind: 's3',
      incomingFolder: '/srv/zelab/incoming',
      bucket: 'reports',
      prefix: '',
      endpoint: undefined,
      region: 'me-central-1',
      isPathStyle: false,
      credentials: undefined,
    })
    const elsewhere = {
      STORAGE_URL: 's3://reports/city/lab/',
      S3_ENDPOINT: 'https://storage.example.com',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    }
    expect(storageOf(elsewhere)).toMatchObject({
      prefix: 'city/lab/',
      endpoint: 'https://storage.example.com',
      isPathStyle: true,
      credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
    })
    expect(storageOf({ ...elsewhere, S3_PATH_STYLE: 'false' })).toMatchObject({ isPathStyle: false })
  })

  it('reject incomplete credentials', () => {
    expect(() => storageOf({ STORAGE_URL: 's3://reports', S3_ACCESS_KEY_ID: 'key' })).toThrow(
      'S3_ACCESS_KEY_ID must be set together with S3_SECRET_ACCESS_KEY',
    )
  })
})

const DATABASE_URL = 'postgresql://zelab:secret@db.example.com/zelab'

describe('the users of the database', () => {
  const production = { NODE_ENV: 'production', DATABASE_URL }
  const DATABASE_OWNER_URL = 'postgresql://owner:secret@db.example.com/zelab'

  it('differ in production, unless the operator allows one [OPS-15]', () => {
    expect(readConfig({ ...production, DATABASE_OWNER_URL })).toMatchObject({
      databaseUrl: DATABASE_URL,
      databaseOwnerUrl: DATABASE_OWNER_URL,
    })
    expect(readConfig({ ...production, DATABASE_SINGLE_LOGIN: 'true' }).databaseOwnerUrl).toBe(DATABASE_URL)
    expect(readConfig({ DATABASE_URL }).databaseOwnerUrl).toBe(DATABASE_URL)
    expect(() => readConfig(production)).toThrow('DATABASE_OWNER_URL must be set')
    for (const [ownerUrl, problem] of [
      [DATABASE_URL, 'another user'],
      [`${DATABASE_OWNER_URL}2`, 'the database of DATABASE_URL'],
    ] as const)
      expect(() => readConfig({ ...production, DATABASE_OWNER_URL: ownerUrl })).toThrow(problem)
    expect(() => readConfig({ DATABASE_OWNER_URL })).toThrow('must not be set without DATABASE_URL')
  })
})

describe('the TLS settings of the database', () => {
  const DATABASE_SSL_CA = fileURLToPath(import.meta.url)
  const addressOf = (settings: Record<string, string>) =>
    readConfig({ DATABASE_URL, ...settings }).databaseUrl

  it('become part of the connection string in the format of the driver', () => {
    expect(addressOf({})).toBe(DATABASE_URL)
    expect(addressOf({ DATABASE_SSL: 'disable' })).toBe(`${DATABASE_URL}?sslmode=disable`)
    expect(addressOf({ DATABASE_SSL: 'require' })).toBe(`${DATABASE_URL}?sslmode=no-verify`)
    const verified = `${DATABASE_URL}?sslmode=verify-full&sslrootcert=${encodeURIComponent(DATABASE_SSL_CA)}`
    expect(addressOf({ DATABASE_SSL: 'verify-full', DATABASE_SSL_CA })).toBe(verified)
    expect(addressOf({ DATABASE_SSL_CA })).toBe(verified)
  })

  it('apply to the replica too, which requires an external database [READ-06]', () => {
    const DATABASE_READ_URL = 'postgresql://zelab:secret@replica.example.com/zelab'
    const readUrlOf = (settings: Record<string, string>) =>
      readConfig({ DATABASE_URL, DATABASE_READ_URL, ...settings }).databaseReadUrl
    expect(readUrlOf({})).toBe(DATABASE_READ_URL)
    expect(readUrlOf({ DATABASE_SSL: 'require' })).toBe(`${DATABASE_READ_URL}?sslmode=no-verify`)
    expect(readUrlOf({ DATABASE_READ_URL: '' })).toBeUndefined()
    expect(() => readConfig({ DATABASE_READ_URL })).toThrow(
      'DATABASE_READ_URL must not be set without DATABASE_URL',
    )
    expect(() =>
      readUrlOf({ DATABASE_SSL: 'require', DATABASE_READ_URL: `${DATABASE_READ_URL}?ssl=true` }),
    ).toThrow('must not be set when DATABASE_READ_URL says sslmode itself')
  })

  it('must be unambiguous and take effect', () => {
    expect(() => addressOf({ DATABASE_SSL: 'require', DATABASE_SSL_CA })).toThrow('must be verify-full')
    expect(() =>
      addressOf({ DATABASE_SSL: 'require', DATABASE_URL: `${DATABASE_URL}?sslmode=disable` }),
    ).toThrow('must not be set when DATABASE_URL says sslmode itself')
    expect(() => readConfig({ DATABASE_SSL: 'require' })).toThrow('must not be set without DATABASE_URL')
  })
})
