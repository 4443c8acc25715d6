import { Writable } from 'node:stream'
import { expect, it } from 'vitest'
import { createLogger } from '../platform/logger.ts'
import { startMailServer } from '../testing/mail-server.ts'
import { useTestApp } from '../testing/test-app.ts'
import { addReportType, patientFields, pdfBytes, registerPatient } from '../testing/test-records.ts'
import { stopAtEnd } from '../testing/stop-at-end.ts'

const MARKED = {
  name: 'Zubaida Markedname',
  email: 'zubaida.marked@private.test',
  phone: '+971509876543',
  emrId: 'MARKEDEMR77',
  fileName: 'markedfile.pdf',
  remark: 'markedremark about a finding',
  password: 'Marked@Pass1',
  city: 'Markedtown',
}
const TRACES = [/zubaida/i, /marked/i, /private\.test/, /9876543/, /509[ -]?876/]
let log = ''

const mails = await stopAtEnd(startMailServer())
const destination = new Writable({
  write(line: Buffer, _, done) {
    log += line.toString()
    done()
  },
})
const app = await useTestApp({
  smtpUrl: mails.url,
  withJobs: true,
  logger: createLogger('trace', destination),
})

const lines = () =>
  log
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>)
const messages = () => lines().map(({ msg }) => msg)
const MARKED_PATIENT = {
  fullName: MARKED.name,
  email: MARKED.email,
  phone: MARKED.phone,
  emrId: MARKED.emrId,
  address: { line1: '1 Markedstreet', city: MARKED.city },
}

it('keeps personal data out of the log when requests fail [SEE-05]', async () => {
  const doctor = await app.signedIn('Doctor')
  const admin = await app.signedIn('Admin')
  const typeId = await addReportType(admin, 'Marked type')
  const patientId = await registerPatient(doctor, MARKED_PATIENT)

  await doctor.post('/user/patient/onboarding', { fullName: MARKED.name, phone: 'marked' })
  await doctor.get(`/patient/getAll?search=${encodeURIComponent(MARKED.name)}`)
  await doctor.get(`/patient/getAll?search=${encodeURIComponent(MARKED.email)}&page=marked`)
  await doctor.raw('POST', '/api/v1/patient/checkPhone', {
    body: `{"phone": "${MARKED.phone}`,
    headers: { 'content-type': 'application/json' },
  })
  await app.client().post('/auth/user/login', { email: MARKED.email, password: MARKED.password })
  await doctor.upload(Buffer.from(`%PDF-1.4 ${MARKED.name}`), MARKED.fileName)
  await doctor.raw('GET', `/reports/${encodeURIComponent(MARKED.fileName)}`)

  // A mail server that quotes the address in its rejection; the job fails and is retried later.
  await app.database.query('update users set email = $1, full_name = $2 where user_type_id = 1', [
    MARKED.email,
    MARKED.name,
  ])
  Object.assign(mails.state, { refusals: 1_000_000, refusalCode: 450 })
  await app.client().post('/auth/forgot-password', { email: MARKED.email })
  await expect.poll(messages).toContain('a job failed')

  // Database errors that quote the row: a unique key, a check, a value of the wrong type.
  await app.database.query(`
    create unique index marked_patients on patients (lower(full_name));
    create function refuse_value() returns trigger language plpgsql as $$
    begin
      if new.remark like '%date%' then perform new.remark::date; end if;
      return new;
    end $$;
    create trigger refuse_value before insert on reports for each row execute function refuse_value();
    alter table reports add constraint no_marks check (remark not like 'markedremark%')`)
  const twin = {
    ...MARKED_PATIENT,
    phone: '+971509876544',
    email: 'other.marked@private.test',
    emrId: 'MARKEDEMR88',
  }
  expect((await doctor.post('/user/patient/onboarding', patientFields(twin))).status).toBe(500)
  const publish = async (remark: string) => {
    const { body } = await doctor.upload(pdfBytes(), MARKED.fileName)
    const report = {
      title: 'Marked title',
      remark,
      reportTypeId: typeId,
      patientId,
      fileUrl: body.data.fileUrl,
    }
    return (await doctor.post(`/user/uploadPatientReportFile/${patientId}`, report)).status
  }
  expect(await publish(MARKED.remark)).toBe(500)
  expect(await publish(`${MARKED.name} is no date`)).toBe(400)
  await app.database.query('alter table patients rename column full_name to away')
  expect((await doctor.get(`/patient/getAll?search=${encodeURIComponent(MARKED.name)}`)).status).toBe(500)

  const failures = messages().filter((text) => text === 'unexpected failure')
  expect(failures.length).toBeGreaterThanOrEqual(3)
  expect(messages()).toContain('the database rejected an invalid value that passed validation')
  for (const trace of TRACES) {
    const told = lines().filter((line) =>
      trace.test(JSON.stringify(line).replaceAll(/marked_patients|no_marks/g, '')),
    )
    expect(told).toEqual([])
  }
  // The log must still identify the cause.
  expect(log).toContain('"code":"23505"')
  expect(log).toContain('"constraint":"marked_patients"')
  expect(log).toMatch(/"stack":"[^"]*createPatient|"stack":"[^"]*patients\.service/)
})

it('names the request that queued a job in the log of the job [SEE-06]', async () => {
  mails.state.refusals = 0
  const { email } = await app.createUser('Doctor')
  const answer = await app.client().post('/auth/forgot-password', { email })
  const reqId = answer.headers.get('x-request-id')
  expect(reqId).toBeTruthy()
  const jobLine = () => lines().find((line) => line.msg === 'job' && line.reqId === reqId)
  await expect.poll(jobLine).toMatchObject({ task: 'send-password-reset', attempt: 1 })
})

it('logs both origins of a refused request, and forwarded addresses that are ignored, once [SEE-11]', async () => {
  const client = app.client()
  const headers = { origin: 'https://wrong.test', 'x-forwarded-for': '10.0.0.9' }
  expect((await client.post('/auth/logout', undefined, { headers })).status).toBe(403)
  await client.post('/auth/logout', undefined, { headers: { ...headers, origin: 'marked text' } })
  const refused = () => lines().filter(({ msg }) => msg === 'refused a request of another origin')
  await expect.poll(() => refused().length).toBe(2)
  expect(refused()).toMatchObject([
    { level: 40, origin: 'https://wrong.test', appUrl: expect.stringMatching(/^http/) },
    { origin: 'none' },
  ])
  expect(messages().filter((text) => String(text).startsWith('X-Forwarded-For is ignored'))).toHaveLength(1)
})
