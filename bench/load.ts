import { Client } from 'undici'

export interface BenchRequest {
  method: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: string | Buffer
}

export interface RequestSource {
  next(connection: number): BenchRequest
  seen?(connection: number, headers: Record<string, string | string[] | undefined>): void
}

export interface LoadResult {
  latencies: number[]
  elapsedMs: number
}

const isFine = (status: number) => status >= 200 && status < 300

/** Keeps each connection busy with one request at a time; a failed request ends the run. */
export const runLoad = async (
  origin: string,
  source: RequestSource,
  { connections, durationMs }: { connections: number; durationMs: number },
): Promise<LoadResult> => {
  const latencies: number[] = []
  const clients = Array.from({ length: connections }, () => new Client(origin, { pipelining: 1 }))
  const startedAt = performance.now()
  const end = startedAt + durationMs
  const work = async (client: Client, connection: number) => {
    while (performance.now() < end) {
      const request = source.next(connection)
      const sentAt = performance.now()
      const { statusCode, headers, body } = await client.request({
        method: request.method,
        path: request.path,
        headers: request.headers ?? {},
        body: request.body ?? null,
      })
      if (!isFine(statusCode))
        throw new Error(`${request.method} ${request.path} answered ${statusCode}: ${await body.text()}`)
      await body.dump({ limit: Number.MAX_SAFE_INTEGER })
      latencies.push(performance.now() - sentAt)
      source.seen?.(connection, headers)
    }
  }
  try {
    await Promise.all(clients.map(work))
  } finally {
    await Promise.all(clients.map((client) => client.destroy()))
  }
  return { latencies, elapsedMs: performance.now() - startedAt }
}

export interface Figures {
  p50: number
  p95: number
  p99: number
  perSecond: number
}

const round = (value: number) => Math.round(value * 100) / 100

/** Percentiles in milliseconds and requests per second over all rounds. */
export const figuresOf = (rounds: LoadResult[]): Figures => {
  const sorted = rounds.flatMap(({ latencies }) => latencies).sort((a, b) => a - b)
  const at = (share: number) =>
    round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  const elapsed = rounds.reduce((sum, { elapsedMs }) => sum + elapsedMs, 0)
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), perSecond: round((sorted.length * 1000) / elapsed) }
}
