import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { startJobQueues } from '../../start/job-queues.ts'
import { builtProgram } from '../../testing/built-program.ts'
import { freePort } from '../../testing/free-port.ts'
import { slowToDraw } from '../../testing/hostile-files.ts'
import { startLinkApp, type LinkApp } from '../../testing/link-client.ts'
import { startMailServer, type MailServer } from '../../testing/mail-server.ts'
import { publishReport, registerPatient, uploadFile } from '../../testing/test-records.ts'
import { WAIT_MS } from '../../../../../test-limits.ts'

/**
 * Drawing takes at least six seconds each, in sequence. More: `SLOW_FILES=100 FILES=500 npx vitest run
 * waiting-files`.
 */
const SLOW_FILES = Number(process.env.SLOW_FILES ?? 12)
const FILES = Number(process.env.FILES ?? 3)

let links: LinkApp
let mails: MailServer
beforeAll(async () => {
  mails = await startMailServer()
  links = await startLinkApp({ mails })
})
afterAll(async () => {
  await links.app.stop()
  await mails.stop()
})

const jobsOf = (condition: string, { app } = links) =>
  app.database.query(
    `select 1 from graphile_worker.jobs where task_identifier = 'draw-page' and ${condition}`,
  )
const waiting = async (of = links) => (await jobsOf('locked_at is null', of)).length

const publishSlowFiles = async ({ doctor, type } = links) => {
  const patientId = await registerPatient(doctor)
  for (let number = 0; number < SLOW_FILES; number += 1) {
    const fileUrl = await uploadFile(doctor, slowToDraw(number))
    await publishReport(doctor, patientId, type, { fileUrl })
  }
}

/** A patient on a second device, which needs a code. */
const openOnSecondDevice = async (email: string) => {
  const { link } = await links.makeLink({ email })
  await link.follow(await link.identify())
  const other = links.otherBrowser(link)
  await other.follow(await other.identify())
  return other
}

it('mails a code while files wait that take long to draw, and draws those of other labs [RULE-72]', async () => {
  const { app, type } = links
  const patient = await openOnSecondDevice('amal@example.com')
  const technician = await app.signedIn('Technician')
  const patientId = await registerPatient(technician)
  await publishSlowFiles()
  for (let number = 0; number < FILES; number += 1) await publishReport(technician, patientId, type)

  const { connectionString, modules, metrics } = app
  const logger = pino({ level: 'silent' })
  const jobs = await startJobQueues({ connectionString, modules, metrics, logger })
  onTestFinished(() => jobs.stop())
  await expect.poll(() => jobsOf('locked_at is not null')).not.toHaveLength(0)
  const requestedAt = performance.now()
  expect((await patient.post('/send-code')).status).toBe(303)
  const mailed = () => mails.mailsTo('amal@example.com')
  await expect.poll(mailed, { interval: 20 }).toHaveLength(1)
  const seconds = ((performance.now() - requestedAt) / 1000).toFixed(2)
  const stillWaiting = await waiting()
  process.stdout.write(`A code was mailed after ${seconds} s beside ${stillWaiting} waiting files\n`)
  expect(stillWaiting).toBeGreaterThan((SLOW_FILES + FILES) / 2)

  const ofOtherLab = `queue_name = 'lab-${technician.user.labId}'`
  const left = async () => (await jobsOf(ofOtherLab)).length
  await expect.poll(left, { timeout: 2 * WAIT_MS }).toBeLessThanOrEqual(FILES - 3)
  expect(await waiting()).toBeGreaterThan(SLOW_FILES / 2)
})

it('stops within seconds while such files are drawn, and keeps them queued [RULE-73]', async () => {
  const installation = await startLinkApp()
  const { connectionString, dataDir } = installation.app
  onTestFinished(() => installation.app.stop())
  await publishSlowFiles(installation)
  const child = spawn(process.execPath, [builtProgram('server')], {
    env: {
      ...process.env,
      ...{ DATABASE_URL: connectionString, DATA_DIR: dataDir, LOG_LEVEL: 'info' },
      ...{ PORT: String(await freePort()), HOST: '127.0.0.1' },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  child.stdout.on('data', (part: Buffer) => (output += part.toString()))
  const exit = once(child, 'exit')
  await expect.poll(() => output).toContain('Zelab is ready')
  const isDrawing = () => jobsOf('locked_at is not null', installation)
  await expect.poll(isDrawing).toHaveLength(1)
  child.kill('SIGTERM')
  const stoppedAt = performance.now()
  expect(await exit).toEqual([0, null])
  process.stdout.write(
    `The service stopped within ${((performance.now() - stoppedAt) / 1000).toFixed(2)} s\n`,
  )
  expect(output).toContain('a job was interrupted by the stop')
  expect(output).not.toContain('jobs were still running at the stop')
  expect(await jobsOf('true', installation)).toHaveLength(SLOW_FILES)
})
