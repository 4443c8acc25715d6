import { describe, expect, it, vi } from 'vitest'
import { startTestApp, TEST_TIME_ZONE, useTestApp } from '../../testing/test-app.ts'
import { registerPatient } from '../../testing/test-records.ts'
import { WAIT_MS } from '../../../../../test-limits.ts'

const app = await useTestApp()
const admin = await app.signedIn('Admin')

const GENERAL = {
  supportEmail: null,
  supportPhone: null,
  supportHours: null,
  uploadLimitMb: 10,
  retentionYears: 25,
  productName: 'Zelab',
  logoAddress: null,
  timeZone: TEST_TIME_ZONE,
  country: 'AE',
  dateOrder: 'dmy',
  defaultPageSize: 10,
}
const SECURITY = {
  idleMinutes: 60,
  absoluteHours: 12,
  secondFactorRoles: [],
  signInAttempts: 10,
  signInAttemptsPerAddress: 100,
  signInWindowMinutes: 15,
}

const saveGeneral = (changes: object) => admin.put('/settings/general', { uploadLimitMb: 10, ...changes })
const saveSecurity = (changes: object) =>
  admin.put('/settings/security', { idleMinutes: 60, absoluteHours: 12, ...changes })

describe('general settings', () => {
  it('store the support contact and the upload limit', async () => {
    const saved = await saveGeneral({
      supportEmail: 'help@zelab.test',
      supportPhone: '+971 4 123 4567',
      supportHours: 'Sunday to Thursday, 8 to 17',
      uploadLimitMb: '25',
    })
    expect(saved.status).toBe(200)
    const expected = {
      ...GENERAL,
      supportEmail: 'help@zelab.test',
      supportPhone: '+97141234567',
      supportHours: 'Sunday to Thursday, 8 to 17',
      uploadLimitMb: 25,
    }
    expect(saved.body.data).toMatchObject(expected)
    expect((await admin.get('/settings/general')).body.data).toMatchObject(expected)
    const receptionist = await app.signedIn('Receptionist')
    const contact = (await receptionist.get('/settings/contact')).body.data
    expect(contact).toEqual({
      ...expected,
      admins: expect.arrayContaining([{ fullName: expect.any(String), email: admin.user.email }]),
    })
    await saveGeneral({ supportEmail: '', supportPhone: null, supportHours: ' ' })
  })

  it('store product name, time zone and page size, and leave omitted fields unchanged [INSTALL-08]', async () => {
    const changed = {
      productName: 'Harbour Labs',
      timeZone: 'Europe/Berlin',
      dateOrder: 'mdy',
      defaultPageSize: 20,
    }
    expect((await saveGeneral({ ...changed, defaultPageSize: '20' })).body.data).toMatchObject({
      ...GENERAL,
      ...changed,
    })
    expect((await saveGeneral({ uploadLimitMb: 30 })).body.data).toMatchObject({
      ...GENERAL,
      ...changed,
      uploadLimitMb: 30,
    })
    expect((await app.client().get('/settings/brand')).body.data).toEqual({
      productName: 'Harbour Labs',
      logoAddress: null,
    })
    await saveGeneral({
      productName: 'Zelab',
      timeZone: TEST_TIME_ZONE,
      dateOrder: 'dmy',
      defaultPageSize: 10,
    })
  })

  it('collapse a product name into one line', async () => {
    const saved = await saveGeneral({ productName: '  Harbour   Labs ' })
    expect(saved.body.data.productName).toBe('Harbour Labs')
    await saveGeneral({ productName: 'Zelab' })
  })

  it('reject invalid values, each at its field [INSTALL-08]', async () => {
    for (const [field, value, message] of [
      ['productName', 'X', 'Product name must be at least 2 characters'],
      ['productName', 'x'.repeat(41), 'Product name must not exceed 40 characters'],
      ['timeZone', 'Moon/Crater', 'Please choose a time zone'],
      ['timeZone', '+05:30', 'Please choose a time zone'],
      ['timeZone', '', 'Please choose a time zone'],
      ['defaultPageSize', 15, 'This value is not valid'],
      ['dateOrder', 'myd', 'This value is not valid'],
      ['supportEmail', 'help@', 'Please enter a valid email address'],
      ['uploadLimitMb', 101, 'Please enter a whole number of megabytes from 1 to 100'],
      ['uploadLimitMb', 0, 'Please enter a whole number of megabytes from 1 to 100'],
    ] as const) {
      const response = await saveGeneral({ [field]: value })
      expect(response.status, `${field} ${value}`).toBe(400)
      expect(response.body.errors).toEqual([{ path: field, message }])
    }
    expect((await admin.get('/settings/general')).body.data).toMatchObject(GENERAL)
  })

  it('accept every zone that a browser offers', async () => {
    const unknown = await app.database.query(
      `select zone from unnest($1::text[]) as zone
        where lower(zone) not in (select lower(name) from pg_timezone_names)`,
      [Intl.supportedValuesOf('timeZone')],
    )
    expect(unknown).toEqual([])
  })
})

describe('security settings', () => {
  it('store the session limits, which apply to running sessions', async () => {
    const doctor = await app.signedIn('Doctor')
    expect((await admin.get('/settings/security')).body.data).toMatchObject(SECURITY)
    await app.database.query(
      "update sessions set last_seen_at = now() - interval '20 minutes' where user_id = $1",
      [doctor.user.id],
    )
    await saveSecurity({ idleMinutes: 15 })
    expect((await doctor.get('/user/dashboard')).status).toBe(401)
    await saveSecurity({})
  })

  it('store the sign-in rate limit, and leave it unchanged when omitted [INSTALL-08]', async () => {
    const rateLimiter = { signInAttempts: 5, signInAttemptsPerAddress: 50, signInWindowMinutes: 30 }
    expect((await saveSecurity(rateLimiter)).body.data).toMatchObject({ ...SECURITY, ...rateLimiter })
    expect((await saveSecurity({})).body.data).toMatchObject({ ...SECURITY, ...rateLimiter })
    await saveSecurity({ signInAttempts: 10, signInAttemptsPerAddress: 100, signInWindowMinutes: 15 })
  })

  it('reject numbers out of bounds [INSTALL-08]', async () => {
    for (const changes of [
      { idleMinutes: 4 },
      { idleMinutes: 721 },
      { idleMinutes: 'soon' },
      { idleMinutes: 10.5 },
      { absoluteHours: 0 },
      { absoluteHours: 169 },
      { signInAttempts: 2 },
      { signInAttempts: 101 },
      { signInAttemptsPerAddress: 9 },
      { signInAttemptsPerAddress: 10_001 },
      { signInWindowMinutes: 0 },
      { signInWindowMinutes: 1441 },
    ])
      expect((await saveSecurity(changes)).status, JSON.stringify(changes)).toBe(400)
    expect((await admin.get('/settings/security')).body.data).toMatchObject(SECURITY)
  })
})

describe('time zone', () => {
  it('defines the start of days and weeks for filters, counters and the activity log [INSTALL-04]', async () => {
    const receptionist = await app.signedIn('Receptionist')
    const id = await registerPatient(receptionist)
    // 21:30 in Berlin, and already the next day in Dubai.
    await app.database.query("update patients set created_at = '2026-01-18T20:30:00Z' where id = $1", [id])
    const registeredOn = async (date: string) =>
      (await receptionist.get(`/patient/getAll?fromDate=${date}&toDate=${date}`)).body.pagination.totalItems
    expect([await registeredOn('2026-01-18'), await registeredOn('2026-01-19')]).toEqual([0, 1])
    const onRecordOn = async (date: string) =>
      (await admin.get(`/activity/getAll?action=lab.create&fromDate=${date}&toDate=${date}`)).body.pagination
        .totalItems
    await app.database.query(
      "insert into activity_log (at, action, summary) values ('2026-01-18T20:30:00Z', 'lab.create', 'A lab')",
    )
    expect([await onRecordOn('2026-01-18'), await onRecordOn('2026-01-19')]).toEqual([0, 1])

    await saveGeneral({ timeZone: 'Europe/Berlin' })
    expect([await registeredOn('2026-01-18'), await registeredOn('2026-01-19')]).toEqual([1, 0])
    expect([await onRecordOn('2026-01-18'), await onRecordOn('2026-01-19')]).toEqual([1, 0])

    // In two zones 26 hours apart, the week begins at least a day later in one of them.
    const thisWeek = async () => (await receptionist.get('/user/dashboard')).body.data.newPatientsThisWeek
    for (const zone of ['Pacific/Kiritimati', 'Etc/GMT+12']) {
      const begin = await app.database.one<{ at: string }>(
        "select date_trunc('week', now() at time zone $1) at time zone $1 as at",
        [zone],
      )
      await saveGeneral({ timeZone: zone })
      await app.database.query('update patients set created_at = $2 where id = $1', [id, begin.at])
      expect(await thisWeek(), zone).toBe(1)
      await app.database.query(
        "update patients set created_at = $2::timestamptz - interval '1 millisecond' where id = $1",
        [id, begin.at],
      )
      expect(await thisWeek(), zone).toBe(0)
    }
    await saveGeneral({ timeZone: TEST_TIME_ZONE })
  })

  it('takes at most one query in five seconds, and a change in this process applies at once', async () => {
    const zone = () => app.services.settings.timeZone()
    expect(await zone()).toBe(TEST_TIME_ZONE)
    await app.database.query("update settings set time_zone = 'Asia/Tokyo'")
    expect(await zone()).toBe(TEST_TIME_ZONE)
    await saveGeneral({ supportHours: 'Always' })
    expect(await zone()).toBe('Asia/Tokyo')
    await saveGeneral({ timeZone: TEST_TIME_ZONE })
    expect(await zone()).toBe(TEST_TIME_ZONE)
  })
})

describe('sign-in rate limit', () => {
  it('follows the settings [INSTALL-06]', async () => {
    const user = await app.createUser('Doctor')
    const guess = () => app.client().post('/auth/user/login', { email: user.email, password: 'Guess@123' })
    const statuses = async (attempts: number) => {
      await app.database.execute('delete from rate_limits')
      const responses = []
      for (let attempt = 0; attempt < attempts; attempt++) responses.push((await guess()).status)
      return responses
    }
    await saveSecurity({ signInAttempts: 3 })
    expect(await statuses(4)).toEqual([401, 401, 401, 429])
    await saveSecurity({ signInAttempts: 4, signInWindowMinutes: 1 })
    expect(await statuses(5)).toEqual([401, 401, 401, 401, 429])
    await app.database.execute(
      "update rate_limits set window_started_at = window_started_at - interval '61 seconds', waits_until = waits_until - interval '61 seconds'",
    )
    expect((await guess()).status).toBe(401)
    await saveSecurity({ signInAttempts: 100, signInAttemptsPerAddress: 10 })
    expect((await statuses(11)).at(-1)).toBe(429)
    await app.database.execute('delete from rate_limits')
  })
})

it('applies a setting changed by another process at once [PROC-04]', async () => {
  const notified = await startTestApp({ withChanges: true })
  const ready = () => notified.services.settings.brand()
  try {
    await ready()
    await vi.waitFor(
      async () => {
        const name = `Lab ${Math.random()}`
        await ready()
        // Simulates another process: the database sends the notification.
        await notified.database.execute('update settings set product_name = $1', [name])
        await expect.poll(async () => (await ready()).productName, { interval: 10 }).toBe(name)
      },
      { timeout: WAIT_MS },
    )
  } finally {
    await notified.stop()
  }
})
