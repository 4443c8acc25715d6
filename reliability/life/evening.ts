import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { MailServer } from '../../apps/api/src/testing/mail-server.ts'
import { createComparison, keyOf, type Comparison, type Difference } from './findings.ts'
import { compareFeed, compareReader } from './outlets-fhir.ts'
import { compareReportLink, compareVisitLink } from './outlets-links.ts'
import { compareLists } from './outlets-lists.ts'
import { compareMessagesToPatients } from './outlets-messages.ts'
import { compareVerification } from './outlets-public.ts'
import { compareOffice, comparePatient, compareReport } from './outlets-staff.ts'
import { compareMessages, compareReceiver } from './outlets-systems.ts'
import { comeToRest } from './rest.ts'
import type { Seats } from './seats.ts'
import type { Systems } from './systems.ts'
import type { World } from './world.ts'

interface Outlets {
  world: World
  database: pg.Client
  origins: readonly [string, string]
  systems: Systems
  mail: MailServer
  seats: Seats
  random: () => number
}
/** `isComplete`: reads everything, not a sample. */
type Evening = Outlets & { isComplete: boolean }

const SAMPLE = { patients: 4, reports: 3, codes: 2, reportLinks: 1, visitLinks: 2 }
const COMPLETE_DAYS = 10

/** Recent records, and some of the others. */
const sampleOf = <One>(
  random: () => number,
  list: readonly One[],
  size: number,
  isComplete: boolean,
): One[] => {
  if (isComplete || list.length <= size) return [...list]
  const recent = list.slice(-Math.ceil(size / 2))
  const others = list.slice(0, -recent.length)
  return [
    ...recent,
    ...Array.from({ length: size - recent.length }, () => others[Math.floor(random() * others.length)]!),
  ]
}

const compareStaff = async (comparison: Comparison, { world, seats, random, isComplete }: Evening) => {
  await Promise.all(
    seats.lanes.map(async ({ share }) => {
      const [{ receptionist, doctor }] = seats.teamsOf(share.lab)
      for (const patient of sampleOf(random, share.patients, SAMPLE.patients, isComplete))
        await comparePatient(comparison, receptionist, { share, world }, patient)
      for (const report of sampleOf(random, share.reports, SAMPLE.reports, isComplete))
        await compareReport(comparison, doctor, { share }, report)
      for (const report of sampleOf(random, share.reports, SAMPLE.codes, isComplete))
        await compareVerification(comparison, doctor, { share, report })
    }),
  )
  for (const [place, lab] of world.labs.entries()) {
    if (!isComplete && (world.day + place) % 2 === 0) continue
    const [team] = seats.teamsOf(lab)
    const isDetailed = isComplete || world.day % COMPLETE_DAYS < 2
    await compareOffice(comparison, team, lab)
    await compareLists(comparison, team, { lab, world, isComplete: isDetailed })
  }
}

const compareLinks = async (comparison: Comparison, evening: Evening) => {
  const { world, random, isComplete, origins, mail } = evening
  for (const share of world.shares) {
    const place = { share, world }
    compareMessagesToPatients(comparison, mail, place)
    for (const link of sampleOf(random, share.reportLinks, SAMPLE.reportLinks, isComplete))
      await compareReportLink(comparison, origins[0], place, link)
    for (const link of sampleOf(random, share.visitLinks, SAMPLE.visitLinks, isComplete))
      await compareVisitLink(comparison, origins[0], place, link)
  }
}

const compareSystems = async (comparison: Comparison, { world, systems, origins, isComplete }: Evening) => {
  for (const share of world.shares)
    for (const receiver of systems.receivers) {
      compareReceiver(comparison, receiver, share)
      if (isComplete) compareMessages(comparison, receiver, share)
    }
  for (const reader of systems.readers) await compareFeed(comparison, origins[0], reader, world.shares)
  if (!isComplete && world.day % COMPLETE_DAYS !== 0) return
  for (const reader of systems.readers)
    for (const share of world.shares) await compareReader(comparison, origins[1], reader, share)
}

const compareAll = async (evening: Evening): Promise<Difference[]> => {
  const comparison = createComparison()
  await evening.database.query('delete from rate_limits')
  await compareSystems(comparison, evening)
  await compareStaff(comparison, evening)
  await compareLinks(comparison, evening)
  return comparison.differences
}

const SENDINGS = `
  select s.state, s.tries, s.answer, c.type, c.version, c.state as "reportState", c.at
    from integration_sendings s join report_changes c on c.sequence = s.change_sequence
   where s.integration_id = $1 and c.report_id = $2 order by c.sequence`

/** Adds what was sent about a report to a receiver that has another state of it. */
const explain = async ({ systems, database }: Outlets, difference: Difference): Promise<void> => {
  const receiver = systems.receivers.find(({ name }) => name === difference.outlet)
  const [, reportId] = difference.records.find(([kind]) => kind === 'report') ?? []
  if (!receiver || reportId === undefined) return
  const { rows } = await database.query<object>(SENDINGS, [receiver.id, reportId])
  difference.details = rows.map((row) => `sending: ${JSON.stringify(row)}`)
}

const TRIES = 3
const PAUSE_MS = 700

/** Waits for rest, and reads every outlet. What differs is read again, because a change may have been on its way. */
export const createEvenings = (outlets: Outlets) => {
  const known = new Set<string>()
  return async ({ isLast }: { isLast: boolean }): Promise<Difference[]> => {
    const given = { ...outlets, isComplete: isLast }
    await comeToRest(outlets.database)
    let differences = await compareAll(given)
    for (let tries = 1; tries < TRIES && differences.some((one) => !known.has(keyOf(one))); tries += 1) {
      await sleep(PAUSE_MS)
      await comeToRest(outlets.database)
      differences = await compareAll(given)
    }
    for (const difference of differences) {
      if (!known.has(keyOf(difference))) await explain(outlets, difference)
      known.add(keyOf(difference))
    }
    return differences
  }
}
