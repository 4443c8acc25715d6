import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { newVerificationCode } from '../../apps/api/src/modules/verification/verification-codes.service.ts'
import { figuresOf, runLoad, type Figures, type LoadResult, type RequestSource } from '../load.ts'
import { nodeUsage, postgresUsage } from '../processes.ts'
import type { Cost } from '../results.ts'

const CONNECTIONS = [1, 16] as const
const ROUNDS = 4
const ROUND_MS = 2_500
const WARM_UP_MS = 1_000
const BYTE = 256

export interface PublicPage {
  operation: string
  connections: number
  figures: Figures
  cost: Cost
  /** p50 divided by that of /readyz, and by that of a report that the staff reads. */
  ratio: number
  ratioToReport: number
}

/** Codes of these reports; versions of earlier releases have none yet. */
const codesOf = async (client: pg.Client, reportIds: number[]): Promise<string[]> => {
  await client.query(
    `insert into verification_codes (code, report_id, version)
     select c, r.id, r.version from unnest($1::text[], $2::bigint[]) as k(c, id) join reports r on r.id = k.id
     on conflict on constraint verification_codes_of_version do nothing`,
    [reportIds.map(newVerificationCode), reportIds],
  )
  const { rows } = await client.query<{ code: string }>(
    'select code from verification_codes where report_id = any($1)',
    [reportIds],
  )
  return rows.map(({ code }) => code)
}

/** Another address for each request: look-ups of one network are limited. */
const addressMaker = () => {
  let last = randomBytes(3).readUIntBE(0, 3)
  return () => {
    last = (last + 1) % BYTE ** 3
    return `100.${Math.floor(last / BYTE ** 2)}.${Math.floor(last / BYTE) % BYTE}.${last % BYTE}`
  }
}

/** The public page of a code, in rounds that alternate with `/readyz` and with a report that the staff reads. */
export const measurePublicPage = async (options: {
  product: { origin: string; pid: number }
  postmaster: number
  client: pg.Client
  reportIds: number[]
  cookie: string
}): Promise<PublicPage[]> => {
  const { product, postmaster, client, reportIds, cookie } = options
  const codes = await codesOf(client, reportIds)
  const newAddress = addressMaker()
  let index = 0
  const operations: Record<string, RequestSource> = {
    '/readyz': { next: () => ({ method: 'GET', path: '/readyz' }) },
    'public page of a code': {
      next: () => ({
        method: 'GET',
        path: `/v/${codes[index++ % codes.length]}`,
        headers: { 'x-forwarded-for': newAddress() },
      }),
    },
    'report by id': {
      next: () => ({
        method: 'GET',
        path: `/api/v1/report/getById/${reportIds[index++ % reportIds.length]}`,
        headers: { cookie },
      }),
    },
  }
  const usage = (): Cost => ({
    node: nodeUsage(product.pid).cpuSeconds,
    postgres: postgresUsage(postmaster).cpuSeconds,
  })
  const results: PublicPage[] = []
  for (const connections of CONNECTIONS) {
    const runs = Object.entries(operations).map(([operation, requests]) => ({
      operation,
      requests,
      rounds: [] as LoadResult[],
      cpu: { node: 0, postgres: 0 },
    }))
    for (const { requests } of runs)
      await runLoad(product.origin, requests, { connections, durationMs: WARM_UP_MS })
    for (let round = 0; round < ROUNDS; round++)
      for (const run of runs) {
        const before = usage()
        run.rounds.push(await runLoad(product.origin, run.requests, { connections, durationMs: ROUND_MS }))
        const after = usage()
        run.cpu.node += after.node - before.node
        run.cpu.postgres += after.postgres - before.postgres
      }
    const ratioOf = (p50: number, other: keyof typeof operations) => {
      const base = runs.find(({ operation }) => operation === other)
      return base ? Math.round((p50 / figuresOf(base.rounds).p50) * 100) / 100 : NaN
    }
    for (const { operation, rounds, cpu } of runs) {
      const figures = figuresOf(rounds)
      const requests = rounds.reduce((sum, { latencies }) => sum + latencies.length, 0)
      const each = (seconds: number) => Math.round((seconds * 100_000) / requests) / 100
      results.push({
        operation,
        connections,
        figures,
        cost: { node: each(cpu.node), postgres: each(cpu.postgres) },
        ratio: ratioOf(figures.p50, '/readyz'),
        ratioToReport: ratioOf(figures.p50, 'report by id'),
      })
    }
  }
  return results
}
