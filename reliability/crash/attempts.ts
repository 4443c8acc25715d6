import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiAnswer } from '../../apps/api/src/testing/api-client.ts'
import { createPace, type Pace } from './pace.ts'
import { WAIT_MS } from '../../test-limits.ts'

export const ACTIONS = [
  'register',
  'publish',
  'send',
  'amend',
  'withdraw',
  'await',
  'release',
  'call',
  'import',
  'mail',
  'drop',
  'archive',
  'folder',
  'message',
  'sort',
] as const
export type Action = (typeof ACTIONS)[number]

/** Actions that add a file to an inbox; the mark of each is the file's SHA-256. */
export const ARRIVALS: readonly Action[] = ['drop', 'archive', 'folder', 'message']

export interface AttemptedAction {
  fault: string
  action: Action
  mark: string
  isAcknowledged: boolean
  recordId: number
  sha256?: string
}

export interface Ledger {
  fault: string
  pace: Pace
  attempts: AttemptedAction[]
  refused: Map<string, number>
  underWay: Map<Action, number>
  /** Requests that awaited a response at the time of a fault, by fault and action. */
  interrupted: Map<string, number>
  /** Failed requests by status; 503 without Retry-After separately. */
  failures: Map<string, number>
  withdrawn: { reportId: number; filePath: string; at: number }[]
  wrongDownloads: number
  downloads: number
}

export const newLedger = (): Ledger => ({
  fault: 'none',
  pace: createPace(),
  attempts: [],
  refused: new Map(),
  underWay: new Map(),
  interrupted: new Map(),
  failures: new Map(),
  withdrawn: [],
  wrongDownloads: 0,
  downloads: 0,
})

const RETRY_MS = 50
/** Number of consecutive failures in most outages; above it, users wait longer. */
const QUICK_RETRIES = 20
const LATE_RETRY_MS = 250

export const retryPauseMs = (failures: number) => (failures < QUICK_RETRIES ? RETRY_MS : LATE_RETRY_MS)

export const newMark = () => randomBytes(8).toString('hex')
export const digest = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

const add = <Key>(counts: Map<Key, number>, key: Key, number = 1) =>
  counts.set(key, (counts.get(key) ?? 0) + number)

const recordFailure = ({ failures }: Ledger, { status, headers }: ApiAnswer) => {
  const isIncomplete = status === 503 && !headers.has('retry-after')
  const name = isIncomplete ? '503 without Retry-After' : String(status)
  add(failures, name)
}

export const recordInterrupted = ({ fault, underWay, interrupted }: Ledger) => {
  for (const [action, number] of underWay) add(interrupted, `${fault} ${action}`, number)
}

export const createAttempts = (ledger: Ledger) => {
  /**
   * Retries with one idempotency key.
   * @param isSteady starts at once, even while users are calm
   */
  const retryUntilAnswered = async (
    action: Action,
    send: (headers: Record<string, string>) => Promise<ApiAnswer | 'not yet'>,
    { isSteady = false } = {},
  ): Promise<ApiAnswer | undefined> => {
    const headers = { 'idempotency-key': randomUUID() }
    if (!isSteady) await ledger.pace.step()
    const deadline = Date.now() + WAIT_MS
    const { fault } = ledger
    for (let failures = 1; Date.now() < deadline; failures++) {
      add(ledger.underWay, action)
      const answer = await send(headers).catch(() => undefined)
      add(ledger.underWay, action, -1)
      const name = `${fault} ${action}`
      if (answer && answer !== 'not yet') {
        if (answer.status < 500 && answer.status !== 401) return answer
        recordFailure(ledger, answer)
      }
      add(ledger.refused, name)
      await sleep(retryPauseMs(failures))
    }
    return undefined
  }

  const recordAttempt = (action: Action, mark: string, recordId = 0): AttemptedAction => {
    const done = { fault: ledger.fault, action, mark, isAcknowledged: false, recordId }
    ledger.attempts.push(done)
    return done
  }
  const recordAnswer = (done: AttemptedAction, answer: ApiAnswer | undefined) => {
    if (answer && answer.status >= 400)
      throw new Error(`${done.action} was refused: ${answer.status} ${JSON.stringify(answer.body)}`)
    done.isAcknowledged = answer?.status === 200 || answer?.status === 202
    done.recordId = (answer?.body?.data?.id as number | undefined) ?? done.recordId
    return done.isAcknowledged
  }
  return { retryUntilAnswered, recordAttempt, recordAnswer }
}
