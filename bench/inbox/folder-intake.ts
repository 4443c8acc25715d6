import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { request } from 'undici'
import { nodeUsage, withChildren } from '../processes.ts'
import { fillFolder } from './scanned-files.ts'

const FILES = 1_000
const BYTES = 200_000
/** A person who reads reports, one after the other. */
const READINGS_PER_SECOND = 50
const QUIET_MS = 15_000
const LIMIT_MS = 10 * 60_000

const percentile = (times: number[], share: number) => {
  const sorted = times.toSorted((a, b) => a - b)
  return Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10
}

/** Reads reports at a steady rate until stopped; returns the milliseconds of each. */
const keepReading = (origin: string, cookie: string, reportIds: number[]) => {
  let isOver = false
  const times: number[] = []
  const read = async (id: number) => {
    const startedAt = performance.now()
    const { statusCode, body } = await request(`${origin}/api/v1/report/getById/${id}`, {
      headers: { cookie },
    })
    await body.dump()
    if (statusCode !== 200) throw new Error(`A report was answered ${statusCode}`)
    times.push(performance.now() - startedAt)
  }
  const work = async () => {
    const pending = new Set<Promise<void>>()
    for (let index = 0; !isOver; index++) {
      const one = read(reportIds[index % reportIds.length] ?? 1).finally(() => pending.delete(one))
      pending.add(one)
      await sleep(1000 / READINGS_PER_SECOND)
    }
    await Promise.all(pending)
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

export interface FolderIntake {
  filesPerSecond: number
  quiet: { p50: number; p99: number }
  beside: { p50: number; p99: number }
  /** p99 beside the intake divided by p99 alone. */
  ratio: number
  /** Of the service alone, and with its child processes; the database is not included. */
  memoryMb: { service: number; withChildren: number }
}

/** How fast a watched folder is emptied, and what readers of reports notice of it. */
export const measureFolderIntake = async (options: {
  origin: string
  pid: number
  postmaster: number
  client: pg.Client
  cookie: string
  reportIds: number[]
  lab: number
  root: string
  pdf: Buffer
  isRead: boolean
}): Promise<FolderIntake> => {
  const { origin, pid, postmaster, client, cookie, reportIds, lab, root, pdf, isRead } = options
  const readers = () => (isRead ? keepReading(origin, cookie, reportIds) : () => Promise.resolve([]))
  const stopQuiet = readers()
  if (isRead) await sleep(QUIET_MS)
  const quiet = await stopQuiet()

  const folder = path.join(root, 'scans')
  fillFolder(folder, pdf, { files: FILES, bytes: BYTES })
  const { rows } = await client.query<{ id: string }>(
    "insert into inbox_sources (lab_id, kind, name, folder) values ($1, 'folder', 'Scanner', 'scans') returning id",
    [lab],
  )
  const sourceId = rows[0]?.id
  const countItems = async () => {
    const counted = await client.query<{ count: number; seconds: number }>(
      `select count(*)::int as count, extract(epoch from max(received_at) - min(received_at))::float8 as seconds
         from inbox_items where source_id = $1`,
      [sourceId],
    )
    return counted.rows[0] ?? { count: 0, seconds: 0 }
  }
  while ((await countItems()).count === 0) await sleep(50)
  const stopBeside = readers()
  const memoryMb = { service: 0, withChildren: 0 }
  const until = Date.now() + LIMIT_MS
  let items = await countItems()
  while (items.count < FILES) {
    if (Date.now() > until) throw new Error(`Only ${items.count} files were received`)
    memoryMb.service = Math.max(memoryMb.service, nodeUsage(pid).memoryMb)
    memoryMb.withChildren = Math.max(memoryMb.withChildren, withChildren(pid, postmaster).memoryMb)
    await sleep(500)
    items = await countItems()
  }
  const beside = await stopBeside()
  const figures = (times: number[]) => ({ p50: percentile(times, 0.5), p99: percentile(times, 0.99) })
  const ratio = Math.round((percentile(beside, 0.99) / percentile(quiet, 0.99)) * 10) / 10
  return {
    filesPerSecond: Math.round((FILES / items.seconds) * 10) / 10,
    quiet: figures(quiet),
    beside: figures(beside),
    ratio: isRead ? ratio : 0,
    memoryMb,
  }
}
