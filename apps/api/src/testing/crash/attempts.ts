import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiAnswer } from '../api-client.ts'

export const ACTIONS = [
  'register',
  'publish',
  'send',
  'amend',
  'withdraw',
  'import',
  'mail',
  'drop',
  'archive',
  'folder',
  'message',
  'sort',
] as const
export type Action = (typeof ACTIONS)[number]

/** Actions that bring a file into an inbox; the mark of each is the file's SHA-256. */
export const ARRIVALS: readonly Action[] = ['drop', 'archive', 'folder', 'message']

/** An attempted action, and whether the service acknowledged it. */
export interface AttemptedAction {
  /** The fault at that time. */
  fault: string
  action: Action
  /** A unique text in the record that the action creates. */
  mark: string
  isAcknowledged: boolean
  recordId: number
  /** SHA-256 of the uploaded file, in hexadecimal. */
  sha256?: string
}

/** All actions of the users, for comparison with the records. */
export interface Ledger {
  /** The fault of the current round. */
  fault: string
  attempts: AttemptedAction[]
  /** How often a request failed or got lost, by fault and action. */
  refused: Map<string, number>
  /** How often each status of a failed request was received; 503 without Retry-After separately. */
  failures: Map<string, number>
  /** Withdrawn reports, with the time of the acknowledgment. */
  withdrawn: { reportId: number; filePath: string; at: number }[]
  /** Completed downloads whose content differs from what was published. */
  wrongDownloads: number
  downloads: number
}

export const newLedger = (): Ledger => ({
  fault: 'none',
  attempts: [],
  refused: new Map(),
  failures: new Map(),
  withdrawn: [],
  wrongDownloads: 0,
  downloads: 0,
})

/** How long users retry an action before they give up. */
const PATIENCE_MS = 60_000

/** Short enough for a name. */
export const newMark = () => randomBytes(8).toString('hex')
export const digest = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

const recordFailure = ({ failures }: Ledger, { status, headers }: ApiAnswer) => {
  const isIncomplete = status === 503 && !headers.has('retry-after')
  const name = isIncomplete ? '503 without Retry-After' : String(status)
  failures.set(name, (failures.get(name) ?? 0) + 1)
}

/** Records what is attempted and what the service acknowledges. */
export const createAttempts = (ledger: Ledger) => {
  /** Retries with one idempotency key until there is a definite answer, like the web app. */
  const retryUntilAnswered = async (
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
      if (answer) recordFailure(ledger, answer)
      ledger.refused.set(name, (ledger.refused.get(name) ?? 0) + 1)
      await sleep(50)
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
    done.isAcknowledged = answer?.status === 200
    done.recordId = (answer?.body?.data?.id as number | undefined) ?? done.recordId
    return done.isAcknowledged
  }
  return { retryUntilAnswered, recordAttempt, recordAnswer }
}
