import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiClient } from '../../apps/api/src/testing/api-client.ts'
import { createPace } from '../crash/pace.ts'
import { pdfObjects, pdfOf } from '../../apps/api/src/testing/hostile-files.ts'
import {
  addReportType,
  patientFields,
  publishReport,
  uploadFile,
} from '../../apps/api/src/testing/test-records.ts'

const LARGE_BYTES = 6_000_000
const PAUSE_MS = 50
/** An upload costs as much as many reads, because a process inspects it. */
const UPLOAD_PAUSE_MS = 250
/** A slow upload or download takes about as long as the shutdown of a process. */
const SLOW_STEPS = 40
const SLOW_STEP_MS = 100

let serial = 0

const digest = (content: Buffer) => createHash('sha256').update(content).digest('hex')

/** One-page PDF files of this size, each with different random content that is not displayed. */
const pdfsOf = (bytes: number): (() => Buffer) => {
  const mark = () => randomBytes(16).toString('hex')
  const first = mark()
  const content = `${first}${randomBytes(bytes).toString('latin1')}`
  const pdf = pdfOf(pdfObjects({ more: [`<< /Length ${content.length} >>\nstream\n${content}\nendstream`] }))
  const position = pdf.indexOf(first)
  return () => {
    const copy = Buffer.from(pdf)
    copy.write(mark(), position, 'latin1')
    return copy
  }
}

const uploadSlowly = async (client: ApiClient, content: Buffer) => {
  const boundary = 'a-boundary-of-the-test'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="reportFile"; filename="slow.pdf"\r\nContent-Type: application/pdf\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)])
  const sending = request(`${client.origin}/api/v1/report/uploadReportFile`, {
    method: 'POST',
    headers: {
      origin: client.site,
      cookie: client.cookieHeader(),
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': body.length,
    },
  })
  const answered = once(sending, 'response')
  const step = Math.ceil(body.length / SLOW_STEPS)
  const sendSteps = async () => {
    for (let start = 0; start < body.length; start += step) {
      sending.write(body.subarray(start, start + step))
      await sleep(SLOW_STEP_MS)
    }
    sending.end()
  }
  const [[response]] = await Promise.all([answered, sendSteps()])
  const { statusCode: status } = response as { statusCode: number }
  response.resume()
  return { status }
}

const downloadSlowly = async (client: ApiClient, filePath: string) => {
  const answer = await client.raw('GET', filePath)
  const hash = createHash('sha256')
  let awaited = LARGE_BYTES / SLOW_STEPS
  let size = 0
  if (!answer.body) throw new Error('An answer without a body')
  for await (const chunk of Readable.fromWeb(answer.body)) {
    const piece = chunk as Uint8Array
    hash.update(piece)
    size += piece.length
    for (; size > awaited; awaited += LARGE_BYTES / SLOW_STEPS) await sleep(SLOW_STEP_MS)
  }
  return { status: answer.status, sha256: hash.digest('hex') }
}

interface LoadRecords {
  patientId: number
  /** A patient with every field, for updates that lack some. */
  changed: { id: number; fields: ReturnType<typeof patientFields> }
  reportTypeId: number
  large: { filePath: string; sha256: string }
}

export const prepareLoad = async (client: ApiClient): Promise<LoadRecords> => {
  const patient = await client.post('/user/patient/onboarding', patientFields({ fullName: 'Kept One' }))
  const patientId = patient.body.data.id as number
  const changed = patientFields({ fullName: 'Changed by Older Pages' })
  const { body } = await client.post('/user/patient/onboarding', changed)
  const reportTypeId = await addReportType(client)
  const content = pdfsOf(LARGE_BYTES)()
  const fileUrl = await uploadFile(client, content)
  const { filePath } = await publishReport(client, patientId, reportTypeId, { fileUrl })
  return {
    patientId,
    changed: { id: body.data.id as number, fields: changed },
    reportTypeId,
    large: { filePath, sha256: digest(content) },
  }
}

/** Sends requests steadily without retries: every failure counts. */
export const createLoad = (client: ApiClient, { patientId, changed, reportTypeId, large }: LoadRecords) => {
  const answers = new Map<string, number>()
  const failures: string[] = []
  const registered: string[] = []
  const published: string[] = []
  const pace = createPace()
  const smallPdf = pdfsOf(50_000)
  const largePdf = pdfsOf(LARGE_BYTES / 2)
  let isOver = false

  const count = (kind: string, { status, body }: { status: number; body?: unknown }) => {
    answers.set(kind, (answers.get(kind) ?? 0) + 1)
    if (status !== 200) failures.push(`${kind}: ${status} ${JSON.stringify(body)}`)
    return status === 200
  }
  const again = async (kind: string, work: () => Promise<unknown>, pauseMs = PAUSE_MS) => {
    while (!isOver) {
      await work().catch((error: Error) => {
        const cause = error.cause instanceof Error ? `, ${error.cause.message}` : ''
        failures.push(`${kind}: ${error.message}${cause}`)
      })
      await pace.think(pauseMs)
    }
  }
  const read = (kind: string, path: string) => again(kind, async () => count(kind, await client.get(path)))

  const register = async () => {
    const fullName = `Rolling ${++serial}`
    const fields = patientFields({ fullName })
    if (count('registration', await client.post('/user/patient/onboarding', fields)))
      registered.push(fullName)
  }
  const changeLikeOlderPage = async () => {
    const { email, emrId, ...known } = changed.fields
    if (!count('change', await client.put(`/patient/update/${changed.id}`, known))) return
    const { body } = await client.get(`/patient/getById/${changed.id}`)
    const { email: keptEmail, emrId: keptEmrId } = body.data as Record<string, unknown>
    if (keptEmail !== email || keptEmrId !== emrId) failures.push('change: an absent field was erased')
  }
  const publish = async () => {
    const upload = await client.upload(smallPdf(), 'result.pdf')
    if (!count('upload', upload)) return
    const title = `Rolling ${++serial}`
    const body = { title, reportTypeId, patientId, fileUrl: upload.body.data.fileUrl as string }
    const answer = await client.post(`/user/uploadPatientReportFile/${patientId}`, body)
    if (count('publication', answer)) published.push(title)
  }

  return {
    async run(): Promise<void> {
      const downloadLarge = async () => {
        const { status, sha256 } = await downloadSlowly(client, large.filePath)
        count('slow download', { status })
        if (sha256 !== large.sha256) failures.push('slow download: another content')
      }
      const uploadLarge = async () => count('slow upload', await uploadSlowly(client, largePdf()))
      await Promise.all([
        read('dashboard', '/user/dashboard'),
        read('list', '/patient/getAll?search=rolling'),
        read('record', `/patient/getById/${patientId}`),
        again('registration', register),
        again('change', changeLikeOlderPage),
        again('publication', publish, UPLOAD_PAUSE_MS),
        again('slow upload', uploadLarge, UPLOAD_PAUSE_MS),
        again('slow download', downloadLarge),
      ])
    },
    stop: () => (isOver = true),
    pace,
    answers,
    failures,
    registered,
    published,
  }
}
