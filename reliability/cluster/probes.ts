import { setTimeout as sleep } from 'node:timers/promises'
import { ApiClient } from '../../apps/api/src/testing/api-client.ts'
import { createAttempts, newMark, type Ledger } from '../crash/attempts.ts'

const PERIOD_MS = 200
/** Maximum age of lists (ADR 11). */
const LIST_AGE_MS = 10_000
const MOST_TRIED = 5

/** The longest time between two successes, including the time before the first one. */
const longestGap = (successes: number[], from: number, to: number): number => {
  const first = successes.findLast((time) => time <= from) ?? from
  const times = [first, ...successes.filter((time) => time > from && time <= to), to]
  return Math.max(...times.slice(1).map((time, index) => time - (times[index] ?? time))) / 1000
}

/** Users that detect interruptions of writes, reads, and the protection of withdrawn reports. */
export const startProbes = async (
  ledger: Ledger,
  origin: string,
  users: Record<'writer' | 'reader' | 'receptionist', { email: string; password: string }>,
) => {
  const { retryUntilAnswered, recordAttempt, recordAnswer } = createAttempts(ledger)
  const problems = new Set<string>()
  const writes: number[] = []
  const reads: number[] = []
  /** Request times, because a response may arrive after the next fault. */
  const requested = { write: 0, read: 0 }
  let isOver = false

  const signedIn = async ({ email, password }: { email: string; password: string }) => {
    const client = new ApiClient(origin)
    const answer = await client.post('/auth/user/login', { email, password })
    if (answer.status !== 200) throw new Error(`${email} could not sign in: ${answer.status}`)
    return client
  }
  const write = async (client: ApiClient): Promise<number> => {
    const start = performance.now()
    const fields = { fullName: `Person ${newMark()}`, phone: '+971509999998', dob: '1992-07-03' }
    const done = recordAttempt('register', fields.fullName)
    const answer = await retryUntilAnswered(
      'register',
      (headers) => client.post('/user/patient/onboarding', fields, { headers }),
      { isSteady: true },
    )
    if (recordAnswer(done, answer)) {
      writes.push(performance.now())
      requested.write = start
    }
    return done.recordId
  }
  const succeeds = (status: number | undefined) => {
    if (status === 401) problems.add('a user was signed out')
    return status === 200
  }
  const read = async (client: ApiClient, patientId: number) => {
    const start = performance.now()
    const answers = await Promise.all(
      [`/patient/getById/${patientId}`, '/patient/getAll'].map((path) =>
        client.get(path).then(
          ({ status }) => status,
          () => undefined,
        ),
      ),
    )
    if (!answers.every(succeeds)) return
    reads.push(performance.now())
    requested.read = start
  }
  const openWithdrawn = async (client: ApiClient) => {
    const before = Date.now()
    const latest = ledger.withdrawn.slice(-MOST_TRIED)
    for (const { reportId, filePath } of latest) {
      const file = await client.raw('GET', filePath).catch(() => undefined)
      await file?.body?.cancel()
      if (file?.status === 200) problems.add(`the file of the withdrawn report ${reportId} could be opened`)
      const page = await client.get(`/report/getById/${reportId}`).catch(() => undefined)
      if (page?.status === 200) problems.add(`the withdrawn report ${reportId} could be opened`)
    }
    const old = new Set(
      ledger.withdrawn.filter(({ at }) => at + LIST_AGE_MS < before).map(({ reportId }) => reportId),
    )
    const list = await client.get('/report/getAll?limit=100').catch(() => undefined)
    for (const { id } of (list?.body?.data ?? []) as { id: number }[])
      if (old.has(id)) problems.add(`the withdrawn report ${id} was in a list after more than 10 s`)
  }

  const again = async (
    task: () => Promise<unknown>,
    pause: () => Promise<unknown> = () => sleep(PERIOD_MS),
  ) => {
    while (!isOver) {
      await task()
      await pause()
    }
  }
  const [writer, reader, receptionist] = [
    await signedIn(users.writer),
    await signedIn(users.reader),
    await signedIn(users.receptionist),
  ]
  const patientId = await write(writer)
  const working = Promise.all([
    again(() => write(writer)),
    again(() => read(reader, patientId)),
    again(
      () => openWithdrawn(receptionist),
      () => ledger.pace.think(PERIOD_MS),
    ),
  ]).catch((error: unknown) => problems.add(String(error)))

  return {
    problems: () => [...problems],
    /** Waits for a successful write and read that were requested after this call. */
    async served(): Promise<void> {
      const now = performance.now()
      while (!isOver && Math.min(requested.write, requested.read) < now) await sleep(50)
    },
    interruptions: (from: number, to: number) => ({
      writes: longestGap(writes, from, to),
      reads: longestGap(reads, from, to),
    }),
    async stop() {
      isOver = true
      await working
      for (const client of [writer, reader, receptionist])
        succeeds((await client.get('/auth/sessions').catch(() => undefined))?.status)
    },
  }
}
export type Probes = Awaited<ReturnType<typeof startProbes>>
