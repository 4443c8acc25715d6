import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startMailServer, type MailServer } from '../../testing/mail-server.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { addReportType, publishReport, registerPatient } from '../../testing/test-records.ts'

const NOTHING = {
  hasLab: false,
  hasStaff: false,
  hasReportType: false,
  hasTestMail: false,
  hasBackup: false,
  hasContact: false,
  hasLetterhead: false,
  hasReport: false,
  isDismissed: false,
}

describe('setup checklist', () => {
  let app: TestApp
  let mailServer: MailServer
  beforeAll(async () => {
    mailServer = await startMailServer()
    app = await startTestApp({ smtpUrl: mailServer.url })
  })
  afterAll(async () => {
    await app.stop()
    await mailServer.stop()
  })

  it('completes step by step from the database state, until it is dismissed [FIRST-01, FIRST-03]', async () => {
    const admin = await app.signedIn('Admin')
    const steps = async () => (await admin.get('/settings/setupChecklist')).body.data
    await app.database.execute('delete from report_types')
    expect(await steps()).toEqual(NOTHING)
    const lab = await app.createLab()
    expect(await steps()).toEqual({ ...NOTHING, hasLab: true })
    await app.createUser('Admin')
    expect(await steps(), 'another Admin is no staff').toEqual({ ...NOTHING, hasLab: true })
    const { id } = await app.createUser('Receptionist', lab)
    for (const cannotSignIn of ['is_invited = true', 'deactivated_at = now()']) {
      await app.database.execute(`update users set ${cannotSignIn} where id = $1`, [id])
      expect((await steps()).hasStaff, cannotSignIn).toBe(false)
      await app.database.execute('update users set is_invited = false, deactivated_at = null where id = $1', [
        id,
      ])
    }
    expect(await steps()).toEqual({ ...NOTHING, hasLab: true, hasStaff: true })
    await admin.post('/report/addReportType', { title: 'Blood count' })
    const withType = { ...NOTHING, hasLab: true, hasStaff: true, hasReportType: true }
    expect(await steps()).toEqual(withType)

    const sent = await admin.post('/settings/testMail')
    expect(sent.body.message).toBe('Test email sent. Check your inbox.')
    expect(sent.body.data).toEqual({ ...withType, hasTestMail: true })
    expect(mailServer.mailsTo(admin.user.email)[0]?.content).toContain('Subject: Test mail of Zelab')

    await app.database.execute(`insert into backup_runs (kind, state) values ('backup', 'failed')`)
    expect((await steps()).hasBackup, 'a failed backup is none').toBe(false)
    await app.database.execute(`insert into backup_runs (kind, state) values ('backup', 'done')`)
    expect((await steps()).hasBackup).toBe(true)

    await app.database.execute('update settings set support_phone = $1', ['+97140000000'])
    await app.database.execute('insert into lab_letterheads (lab_id, is_used) values ($1, true)', [lab.id])
    const doctor = await app.signedIn('Doctor', lab)
    await publishReport(doctor, await registerPatient(doctor), await addReportType(doctor))
    expect(await steps()).toEqual({
      ...withType,
      ...{ hasTestMail: true, hasBackup: true, hasContact: true, hasLetterhead: true, hasReport: true },
    })

    expect((await admin.post('/settings/setupChecklist/dismiss')).body.data.isDismissed).toBe(true)
    expect((await (await app.signedIn('Admin')).get('/settings/setupChecklist')).body.data.isDismissed).toBe(
      true,
    )
  })

  it('requires the Admin, and sends test mails to no other address [FIRST-02, FIRST-03]', async () => {
    const doctor = await app.signedIn('Doctor')
    const before = mailServer.received.length
    for (const response of [
      await doctor.get('/settings/setupChecklist'),
      await doctor.post('/settings/setupChecklist/dismiss'),
      await doctor.post('/settings/testMail', { to: 'else@mail.test' }),
    ])
      expect(response.status).toBe(403)
    const admin = await app.signedIn('Admin')
    expect((await admin.post('/settings/testMail', { to: 'else@mail.test' })).status).toBe(200)
    expect(mailServer.received.slice(before).flatMap(({ to }) => to)).toEqual([admin.user.email])
  })

  it('limits the number of test mails [FIRST-02]', async () => {
    const admin = await app.signedIn('Admin')
    for (let mail = 0; mail < 5; mail++) expect((await admin.post('/settings/testMail')).status).toBe(200)
    expect((await admin.post('/settings/testMail')).status).toBe(429)
    expect(mailServer.mailsTo(admin.user.email)).toHaveLength(5)
  })
})

describe('failed test mail', () => {
  const refusalOf = async (smtpUrl: string | undefined) => {
    const app = await startTestApp(smtpUrl === undefined ? {} : { smtpUrl })
    try {
      const admin = await app.signedIn('Admin')
      const response = await admin.post('/settings/testMail')
      const { hasTestMail } = (await admin.get('/settings/setupChecklist')).body.data
      expect(hasTestMail).toBe(false)
      expect(JSON.stringify(response.body)).not.toMatch(/secret|robot|127\.0\.0\.1/)
      return { status: response.status, message: response.body.message as string }
    } finally {
      await app.stop()
    }
  }
  const freePort = async () => {
    const probe = createServer()
    await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
    const address = probe.address()
    await new Promise((resolve) => probe.close(resolve))
    return typeof address === 'object' && address ? address.port : 0
  }

  it('reports that no mail server is configured [FIRST-02]', async () => {
    expect(await refusalOf(undefined)).toEqual({
      status: 409,
      message: expect.stringContaining('No mail server'),
    })
  })

  it('reports that the server is unavailable [FIRST-02]', async () => {
    expect(await refusalOf(`smtp://robot:secret@127.0.0.1:${await freePort()}`)).toEqual({
      status: 503,
      message: expect.stringContaining('cannot be reached'),
    })
  })

  it('reports that the server refused the recipient or the credentials [FIRST-02]', async () => {
    const mailServer = await startMailServer()
    mailServer.state.refusals = 1
    expect((await refusalOf(mailServer.url)).message).toContain('rejected the sender or the recipient')
    await mailServer.stop()
    const strict = await startMailServer({ refusesSignIn: true })
    expect((await refusalOf(strict.url.replace('//', '//robot:secret@'))).message).toContain(
      'rejected the sign-in',
    )
    await strict.stop()
  })
})
