import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

describe('the settings of the environment', () => {
  it('have defaults for everything', () => {
    expect(readConfig({})).toMatchObject({
      port: 8080,
      appUrl: 'http://localhost:8080',
      dataDir: path.resolve('data'),
      databaseUrl: undefined,
      timeZone: 'Asia/Dubai',
      isDemo: false,
    })
  })
  it('keep demo data apart', () => {
    expect(readConfig({ DEMO: '1', DATA_DIR: '/srv/zelab' }).dataDir).toBe('/srv/zelab/demo')
  })
  it('take an empty value as not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '', APP_URL: '' }).port).toBe(8080)
  })
  it('stop the start with one line for each that is wrong', () => {
    const wrong = {
      PORT: '80a',
      APP_URL: 'reports.example.com',
      DATABASE_URL: 'mysql://x',
      TIME_ZONE: 'Mars/Base',
      LOG_LEVEL: 'loud',
      SMTP_URL: 'http://mail',
      CLAMD_URL: 'http://scanner',
    }
    try {
      readConfig(wrong)
      expect.unreachable()
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError)
      for (const name of Object.keys(wrong)) expect((error as Error).message).toContain(`- ${name} must be`)
    }
  })
})
