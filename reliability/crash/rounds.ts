import { setTimeout as sleep } from 'node:timers/promises'
import type { ReceivedMail } from '../../apps/api/src/testing/mail-server.ts'
import type { SmsServer } from '../../apps/api/src/testing/sms-server.ts'
import {
  areJobsFinished,
  asTable,
  compareWithRecords,
  countRepeatedMails,
  countRepeatedSms,
  type Sums,
} from './acknowledged-actions.ts'
import { findArrivalProblems } from './arrival-checks.ts'
import { newLedger, recordInterrupted, type Ledger } from './attempts.ts'
import type { Fault } from './faults.ts'
import type { Installed } from './installation.ts'
import { runCheck, type ProductProcess } from './product-process.ts'
import { createArrivals } from './simulated-arrivals.ts'
import { createStaff } from './simulated-staff.ts'
import { WAIT_MS } from '../../test-limits.ts'

export interface Outcome {
  sums: Sums[]
  findings: string[]
  checks: number
  wrongDownloads: number
  downloads: number
  repeatedMails: { toUsers: number; toPatients: number }
  sms: { received: number; repeated: number }
  ownEnds: string[]
  table: string
}

export type Length = { rounds: number } | { minutes: number }

const SERVED_MS = 500

export interface Place {
  origin: string
  servers: ProductProcess[]
  faults: Fault[]
  installed: Installed
  checkSettings: Record<string, string>
  connectionString: () => Promise<string>
  mails: ReceivedMail[]
  sms: SmsServer['received']
  /** Additional work, which ends before the records are compared. */
  beside?: (ledger: Ledger) => Promise<{ stop(): Promise<void> }>
}

/** Runs work and faults, checks the data after each fault, and compares acknowledged actions with the records. */
export const runRounds = async (place: Place, length: Length): Promise<Outcome> => {
  const ledger = newLedger()
  const staff = createStaff(ledger, place.origin, 1)
  const [first, second, third] = place.installed.staff
  if (!first || !second || !third) throw new Error('No lab is working')
  const clients = {
    doctor: await staff.signIn(first.email, first.password),
    importer: await staff.signIn(second.email, second.password),
  }
  const { reportTypeId } = place.installed
  const arrivals = createArrivals(ledger)
  const sorter = await staff.signIn(third.email, third.password)
  let failure: Error | undefined
  const working = Promise.all([
    staff.work(clients, place.installed),
    arrivals.work(sorter, reportTypeId, {
      scans: place.installed.scans,
      hl7: { tls: place.installed.hl7Tls, ports: place.servers.map(({ hl7Port }) => hl7Port) },
    }),
  ]).catch((error: unknown) => {
    failure = error as Error
  })

  const { pace } = ledger
  const beside = await place.beside?.(ledger)
  const failIfRefused = () => {
    if (failure) throw failure
  }

  const findings: string[] = []
  const rounds = new Map<string, number>()
  const deadline = 'minutes' in length ? Date.now() + length.minutes * 60_000 : Infinity
  const most = 'rounds' in length ? length.rounds : Infinity
  const check = async (when: string) => {
    const { isWhole, output } = await runCheck(place.checkSettings)
    if (!isWhole) findings.push(`${when}: ${output}`)
    const problems = await findArrivalProblems(ledger, await place.connectionString())
    findings.push(...problems.map((problem) => `${when}: ${problem}`))
  }
  let checks = 0
  try {
    for (let round = 1; round <= most && Date.now() < deadline; round++) {
      for (const fault of place.faults) {
        failIfRefused()
        ledger.fault = fault.name
        rounds.set(fault.name, (rounds.get(fault.name) ?? 0) + 1)
        pace.busy()
        await sleep(300 + Math.random() * 700 + (fault.workMs ?? 0))
        recordInterrupted(ledger)
        await fault.happen(pace)
        await Promise.all(place.servers.map((server) => server.ready()))
        pace.busy()
        await sleep(SERVED_MS)
        checks += 1
        // The first check runs with busy users, the others with calm ones.
        if (checks > 1) pace.calm()
        await check(`after "${fault.name}", round ${round}`)
      }
    }
  } finally {
    pace.busy()
    staff.stop()
    arrivals.stop()
    await working
    await beside?.stop()
  }
  failIfRefused()

  const sumUp = async () => compareWithRecords(ledger, await place.connectionString(), place.mails)
  const end = Date.now() + 2 * WAIT_MS
  let sums = await sumUp()
  while (!areJobsFinished(sums) && Date.now() < end) {
    await sleep(500)
    sums = await sumUp()
  }
  checks += 1
  await check('at the end')
  return {
    sums,
    findings,
    checks,
    wrongDownloads: ledger.wrongDownloads,
    downloads: ledger.downloads,
    repeatedMails: countRepeatedMails(place.mails),
    sms: { received: place.sms.length, repeated: countRepeatedSms(place.sms) },
    ownEnds: place.servers.flatMap((server) => server.ownEnds()),
    table: asTable(sums, (fault) => rounds.get(fault) ?? 0),
  }
}
