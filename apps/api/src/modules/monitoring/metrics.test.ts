import { writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { StorageUnavailableError } from '../../platform/file-storage/file-storage.ts'
import { measureStorage } from '../../platform/metrics/measured.ts'
import { createMetrics } from '../../platform/metrics/metrics.ts'
import { dropFile, reportPdf } from '../../testing/inbox.ts'
import { readMetricsPage } from '../../testing/metrics-page.ts'
import { storeHook } from '../../testing/receivers.ts'
import { createTestAuthority, SEAL_PASSWORD, VALID_DAYS } from '../../testing/seal-keys.ts'
import { startTestApp, TEST_PASSWORD, type TestApp, useTestApp } from '../../testing/test-app.ts'
import { pdfBytes, registerPatient, uploadFile } from '../../testing/test-records.ts'

const TOKEN = 'a-token-of-the-tests'

const app = await useTestApp({ metricsToken: TOKEN, withJobs: true })

const scrape = async () => {
  const response = await fetch(`${app.origin}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
  expect(response.status).toBe(200)
  return readMetricsPage(await response.text())
}

const COUNT = 'zelab_http_request_duration_seconds_count'

describe('metrics page', () => {
  it('times requests by method, route pattern and status class, without personal labels [SEE-01]', async () => {
    const doctor = await app.signedIn('Doctor')
    const id = await registerPatient(doctor, { fullName: 'Marked Person', email: 'marked@mail.test' })
    await doctor.get(`/patient/getById/${id}`)
    await doctor.get(`/patient/getAll?search=marked`)
    await doctor.get('/patient/getById/987654321')
    await doctor.get('/marked/nowhere')
    await doctor.raw('GET', '/patients/marked')
    const page = await scrape()
    const route = 'route="/api/v1/patient/getById/:id"'
    expect(page.valueOf(COUNT, route, 'method="GET"', 'status="2xx"')).toBe(1)
    expect(page.valueOf(COUNT, route, 'status="4xx"')).toBe(1)
    expect(page.valueOf(COUNT, 'route="unknown"', 'status="4xx"')).toBe(1)
    expect(page.valueOf('zelab_http_requests_in_flight')).toBe(1)
    const labels = page.samples.map((sample) => sample.labels).join('\n')
    expect(labels).not.toMatch(/marked|987654321|@/i)
    expect(labels).not.toMatch(new RegExp(`/${id}"`))
  })

  it('counts sign-ins by outcome [SEE-02]', async () => {
    const user = await app.createUser('Receptionist')
    const attempt = (password: string) =>
      app.client().post('/auth/user/login', { email: user.email, password })
    const before = await scrape()
    await attempt(TEST_PASSWORD)
    await attempt('Wrong@123')
    await attempt('Wrong@456')
    for (let tries = 0; tries < 10; tries++) await attempt('Wrong@789')
    const after = await scrape()
    const grown = (outcome: string) => {
      const name = 'zelab_sign_ins_total'
      const label = `outcome="${outcome}"`
      return (after.valueOf(name, label) ?? 0) - (before.valueOf(name, label) ?? 0)
    }
    expect(grown('succeeded')).toBe(1)
    expect(grown('wrong_password')).toBeGreaterThanOrEqual(2)
    expect(grown('throttled')).toBeGreaterThan(0)
    expect(grown('wrong_password') + grown('throttled')).toBe(12)
  })

  it('counts uploads by reason for refusal, and mails [SEE-02]', async () => {
    const doctor = await app.signedIn('Doctor')
    await uploadFile(doctor)
    await doctor.upload(Buffer.from('no picture'), 'scan.png')
    await doctor.upload(pdfBytes(), 'marked-person.exe')
    const page = await scrape()
    expect(page.valueOf('zelab_uploads_total', 'outcome="kept"')).toBe(1)
    expect(page.valueOf('zelab_uploads_total', 'outcome="FILE_CONTENT_MISMATCH"')).toBe(1)
    expect(page.valueOf('zelab_uploads_total', 'outcome="FILE_TYPE_NOT_ALLOWED"')).toBe(1)
    const { email } = await app.createUser('Doctor')
    await app.client().post('/auth/forgot-password', { email })
    await expect.poll(async () => (await scrape()).valueOf('zelab_mails_total', 'outcome="sent"')).toBe(1)
    const job = ['task="send-password-reset"', 'outcome="succeeded"']
    await expect.poll(async () => (await scrape()).valueOf('zelab_jobs_total', ...job)).toBe(1)
  })

  it('counts storage operations by outcome [SEE-02]', async () => {
    const metrics = createMetrics()
    const down = () => Promise.reject(new StorageUnavailableError(new Error('no answer')))
    const storage = measureStorage({ ...app.storage, check: down }, metrics)
    await storage.check().catch(() => {})
    await storage.open(`${'x'.repeat(43)}.pdf`).catch(() => {})
    await storage.remove(`${'x'.repeat(43)}.pdf`)
    const page = readMetricsPage(await metrics.registry.metrics())
    const count = (...labels: string[]) =>
      page.valueOf('zelab_storage_operation_duration_seconds_count', ...labels)
    expect(count('operation="check"', 'outcome="unavailable"')).toBe(1)
    expect(count('operation="open"', 'outcome="missing"')).toBe(1)
    expect(count('operation="remove"', 'outcome="ok"')).toBe(1)
  })

  it('times sent files, and drops requests whose client disconnected [SEE-01]', async () => {
    const doctor = await app.signedIn('Doctor')
    const address = await uploadFile(doctor)
    expect((await doctor.raw('GET', address)).status).toBe(200)
    for (let round = 0; round < 20; round++) {
      const leaving = new AbortController()
      const left = doctor.raw('GET', '/api/v1/patient/getAll?search=marked', { signal: leaving.signal })
      setTimeout(() => leaving.abort(), round / 2)
      await left.then(
        (response) => response.text(),
        () => undefined,
      )
    }
    const route = 'route="/api/v1/report/file/:fileName"'
    expect((await scrape()).valueOf(COUNT, route, 'status="2xx"')).toBe(1)
    await expect.poll(async () => (await scrape()).valueOf('zelab_http_requests_in_flight')).toBe(1)
  })
})

it('counts documents that come into an inbox, and sources that do not work [INBOX-120]', async () => {
  const one = await startTestApp()
  try {
    const lab = await one.createLab()
    const technician = await one.signedIn('Technician', lab)
    const pdf = await reportPdf('Glucose 5.1')
    await dropFile(technician, pdf, 'marked-person.pdf')
    await dropFile(technician, pdf, 'marked-again.pdf')
    await dropFile(technician, Buffer.from('no picture'), 'marked.png')
    await one.database.execute(
      `insert into inbox_sources (lab_id, kind, name, folder, problem, problem_since)
       values ($1, 'folder', 'Scanner', 'scans', 'folder-missing', now() - interval '20 minutes'),
              ($1, 'folder', 'Fax', 'fax', null, null)`,
      [lab.id],
    )
    const page = await scrapeOf(one)
    const count = (outcome: string) =>
      page.valueOf('zelab_inbox_documents_total', 'source="upload"', `outcome="${outcome}"`)
    expect(count('received')).toBe(1)
    expect(count('duplicate')).toBe(1)
    expect(count('FILE_CONTENT_MISMATCH')).toBe(1)
    expect(count('storage')).toBe(0)
    expect(page.valueOf('zelab_inbox_sources_failing')).toBe(1)
    expect(page.valueOf('zelab_inbox_sources_failing_seconds')).toBeGreaterThanOrEqual(1200)
    expect(page.samples.map(({ labels }) => labels).join()).not.toMatch(/marked|Scanner/)
  } finally {
    await one.stop()
  }
})

const scrapeOf = async (one: TestApp) => readMetricsPage(await one.services.monitoring.page())

it('shows the pool, the queue, sessions, imports and the seal [SEE-02]', async () => {
  const quiet = await startTestApp()
  try {
    await quiet.signedIn('Doctor')
    await quiet.signedIn('Admin')
    const { email } = await quiet.createUser('Doctor')
    await quiet.client().post('/auth/forgot-password', { email })
    await quiet.database.query(
      `update graphile_worker._private_jobs set run_at = now() - interval '90 seconds' where attempts = 0`,
    )
    const page = await scrapeOf(quiet)
    expect(page.valueOf('zelab_sessions_open')).toBe(2)
    expect(page.valueOf('zelab_queue_jobs_ready')).toBe(1)
    expect(page.valueOf('zelab_queue_jobs_given_up')).toBe(0)
    expect(page.valueOf('zelab_queue_oldest_ready_seconds')).toBeGreaterThanOrEqual(90)
    expect(page.valueOf('zelab_imports_pending')).toBe(0)
    expect(page.valueOf('zelab_backup_scheduled')).toBe(0)
    expect(page.valueOf('zelab_backup_last_success_timestamp_seconds')).toBe(0)
    expect(page.valueOf('zelab_backup_overdue_seconds')).toBe(0)
    // The sign-ins are recorded, and no sealing job runs here.
    expect(page.valueOf('zelab_activity_unsealed_seconds')).toBeGreaterThan(0)
    expect(page.valueOf('zelab_database_connections', 'state="total"')).toBeGreaterThan(0)
    expect(page.valueOf('zelab_build_info')).toBe(1)
  } finally {
    await quiet.stop()
  }
})

it('omits gauges that cannot be read, and caches collected values briefly [SEE-03]', async () => {
  const broken = await startTestApp()
  try {
    await broken.database.query('alter table sessions rename to sessions_away')
    await Promise.all([scrapeOf(broken), scrapeOf(broken), scrapeOf(broken)])
    const page = await scrapeOf(broken)
    expect(page.valueOf('zelab_sessions_open')).toBeUndefined()
    expect(page.valueOf('zelab_reading_failures_total', 'reading="sessions"')).toBe(1)
    expect(page.valueOf('zelab_imports_pending')).toBe(0)
  } finally {
    await broken.stop()
  }
})

describe('state of the surroundings', () => {
  it('counts a backup as due from the next time of its schedule [SEE-12]', async () => {
    const state = { now: new Date('2026-05-01T10:00:00Z') }
    const one = await startTestApp({ clock: { now: () => state.now } })
    try {
      const overdue = async () => (await one.services.backups.state(one.database)).overdueSeconds
      expect(await overdue()).toBe(0)
      await one.database.execute(
        `insert into backup_setup (schedule, keep, is_encrypted, since)
         values ('0 22 * * *', 7, true, '2026-05-01T10:00:00Z')`,
      )
      expect(await overdue()).toBe(0)
      state.now = new Date('2026-05-01T23:00:00Z')
      expect(await overdue()).toBe(3600)
      await one.database.execute(
        `insert into backup_runs (kind, state, started_at, size_bytes)
         values ('backup', 'done', '2026-05-01T22:30:00Z', 700), ('backup', 'failed', '2026-05-02T22:00:00Z', null)`,
      )
      expect(await one.services.backups.state(one.database)).toMatchObject({
        overdueSeconds: 0,
        lastBytes: 700,
      })
      state.now = new Date('2026-05-03T22:00:00Z')
      expect(await overdue()).toBe(86_400)
    } finally {
      await one.stop()
    }
  })

  it('names receivers that fail, disks, and certificates with their end [SEE-12]', async () => {
    const authority = createTestAuthority()
    authority.issue('seal', 'ECDSA P-256')
    await writeFile(authority.file('seal.p12'), authority.p12('seal'))
    authority.issue('hl7', 'ECDSA P-256')
    const one = await startTestApp({
      hl7CertFile: authority.file('hl7.pem'),
      seal: {
        keys: {
          ownersFolder: authority.file('none'),
          common: {
            p12File: authority.file('seal.p12'),
            isRequired: true,
            password: SEAL_PASSWORD,
            passwordFile: undefined,
          },
        },
        tsaUrl: undefined,
      },
    })
    try {
      const lab = await one.createLab('North Lab')
      const admin = await one.createUser('Admin')
      const place = { labId: lab.id, createdBy: admin.id }
      const failing = await storeHook(one, place, 'https://his.example/hook')
      await storeHook(one, place, 'https://hie.example/hook')
      await one.database.execute(
        "update integrations set name = 'HIS', failing_since = now() - interval '2 hours' where id = $1",
        [failing],
      )
      const name = 'zelab_integration_receiver_failing_seconds'
      const read = async (metric: string, ...labels: string[]) =>
        (await scrapeOf(one)).valueOf(metric, ...labels) ?? -1
      await expect.poll(() => read(name)).toBeGreaterThanOrEqual(7200)
      await expect.poll(() => read(name, 'receiver="HIS"', 'lab="North Lab"')).toBeLessThan(7300)
      for (const disk of ['uploads', 'data'])
        await expect.poll(() => read('zelab_disk_free_bytes', `disk="${disk}"`)).toBeGreaterThan(0)
      for (const certificate of ['seal', 'hl7-in']) {
        const days = async () => {
          const end = await read('zelab_certificate_expiry_timestamp_seconds', `certificate="${certificate}"`)
          return Math.round((end - Date.now() / 1000) / 86_400)
        }
        await expect.poll(days, { message: certificate }).toBe(VALID_DAYS)
      }
      await one.database.execute('update integrations set failing_since = null')
      await expect.poll(() => read(name)).toBe(-1)
    } finally {
      await one.stop()
    }
  })
})
