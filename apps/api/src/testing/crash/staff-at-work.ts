import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiClient, type ApiAnswer } from '../api-client.ts'
import { uploadPatients } from '../patient-files.ts'
import { pdfBytes } from '../test-records.ts'

export type Action = 'register' | 'publish' | 'amend' | 'withdraw' | 'import' | 'mail'
export const ACTIONS: readonly Action[] = ['register', 'publish', 'amend', 'withdraw', 'import', 'mail']

/** Something that was asked for, and whether the service said yes. */
export interface Deed {
  /** What happened to the service meanwhile. */
  fault: string
  action: Action
  /** A text that is in the record that it made, and in no other one. */
  mark: string
  isAcknowledged: boolean
  recordId: number
  /** Of the file that went with it, in hexadecimal. */
  sha256?: string
}

/** All that people asked for, to be compared with what there is. */
export interface Ledger {
  /** The fault of the present round. */
  fault: string
  deeds: Deed[]
  /** How often a request was refused or lost on its way, by fault and action. */
  refused: Map<string, number>
  /** Downloads that ended well with another content than was published. */
  wrongDownloads: number
  downloads: number
}

export const newLedger = (): Ledger => ({
  fault: 'none',
  deeds: [],
  refused: new Map(),
  wrongDownloads: 0,
  downloads: 0,
})

/** How long people try the same again before they give up. */
const PATIENCE_MS = 60_000
const IMPORTED_ROWS = 40

let serial = 0
/** Short enough for a name. */
const newMark = () => randomBytes(8).toString('hex')
const digest = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

/** What the people of one lab do all day, each with a session of their own, trying again whatever failed. */
export const createStaff = (ledger: Ledger, origin: string, labNumber: number) => {
  const isOver = { value: false }

  /** Sends until there is a definite answer; with one key, as the web application does. */
  const insist = async (
    action: Action,
    send: (headers: Record<string, string>) => Promise<ApiAnswer>,
  ): Promise<ApiAnswer | undefined> => {
    const headers = { 'idempotency-key': randomUUID() }
    const deadline = Date.now() + PATIENCE_MS
    const { fault } = ledger
    while (Date.now() < deadline) {
      const answer = await send(headers).catch(() => undefined)
      if (answer && answer.status < 500 && answer.status !== 401) return answer
      const name = `${fault} ${action}`
      ledger.refused.set(name, (ledger.refused.get(name) ?? 0) + 1)
      await sleep(50)
    }
    return undefined
  }

  const deed = (action: Action, mark: string, recordId = 0): Deed => {
    const done = { fault: ledger.fault, action, mark, isAcknowledged: false, recordId }
    ledger.deeds.push(done)
    return done
  }
  const settle = (done: Deed, answer: ApiAnswer | undefined) => {
    if (answer && answer.status >= 400)
      throw new Error(`${done.action} was refused: ${answer.status} ${JSON.stringify(answer.body)}`)
    done.isAcknowledged = answer?.status === 200
    done.recordId = (answer?.body?.data?.id as number | undefined) ?? done.recordId
    return done.isAcknowledged
  }

  const signIn = async (email: string, password: string) => {
    const client = new ApiClient(origin)
    const answer = await insist('register', () => client.post('/auth/user/login', { email, password }))
    if (answer?.status !== 200) throw new Error(`${email} could not sign in: ${answer?.status}`)
    return client
  }

  const upload = async (client: ApiClient, action: Action) => {
    const content = pdfBytes(++serial * 10 + labNumber)
    const answer = await insist(action, () => client.upload(content, 'result.pdf'))
    return { sha256: digest(content), fileUrl: answer?.body?.data?.fileUrl as string | undefined }
  }

  const download = async (client: ApiClient, filePath: string, sha256: string) => {
    const answer = await client.raw('GET', filePath).catch(() => undefined)
    if (answer?.status !== 200) return
    const content = await answer.arrayBuffer().catch(() => undefined)
    // Cut off in the middle, it failed and the reader knows.
    if (!content) return
    ledger.downloads += 1
    if (digest(new Uint8Array(content)) !== sha256) ledger.wrongDownloads += 1
  }

  const reportWork = async (client: ApiClient, reportTypeId: number) => {
    const name = `Person ${newMark()}`
    const patient = deed('register', name)
    const fields = { fullName: name, phone: '+971501234567', dob: '1990-05-01' }
    if (
      !settle(
        patient,
        await insist('register', (headers) => client.post('/user/patient/onboarding', fields, { headers })),
      )
    )
      return
    const patientId = patient.recordId

    const first = await upload(client, 'publish')
    if (!first.fileUrl) return
    const title = `Report ${newMark()}`
    const report = Object.assign(deed('publish', title), { sha256: first.sha256 })
    const body = { title, reportTypeId, patientId, fileUrl: first.fileUrl }
    const path = `/user/uploadPatientReportFile/${patientId}`
    const published = await insist('publish', (headers) => client.post(path, body, { headers }))
    if (!settle(report, published)) return
    await download(client, published?.body.data.filePath as string, first.sha256)

    const second = await upload(client, 'amend')
    if (!second.fileUrl) return
    const newTitle = `Report ${newMark()}`
    const amendment = Object.assign(deed('amend', newTitle, report.recordId), { sha256: second.sha256 })
    const amended = { ...body, title: newTitle, fileUrl: second.fileUrl, reason: 'wrong-result' }
    const amendments = `/report/update/${report.recordId}`
    if (!settle(amendment, await insist('amend', (headers) => client.put(amendments, amended, { headers }))))
      return

    if (serial % 2) return
    const note = `Note ${newMark()}`
    const withdrawal = deed('withdraw', note, report.recordId)
    const withdrawing = `/report/deleteById/${report.recordId}`
    const reason = { reason: 'wrong-file', note }
    settle(withdrawal, await insist('withdraw', (headers) => client.delete(withdrawing, reason, { headers })))
  }

  const importWork = async (client: ApiClient) => {
    const mark = newMark()
    // Different birthdays, or each would be a duplicate of the other.
    const rows = Array.from({ length: IMPORTED_ROWS }, (_, row) => {
      const day = new Date(Date.UTC(1930 + (++serial % 60), 0, 1 + row * 7)).toISOString().slice(0, 10)
      return `Import ${mark} ${row},+9715${20_000_000 + ++serial},${day}`
    })
    const table = ['Full Name,Phone,Date of Birth', ...rows, ''].join('\r\n')
    const uploaded = await insist('import', () => uploadPatients(client, table))
    const id = uploaded?.body?.data?.id as number
    const stateOf = async () =>
      (await client.get(`/patient/import/${id}`).catch(() => undefined))?.body?.data?.state as
        string | undefined
    while (!isOver.value && (await stateOf()) !== 'ready') await sleep(100)
    if (isOver.value) return
    const done = deed('import', mark, id)
    const answer = await insist('import', () => client.post(`/patient/import/${id}/confirm`, {}))
    // The first answer was lost, and the import is on its way.
    const isTaken = answer?.status === 409 && ['writing', 'done'].includes((await stateOf()) ?? '')
    done.isAcknowledged = answer?.status === 200 || isTaken
  }

  const mailWork = async (email: string) => {
    const done = deed('mail', email)
    // Asked for once: each answered request is a mail, and an unanswered one may be.
    const address = `10.0.${labNumber}.${++serial % 250}`
    const answer = await new ApiClient(origin)
      .post('/auth/forgot-password', { email }, { headers: { 'x-forwarded-for': address } })
      .catch(() => undefined)
    done.isAcknowledged = answer?.status === 200
    await sleep(300)
  }

  return {
    signIn,
    /** Works until `stop`; rejects when something was refused that should not have been. */
    async work(
      clients: { doctor: ApiClient; importer: ApiClient },
      reportTypeId: number,
      nextMailAddress: () => string | undefined,
    ): Promise<void> {
      const again = async (task: () => Promise<void>) => {
        while (!isOver.value) await task()
      }
      const writeToSomebody = async () => {
        const email = nextMailAddress()
        if (email) await mailWork(email)
        else await sleep(300)
      }
      await Promise.all([
        again(() => reportWork(clients.doctor, reportTypeId)),
        again(() => importWork(clients.importer)),
        again(writeToSomebody),
      ])
    },
    stop: () => (isOver.value = true),
  }
}
