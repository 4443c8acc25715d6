import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { request } from 'undici'
import { asUpload } from '../sample-pdf.ts'
import { figuresOf, runLoad, type Figures, type LoadResult, type RequestSource } from '../load.ts'
import type { SampleSource } from '../samples.ts'
import { makePicturePage } from './files.ts'

const STAFF = { connections: 16, durationMs: 5_000 }
const ROUNDS = 2
/** More than are opened in all rounds. */
const REPORTS = 120
const PAGES_DRAWN_MS = 300_000
const API = '/api/v1'

export interface BesideStamping {
  operation: string
  quiet: Figures
  beside: Figures
  /** p99 beside stamping divided by p99 alone. */
  ratio: number
}

interface Cookies {
  doctor: string
  technician: string
  admin: string
}

const send = async (
  address: string,
  method: 'POST' | 'PUT',
  headers: Record<string, string>,
  body: Buffer | string,
) => {
  const answer = await request(address, { method, headers, body })
  const json = (await answer.body.json()) as {
    fileUrl: string
    message: string
    data: { filePath: string }
  }
  if (answer.statusCode !== 200) throw new Error(`${address}: ${json.message}`)
  return json
}

const JSON_TYPE = { 'content-type': 'application/json' }

/** Publishes reports with a file of 200 kB before the lab uses a letterhead; returns the addresses of their files. */
const publishReports = async (origin: string, cookie: string, source: SampleSource): Promise<string[]> => {
  const file = asUpload(makePicturePage({ isFull: false }))
  const headers = { cookie, origin }
  const addresses: string[] = []
  for (let count = 0; count < REPORTS; count++) {
    const patientId = source.samples.patientIds[count % source.samples.patientIds.length] ?? 1
    const upload = await send(
      `${origin}${API}/report/uploadReportFile`,
      'POST',
      { ...headers, ...file.headers },
      file.body,
    )
    const report = await send(
      `${origin}${API}/user/uploadPatientReportFile/${patientId}`,
      'POST',
      { ...headers, ...JSON_TYPE },
      JSON.stringify({ title: 'Bench file', reportTypeId: 1, patientId, fileUrl: upload.fileUrl }),
    )
    addresses.push(report.data.filePath)
  }
  return addresses
}

const nameOf = (address: string) => address.slice(address.lastIndexOf('/') + 1).replace(/\?.*$/, '')

/** The pages of new reports are drawn in the background, which would slow the quiet rounds down. */
const waitForPages = async (client: pg.Client, addresses: string[]): Promise<void> => {
  const until = Date.now() + PAGES_DRAWN_MS
  for (;;) {
    const { rows } = await client.query<{ count: string }>(
      'select count(*) as count from page_images i join report_files f on f.id = i.file_id where f.name = any($1)',
      [addresses.map(nameOf)],
    )
    if (Number(rows[0]?.count) >= addresses.length) return
    if (Date.now() > until) throw new Error('The pages of the new reports were not drawn')
    await sleep(500)
  }
}

const useLetterhead = async (origin: string, cookie: string, lab: number, isUsed: boolean) =>
  send(
    `${origin}${API}/lab/updateLetterhead/${lab}`,
    'PUT',
    { cookie, origin, ...JSON_TYPE },
    JSON.stringify({
      isUsed,
      accreditation: 'LB-0421',
      corner: 'bottom-right',
      marginX: 10,
      marginY: 12,
      showsSignature: false,
    }),
  )

/** Opens unstamped reports one after the other until stopped. */
const keepOpening = (origin: string, cookie: string, unopened: string[]) => {
  let isOver = false
  const times: number[] = []
  const work = async () => {
    while (!isOver) {
      const address = unopened.pop()
      if (address === undefined) throw new Error('All new reports were opened: publish more of them')
      const startedAt = performance.now()
      const answer = await request(`${origin}${address}`, { headers: { cookie } })
      await answer.body.dump({ limit: Number.MAX_SAFE_INTEGER })
      if (answer.statusCode !== 200) throw new Error(`${address} was answered ${answer.statusCode}`)
      times.push(performance.now() - startedAt)
    }
  }
  const working = work()
  // A failure is reported by the one who stops.
  working.catch(() => {})
  return async () => {
    isOver = true
    await working
    return times
  }
}

/** How stamped copies, which first openings make, slow down 16 connections of the staff. */
export const measureBesideStamping = async (options: {
  origin: string
  client: pg.Client
  source: SampleSource
  cookies: Cookies
}): Promise<{ operations: BesideStamping[]; copiesPerSecond: number; openingMs: number }> => {
  const { origin, client, source, cookies } = options
  const { lab, reportIds } = source.samples
  const addresses = await publishReports(origin, cookies.technician, source)
  await waitForPages(client, addresses)
  await useLetterhead(origin, cookies.admin, lab, true)
  try {
    const unopened = [...addresses]
    const headers = { cookie: cookies.doctor }
    let index = 0
    const operations: Record<string, RequestSource> = {
      'report by id': {
        next: () => ({
          method: 'GET',
          path: `${API}/report/getById/${reportIds[index++ % reportIds.length]}`,
          headers,
        }),
      },
      reports: { next: () => ({ method: 'GET', path: `${API}/report/getAll?limit=10`, headers }) },
    }
    const openings: number[] = []
    let elapsedMs = 0
    const measured: BesideStamping[] = []
    for (const [operation, requests] of Object.entries(operations)) {
      await runLoad(origin, requests, { ...STAFF, durationMs: 2_000 })
      const quiet: LoadResult[] = []
      const beside: LoadResult[] = []
      for (let round = 0; round < ROUNDS; round++) {
        quiet.push(await runLoad(origin, requests, STAFF))
        const stop = keepOpening(origin, cookies.doctor, unopened)
        const startedAt = performance.now()
        beside.push(await runLoad(origin, requests, STAFF))
        openings.push(...(await stop()))
        elapsedMs += performance.now() - startedAt
      }
      const [alone, busy] = [figuresOf(quiet), figuresOf(beside)]
      const ratio = Math.round((busy.p99 / alone.p99) * 100) / 100
      measured.push({ operation, quiet: alone, beside: busy, ratio })
    }
    const { rows } = await client.query<{ count: string }>(
      `select count(*) as count from stamped_files s join report_files f on f.report_id = s.report_id
        where s.kind = 'stamped' and f.name = any($1)`,
      [addresses.map(nameOf)],
    )
    if (Number(rows[0]?.count) !== openings.length) throw new Error('Not every opening made a copy')
    return {
      operations: measured,
      copiesPerSecond: Math.round((openings.length * 10_000) / elapsedMs) / 10,
      openingMs: Math.round(openings.sort((a, b) => a - b)[Math.floor(openings.length / 2)] ?? 0),
    }
  } finally {
    await useLetterhead(origin, cookies.admin, lab, false)
  }
}
