import { readUnreleasedFile } from '../../apps/api/src/testing/release.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiClient } from '../../apps/api/src/testing/api-client.ts'
import { uploadPatients } from '../../apps/api/src/testing/patient-files.ts'
import { callFields } from '../../apps/api/src/testing/critical.ts'
import { pdfBytes } from '../../apps/api/src/testing/test-records.ts'
import type { Installed } from './installation.ts'
import { createAttempts, digest, newMark, type Action, type Ledger } from './attempts.ts'

const IMPORTED_ROWS = 40
/** Below the rate limit of a user. */
const MOST_SENT = 50
/** Pause between two tasks, so that the load alone does not saturate the machine. */
const THINKING_MS = { report: 200, release: 200, import: 1_000 }
/** Below the age of a sign-in that may release. */
const SIGN_IN_MS = 10 * 60_000

let serial = 0

export const createStaff = (ledger: Ledger, origin: string, labNumber: number) => {
  const isOver = { value: false }
  let sent = 0
  let patients = 0

  const { retryUntilAnswered, recordAttempt, recordAnswer } = createAttempts(ledger)

  const signIn = async (email: string, password: string) => {
    const client = new ApiClient(origin)
    const answer = await retryUntilAnswered('register', () =>
      client.post('/auth/user/login', { email, password }),
    )
    if (answer?.status !== 200) throw new Error(`${email} could not sign in: ${answer?.status}`)
    return client
  }

  const upload = async (client: ApiClient, action: Action) => {
    const content = pdfBytes(++serial * 10 + labNumber)
    const answer = await retryUntilAnswered(action, () => client.upload(content, 'result.pdf'))
    return { sha256: digest(content), fileUrl: answer?.body?.data?.fileUrl as string | undefined }
  }

  const download = async (client: ApiClient, filePath: string, sha256: string) => {
    const answer = await client.raw('GET', filePath).catch(() => undefined)
    if (answer?.status !== 200) return
    const content = await answer.arrayBuffer().catch(() => undefined)
    // The reader notices a truncated download.
    if (!content) return
    ledger.downloads += 1
    if (digest(new Uint8Array(content)) !== sha256) ledger.wrongDownloads += 1
  }

  const sendWork = async (
    client: ApiClient,
    reportId: number,
    { patientId, email, phone }: { patientId: number; email: string; phone: string },
  ) => {
    if (sent >= MOST_SENT) return
    sent += 1
    const channel = sent % 2 === 0 ? 'sms' : 'email'
    const consent = { language: 'en', consents: { [channel]: true } }
    const recorded = await retryUntilAnswered('send', () =>
      client.put(`/patient/updateDelivery/${patientId}`, consent),
    )
    if (recorded?.status !== 200) return
    const delivery = recordAttempt('send', channel === 'sms' ? phone : email)
    const answer = await retryUntilAnswered('send', (headers) =>
      client.post(`/delivery/send/${reportId}`, { channel, language: 'en' }, { headers }),
    )
    // Retries during a fault count too; a person would wait some minutes.
    if (answer?.status === 429) sent = MOST_SENT
    else recordAnswer(delivery, answer)
  }

  const reportWork = async (client: ApiClient, reportTypeId: number) => {
    const name = `Person ${newMark()}`
    const patient = recordAttempt('register', name)
    const email = `${name.replace('Person ', '')}@patients.test`
    const phone = `+97150${String(++patients).padStart(7, '0')}`
    const fields = { fullName: name, phone, dob: '1990-05-01', email }
    if (
      !recordAnswer(
        patient,
        await retryUntilAnswered('register', (headers) =>
          client.post('/user/patient/onboarding', fields, { headers }),
        ),
      )
    )
      return
    const patientId = patient.recordId

    const first = await upload(client, 'publish')
    if (!first.fileUrl) return
    const title = `Report ${newMark()}`
    const report = Object.assign(recordAttempt('publish', title), { sha256: first.sha256 })
    const body = { title, reportTypeId, patientId, fileUrl: first.fileUrl }
    const path = `/user/uploadPatientReportFile/${patientId}`
    const published = await retryUntilAnswered('publish', (headers) => client.post(path, body, { headers }))
    if (!recordAnswer(report, published)) return
    await download(client, published?.body.data.filePath as string, first.sha256)
    await sendWork(client, report.recordId, { patientId, email, phone })

    const second = await upload(client, 'amend')
    if (!second.fileUrl) return
    const newTitle = `Report ${newMark()}`
    const amendment = Object.assign(recordAttempt('amend', newTitle, report.recordId), {
      sha256: second.sha256,
    })
    const change = { ...body, title: newTitle, fileUrl: second.fileUrl, reason: 'wrong-result' }
    const amendments = `/report/update/${report.recordId}`
    const amended = await retryUntilAnswered('amend', (headers) =>
      client.put(amendments, change, { headers }),
    )
    if (!recordAnswer(amendment, amended)) return

    if (serial % 2) return
    const note = `Note ${newMark()}`
    const withdrawal = recordAttempt('withdraw', note, report.recordId)
    const withdrawing = `/report/deleteById/${report.recordId}`
    const seen = { version: amended?.body.data.version as number, sha256: second.sha256 }
    const withdrawn = await retryUntilAnswered('withdraw', (headers) =>
      client.delete(withdrawing, { reason: 'wrong-file', note, ...seen }, { headers }),
    )
    if (!recordAnswer(withdrawal, withdrawn)) return
    const filePath = amended?.body.data.filePath as string
    ledger.withdrawn.push({ reportId: report.recordId, filePath, at: Date.now() })
  }

  /** One person publishes a critical report, and another releases it and calls about it. */
  const createReleaseWork = (
    author: ApiClient,
    secondPerson: Installed['secondPerson'],
    reportTypeId: number,
  ) => {
    let patientId = 0
    let releaser: ApiClient
    let signedInAt = -Infinity
    return async () => {
      if (Date.now() - signedInAt > SIGN_IN_MS) {
        releaser = await signIn(secondPerson.email, secondPerson.password)
        signedInAt = Date.now()
      }
      if (!patientId) {
        const fields = { fullName: `Person ${newMark()}`, phone: '+971511234567', dob: '1980-05-01' }
        const patient = await retryUntilAnswered(
          'register',
          (headers) => author.post('/user/patient/onboarding', fields, { headers }),
          { isSteady: true },
        )
        patientId = patient?.body?.data?.id as number
      }
      const { sha256, fileUrl } = await upload(author, 'await')
      if (!fileUrl) return
      const title = `Report ${newMark()}`
      const waiting = recordAttempt('await', title)
      const body = { title, reportTypeId, patientId, fileUrl, isCritical: true }
      const path = `/user/uploadPatientReportFile/${patientId}`
      const published = await retryUntilAnswered('await', (headers) => author.post(path, body, { headers }))
      if (!recordAnswer(waiting, published)) return
      const id = published?.body.data.unreleasedId as number
      // Repeated when the server ended before it had noted that the file was sent.
      const open = async () => {
        await readUnreleasedFile(releaser, id)
        const answer = await releaser.get(`/release/getById/${id}`)
        return answer.body?.data?.isOpened === false ? 'not yet' : answer
      }
      const opened = await retryUntilAnswered('release', open, { isSteady: true })
      if (opened?.status !== 200) return

      const release = Object.assign(recordAttempt('release', title), { sha256 })
      const released = await retryUntilAnswered('release', (headers) =>
        releaser.post(`/release/release/${id}`, { revision: 1, sha256 }, { headers }),
      )
      if (!recordAnswer(release, released)) return
      const readOut = `Result ${newMark()}`
      const call = recordAttempt('call', readOut)
      const calling = `/critical/recordCall/${released?.body.data.reportId}`
      // Repeated as it was sent first: another time of the call would be another request.
      const fields = { ...callFields({ readOut }), version: 1, sha256 }
      recordAnswer(
        call,
        await retryUntilAnswered('call', (headers) => releaser.post(calling, fields, { headers })),
      )
    }
  }

  const importWork = async (client: ApiClient) => {
    const mark = newMark()
    // Rows with equal birth dates would be duplicates.
    const rows = Array.from({ length: IMPORTED_ROWS }, (_, row) => {
      const day = new Date(Date.UTC(1930 + (++serial % 60), 0, 1 + row * 7)).toISOString().slice(0, 10)
      return `Import ${mark} ${row},+9715${20_000_000 + ++serial},${day}`
    })
    const table = ['Full Name,Phone,Date of Birth', ...rows, ''].join('\r\n')
    const uploaded = await retryUntilAnswered('import', () => uploadPatients(client, table))
    const id = uploaded?.body?.data?.id as number
    const stateOf = async () =>
      (await client.get(`/patient/import/${id}`).catch(() => undefined))?.body?.data?.state as
        | string
        | undefined
    while (!isOver.value && (await stateOf()) !== 'ready') await sleep(100)
    if (isOver.value) return
    const done = recordAttempt('import', mark, id)
    const answer = await retryUntilAnswered('import', () => client.post(`/patient/import/${id}/confirm`, {}))
    // The first response was lost, and the import is already running.
    const isTaken = answer?.status === 409 && ['writing', 'done'].includes((await stateOf()) ?? '')
    done.isAcknowledged = answer?.status === 200 || isTaken
  }

  const mailWork = async (email: string) => {
    const done = recordAttempt('mail', email)
    // Not retried: each answered request sends an email, and an unanswered one may.
    const address = `10.0.${labNumber}.${++serial % 250}`
    const answer = await new ApiClient(origin)
      .post('/auth/forgot-password', { email }, { headers: { 'x-forwarded-for': address } })
      .catch(() => undefined)
    done.isAcknowledged = answer?.status === 200
    await ledger.pace.think(300)
  }

  return {
    signIn,
    async work(
      clients: { doctor: ApiClient; importer: ApiClient },
      { reportTypeId, releasedTypeId, secondPerson, nextMailAddress }: Installed,
    ): Promise<void> {
      const again = async (task: () => Promise<void>, pauseMs = 0) => {
        while (!isOver.value) {
          await task()
          await ledger.pace.think(pauseMs)
        }
      }
      const requestResetMail = async () => {
        const email = nextMailAddress()
        if (email) await mailWork(email)
        else await sleep(300)
      }
      await Promise.all([
        again(() => reportWork(clients.doctor, reportTypeId), THINKING_MS.report),
        again(createReleaseWork(clients.doctor, secondPerson, releasedTypeId), THINKING_MS.release),
        again(() => importWork(clients.importer), THINKING_MS.import),
        again(requestResetMail),
      ])
    },
    stop: () => (isOver.value = true),
  }
}
