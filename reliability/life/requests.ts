import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiAnswer, ApiClient } from '../../apps/api/src/testing/api-client.ts'
import { WAIT_MS } from '../../test-limits.ts'

/** The product refused, which a person would read. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly status: number
  constructor(answer: ApiAnswer, what: string) {
    super(
      `${what}: ${answer.status} ${String(answer.body?.code ?? '')} ${String(answer.body?.message ?? '')}`,
    )
    this.status = answer.status
  }
}

const RETRY_MS = 50

/** Repeats a request, with one idempotency key, while its process is killed or starts. */
export const send = async (
  client: ApiClient,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<ApiAnswer> => {
  const headers = { 'idempotency-key': randomUUID() }
  const deadline = Date.now() + WAIT_MS
  for (;;) {
    const answer = await client.send(method, path, body, { headers }).catch((error: unknown) => {
      if (Date.now() > deadline) throw error
    })
    if (answer && answer.status !== 503) return answer
    await sleep(RETRY_MS)
  }
}

/** Repeats harmless work of several requests while its process is killed or starts. */
export const persist = async (work: () => Promise<void>): Promise<void> => {
  const deadline = Date.now() + WAIT_MS
  for (;;)
    try {
      return await work()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await sleep(RETRY_MS)
    }
}

const dataOf = (answer: ApiAnswer, what: string): ApiAnswer['body'] => {
  if (answer.status !== 200 && answer.status !== 202) throw new Refusal(answer, what)
  return answer.body.data
}

/** Sends, and returns the data of a success. */
export const ask = async (...[client, method, path, body]: Parameters<typeof send>) =>
  dataOf(await send(client, method, path, body), `${method} ${path.replace(/\d+/g, ':id')}`)
