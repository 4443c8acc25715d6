import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '../../apps/api/src/testing/hostile-values.ts'
import { OFFICE_ACTIONS } from './actions-office.ts'
import { attempt, createTally, work, WORK, type Tally } from './days.ts'
import { createEvenings } from './evening.ts'
import { describeFindings, keyOf, type Difference, type Finding } from './findings.ts'
import { OWNER, startInstallation, type Installation } from './installation.ts'
import type { Lane } from './lane.ts'
import { openLabs, signIn } from './opening.ts'
import { passDay } from './rest.ts'
import { compareRestored } from './restore.ts'
import { openSeats, type Seats } from './seats.ts'
import { connectSenders } from './senders.ts'
import { connectSystems, type Systems } from './systems.ts'
import { createTrails } from './trails.ts'
import { everything, type World } from './world.ts'

export interface LifeOptions {
  seed: number
  days: number
  /** Number of actions in all. */
  actions: number
  /** Is told the findings that are new on that day. */
  onDay?: (day: number, findings: string[]) => void
}

export interface LifeOutcome {
  seed: number
  days: number
  kills: number
  done: Record<string, number>
  refused: Record<string, number>
  /** Messages to connected systems. */
  received: number
  repeated: number
  restoredRecords: number
  /** Actions that no one did. */
  unused: string[]
  seconds: number
  findings: string[]
}

const MOST_FINDINGS = 150
/** On one day of so many, a process is killed during the work. */
const KILL_DAYS = 10

interface Life {
  world: World
  seats: Seats
  systems: Systems
  installation: Installation
  random: () => number
  tally: Tally
  note: Lane['note']
}

const beginDay = async ({ world, seats, systems, random, tally, note }: Life) => {
  for (const lab of world.labs)
    for (const [share, action] of OFFICE_ACTIONS)
      if (random() < share) {
        const [team] = seats.teamsOf(lab)
        const office = { world, lab, team, random, note, receivers: systems.receivers }
        await attempt(tally, action.name, () => action(office))
      }
}

const ACTIONS = [...WORK, ...OFFICE_ACTIONS.map(([, { name }]) => name)]

const countMessages = ({ receivers }: Systems) => {
  const messages = receivers.flatMap((receiver) => receiver.messages)
  return { received: messages.length, repeated: messages.length - new Set(messages.map(({ id }) => id)).size }
}

const killOne = async ({ servers }: Installation, day: number) => {
  const server = servers[Math.floor(day / KILL_DAYS) % servers.length]
  await sleep(100)
  await server?.kill()
  await server?.ready()
}

const workOfDay = async (life: Life, actionsOfLane: number) => {
  const { world, seats, installation, tally } = life
  const isKilled = world.day % KILL_DAYS === 0
  await beginDay(life)
  await Promise.all([
    ...seats.lanes.map((lane) => work(lane, { actions: actionsOfLane, isRepeatable: isKilled }, tally)),
    ...(isKilled ? [killOne(installation, world.day)] : []),
  ])
  return isKilled ? 1 : 0
}

/** Plays a number of days of two laboratories, and compares every outlet at rest with the oracle. */
export const live = async ({ seed, days, actions, onDay = () => {} }: LifeOptions): Promise<LifeOutcome> => {
  const startedAt = performance.now()
  const installation = await startInstallation()
  const { servers, database } = installation
  const origins = [servers[0].url, servers[1].url] as const
  const random = createRandom(seed)
  const trails = createTrails()
  const tally = createTally()
  const findings = new Map<string, Finding>()
  let kills = 0
  let stopSystems = async (): Promise<unknown> => undefined
  try {
    const world = await openLabs(origins[0], database)
    const owner = await signIn(origins[0], OWNER)
    const systems = await connectSystems(owner, world.labs, installation, random)
    const senders = await connectSenders(owner, world.labs, installation, random)
    stopSystems = systems.stop
    const note: Lane['note'] = (text, ...records) => trails.add(`day ${world.day}: ${text}`, ...records)
    const find = (difference: Difference) => {
      const key = keyOf(difference)
      const earlier = findings.get(key)
      const trail = earlier?.trail ?? trails.of(...difference.records)
      findings.set(key, { ...(earlier ?? { ...difference, day: world.day }), trail, lastDay: world.day })
    }
    const seats = await openSeats(world, origins, { seed, note, find, senders })
    const life: Life = { world, seats, systems, installation, random, tally, note }
    const evening = createEvenings({
      world,
      database,
      origins,
      systems,
      seats,
      random,
      mail: installation.mail,
    })
    const actionsOfLane = Math.max(1, Math.round(actions / days / seats.lanes.length))
    for (;;) {
      await seats.signInAgain()
      await database.query('delete from rate_limits')
      kills += await workOfDay(life, actionsOfLane)
      const isLast = world.day === days
      for (const difference of await evening({ isLast })) find(difference)
      const found = [...findings.values()].filter(({ day }) => day === world.day)
      onDay(world.day, describeFindings(seed, found))
      if (isLast || findings.size >= MOST_FINDINGS) break
      await passDay(database)
      world.day += 1
    }
    const last = { world, seats, systems, installation }
    for (const difference of await compareRestored(last)) find(difference)
    return {
      ...{ seed, days: world.day, kills },
      ...{ done: Object.fromEntries(tally.done), refused: Object.fromEntries(tally.refused) },
      ...countMessages(systems),
      restoredRecords: everything(world, 'patients').length + everything(world, 'reports').length,
      unused: ACTIONS.filter((name) => !tally.done.has(name)),
      seconds: Math.round((performance.now() - startedAt) / 1000),
      findings: [
        ...describeFindings(seed, [...findings.values()]),
        ...servers.flatMap((server) => server.ownEnds()),
      ],
    }
  } finally {
    await stopSystems()
    await installation.stop()
  }
}
