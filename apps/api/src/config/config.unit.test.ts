import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { findMisspelledSettings } from './read-settings.ts'

describe('the settings of the environment', () => {
  it('default to a complete configuration', () => {
    expect(readConfig({})).toMatchObject({
      port: 8080,
      appUrl: 'http://localhost:8080',
      dataDir: path.resolve('data'),
      databaseUrl: undefined,
      databaseReadUrl: undefined,
      timeZone: 'Asia/Dubai',
      isDemo: false,
    })
  })
  it('begin the links of patients with PUBLIC_URL, or with APP_URL', () => {
    expect(readConfig({ APP_URL: 'https://lab.test/' }).publicUrl).toBe('https://lab.test')
    expect(readConfig({ APP_URL: 'https://lab.test', PUBLIC_URL: 'https://r.lab.test/' })).toMatchObject({
      appUrl: 'https://lab.test',
      publicUrl: 'https://r.lab.test',
    })
  })
  it('take origins as addresses, and a sender that mail servers accept [OPS-14]', () => {
    for (const address of [
      'https://lab.test/reports',
      'https://lab.test?x=1',
      'https://lab.test/#a',
      'https://u:p@lab.test',
    ])
      for (const name of ['APP_URL', 'PUBLIC_URL'])
        expect(() => readConfig({ [name]: address })).toThrow(`${name} must be an address without a path`)
    for (const sender of ['Lab', 'Lab <reports>', 'a@b, c@d', 'Lab <a@b> x'])
      expect(() => readConfig({ MAIL_FROM: sender })).toThrow('MAIL_FROM must be an address')
    for (const sender of ['reports@lab.test', 'Al Noor Lab <reports@lab.test>', '"Lab, East" <a@lab.test>'])
      expect(readConfig({ MAIL_FROM: sender }).mailFrom).toBe(sender)
  })
  it('use a separate folder for demo data', () => {
    expect(readConfig({ DEMO: '1', DATA_DIR: '/srv/zelab' }).dataDir).toBe('/srv/zelab/demo')
  })
  it('open the demo to this machine only, unless HOST is set [RULE-41]', () => {
    expect(readConfig({}).host).toBe('0.0.0.0')
    expect(readConfig({ DEMO: '1' }).host).toBe('127.0.0.1')
    expect(readConfig({ DEMO: '1', HOST: '0.0.0.0' }).host).toBe('0.0.0.0')
  })
  it('accept INBOX_DIR only when it is an existing folder [INBOX-44]', () => {
    expect(readConfig({ INBOX_DIR: import.meta.dirname }).folders).toEqual({
      root: import.meta.dirname,
      pollSeconds: 10,
      steadySeconds: 30,
    })
    expect(readConfig({ INBOX_DIR: '' }).folders.root).toBeUndefined()
    for (const folder of ['/nowhere', import.meta.filename])
      expect(() => readConfig({ INBOX_DIR: folder })).toThrow('INBOX_DIR must be an existing folder')
  })
  it('get suggestions for names that resemble one [PACK-05]', () => {
    const meant = { SMTP_URI: 'SMTP_URL', BACKUPDIR: 'BACKUP_DIR', database_url: 'DATABASE_URL' }
    for (const [name, setting] of Object.entries(meant))
      expect(findMisspelledSettings([name])).toEqual([
        `${name} is not a setting and is ignored. Did you mean ${setting}?`,
      ])
    const others = ['SMTP_URL', 'HOME', 'PATH', 'DATABASE_PASSWORD', 'npm_config_cache', 'TZ', 'POST']
    expect(findMisspelledSettings(others)).toEqual([])
  })
  it('get suggestions for the names of other products [PACK-05]', () => {
    expect(findMisspelledSettings(['SMTP_HOST', 'POSTGRES_URL'])).toEqual([
      'SMTP_HOST is not a setting and is ignored. Did you mean SMTP_URL?',
      'POSTGRES_URL is not a setting and is ignored. Did you mean DATABASE_URL?',
    ])
  })
  it.each([
    ['SMTP_URL', 'smtp://'],
    ['MAIL_FROM', 'Lab\r\nBcc: all@example.com <lab@example.com>'],
    ['WEB_ORIGINS', 'https://a.example.com, not a url'],
    ['BACKUP_SCHEDULE', '0 0 31 2 *'],
    ['BACKUP_DIR', 'data/files/backups'],
    ['STORAGE_URL', 's3://reports/%zz'],
    ['STORAGE_URL', 'file://host/files'],
    ['S3_ACCESS_KEY_ID', 'key'],
  ])('refuse a value that would not work: %s [OPS-16]', (name, value) => {
    expect(() =>
      readConfig({ S3_SECRET_ACCESS_KEY: name === 'S3_ACCESS_KEY_ID' ? 'secret' : '', [name]: value }),
    ).toThrow(`- ${name} must`)
  })
  it('treat an empty value as not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '', APP_URL: '' }).port).toBe(8080)
  })
  it.each([
    ['DATABASE_OWNER_URL', 'x'],
    ['DATABASE_READ_URL', 'x'],
    ['SECRET_KEY', ' '.repeat(40)],
    ['BACKUP_PASSPHRASE', ' '.repeat(40)],
    ['METRICS_TOKEN', ' '.repeat(40)],
    ['OUTBOUND_NETWORKS', '10.0.0.0/8, 0.0.0.0/0'],
    ['OUTBOUND_NETWORKS', '::/0'],
  ])('refuse %s=%s in a sentence [OPS-70]', (name, value) => {
    const databases = { DATABASE_URL: 'postgresql://app:secret@db.example.com/zelab' }
    expect(() => readConfig({ ...databases, [name]: value })).toThrow(ConfigError)
    expect(() => readConfig({ ...databases, [name]: value })).toThrow(`- ${name} must`)
  })
  it('stop startup with one line per invalid setting', () => {
    const wrong = {
      PORT: '80a',
      APP_URL: 'reports.example.com',
      PUBLIC_URL: 'reports.example.com',
      DATABASE_URL: 'mysql://x',
      DATABASE_READ_URL: 'mysql://x',
      TIME_ZONE: 'Mars/Base',
      LOG_LEVEL: 'loud',
      SMTP_URL: 'http://mail',
      CLAMD_URL: 'http://scanner',
      DATABASE_SSL: 'maybe',
      DATABASE_SSL_CA: '/nowhere/ca.pem',
      STORAGE_URL: 'ftp://files',
      S3_ENDPOINT: 'minio:9000',
      S3_PATH_STYLE: 'yes',
      INBOX_DIR: '/nowhere',
      INBOX_POLL_SECONDS: '0',
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

describe('the settings of the SMS gateway', () => {
  const SMS_URL = 'https://sms.test/messages'
  const SMS_BODY = '{"to":"{to}","text":"{text}"}'
  const smsOf = (settings: Record<string, string>) => readConfig({ SMS_URL, SMS_BODY, ...settings }).sms

  it('default to no gateway, and need every required part [SMS-01]', () => {
    expect(readConfig({}).sms).toEqual({ gateway: undefined, receiptSecret: undefined })
    const secret = 'x'.repeat(32)
    const body = '{"to":"{to}","text":"{text}","id":"{id}"}'
    expect(
      smsOf({ SMS_HEADERS: '{"Authorization":"Bearer a"}', SMS_BODY: body, SMS_RECEIPT_SECRET: secret }),
    ).toEqual({
      gateway: { url: SMS_URL, headers: { Authorization: 'Bearer a' }, body },
      receiptSecret: secret,
    })
    expect(() => readConfig({ SMS_URL })).toThrow('SMS_BODY must be set together with SMS_URL')
    for (const [name, value] of [
      ['SMS_BODY', SMS_BODY],
      ['SMS_HEADERS', '{}'],
      ['SMS_SUCCESS', 'accepted'],
      ['SMS_RECEIPT_SECRET', secret],
    ] as const)
      expect(() => readConfig({ [name]: value })).toThrow(`${name} must not be set without SMS_URL`)
  })

  it.each(['http://localhost:9000/', 'http://127.0.0.1/sms', 'http://[::1]:9000/', 'https://sms.test'])(
    'accept the address %s [SMS-01]',
    (address) => expect(smsOf({ SMS_URL: address }).gateway?.url).toBe(address),
  )

  it.each(['http://sms.test/', 'http://127.0.0.1.sms.test/', 'ftp://sms.test', 'sms.test', 'https://'])(
    'reject the address %s [SMS-01]',
    (address) =>
      expect(() => smsOf({ SMS_URL: address })).toThrow('SMS_URL must be an address like https://'),
  )

  it.each([
    '[]',
    '{',
    '"a"',
    '{"a b":"c"}',
    '{"a":"b\\nc"}',
    '{"a":1}',
    '{"Host":"x"}',
    '{"Content-Length":"1"}',
  ])('reject the headers %s [SMS-01]', (headers) =>
    expect(() => smsOf({ SMS_HEADERS: headers })).toThrow('SMS_HEADERS must be a JSON object'),
  )

  it('take a text of success of one line [SMS-24]', () => {
    expect(smsOf({ SMS_SUCCESS: '"status":"ok"' }).gateway?.success).toBe('"status":"ok"')
    for (const text of ['x', 'ok\nok', 'x'.repeat(201)])
      expect(() => smsOf({ SMS_SUCCESS: text })).toThrow('SMS_SUCCESS must be a text of 2 to 200 characters')
  })

  it('reject a body that cannot be filled in [SMS-01]', () => {
    const form = '{"content-type":"application/x-www-form-urlencoded; charset=utf-8"}'
    const body = 'to={to}&text={text}'
    expect(smsOf({ SMS_HEADERS: form, SMS_BODY: body }).gateway?.body).toBe(body)
    expect(() => smsOf({ SMS_BODY: body })).toThrow('SMS_BODY must be JSON')
    expect(() => smsOf({ SMS_BODY: '{"to":{to},"text":"{text}"}' })).toThrow('SMS_BODY must be JSON')
    expect(() => smsOf({ SMS_BODY: '{"text":"{text}"}' })).toThrow('SMS_BODY must contain {to} and {text}')
    expect(() => smsOf({ SMS_HEADERS: '{"Content-Type":"text/xml"}' })).toThrow(
      'SMS_HEADERS must have a Content-Type',
    )
    expect(() => smsOf({ SMS_RECEIPT_SECRET: 'x'.repeat(32) })).toThrow('SMS_BODY must contain {id}')
    expect(() => smsOf({ SMS_RECEIPT_SECRET: 'short' })).toThrow('SMS_RECEIPT_SECRET must have at least 32')
  })
})

describe('the trusted proxies', () => {
  it.each([
    ['', false],
    ['false', false],
    ['true', 1],
    ['2', 2],
    ['10.0.0.2', ['10.0.0.2']],
    ['10.0.0.2, 10.1.0.0/16,fd00::/8', ['10.0.0.2', '10.1.0.0/16', 'fd00::/8']],
  ])('accept the list "%s" [SAFE-24]', (text, expected) =>
    expect(readConfig({ TRUST_PROXY: text }).trustProxy).toEqual(expected),
  )

  it.each([
    '0',
    '10',
    '-1',
    'yes',
    '10.0.0',
    '10.0.0.0/33',
    'fd00::/129',
    '10.0.0.1/8/8',
    '0.0.0.0/x',
    'proxy.local',
  ])('reject the list "%s" [SAFE-24]', (text) =>
    expect(() => readConfig({ TRUST_PROXY: text })).toThrow(
      'TRUST_PROXY must be false, the number of proxies',
    ),
  )
})
