import { createRandom } from '../../apps/api/src/testing/hostile-values.ts'
import { evening } from './evening.ts'
import { work, type Tally } from './days.ts'
import { describeFinding, keyOf, type Finding } from './findings.ts'
import { OWNER, startInstallation } from './installation.ts'
import type { Lane, Team } from './lane.ts'
import { openLabs, signIn, signInTeam } from './opening.ts'
import { one } from './people.ts'
import { passDay } from './rest.ts'
import { connectSystems } from './systems.ts'
import { createTrails } from './trails.ts'
import { newShare, type World } from './world.ts'

export interface LifeOptions {
  seed: number
  days: number
  /** In all. */
  actions: number
  onDay?: (day: number, findings: number) => void
}

export interface LifeOutcome {
  seed: number
  days: number
  done: Record<string, number>
  refused: Record<string, number>
  received: number
  seconds: number
  findings: string[]
}

const LANES_PER_LAB = 2
const MOST_FINDINGS = 40
/** Below the age of a sign-in that may release. */
const SIGN_IN_MS = 8 * 60_000

interface Seat {
  lane: Lane
  teams: readonly [Team, Team]
}

const openSeats = async (
  world: World,
  origins: readonly [string, string],
  seed: number,
  note: (
    text: string,
    ...records: Parameters<Lane['note']> extends [string, ...infer Rest] ? Rest : never
  ) => void,
): Promise<Seat[]> => {
  const seats: Seat[] = []
  for (const lab of world.labs) {
    const teams = [await signInTeam(origins[0], lab.id), await signInTeam(origins[1], lab.id)] as const
    for (let number = 0; number < LANES_PER_LAB; number += 1) {
      const share = newShare(lab)
      world.shares.push(share)
      const random = createRandom(seed * 100 + seats.length)
      const lane: Lane = {
        ...{ world, share, random, note },
        get team() {
          return one(random, teams)
        },
      }
      seats.push({ teams, lane })
    }
  }
  return seats
}

/** Plays a number of days of two laboratories, and compares every outlet at rest with the oracle. */
export const live = async ({ seed, days, actions, onDay = () => {} }: LifeOptions): Promise<LifeOutcome> => {
  const startedAt = performance.now()
  const installation = await startInstallation()
  const { servers, database } = installation
  const origins = [servers[0].url, servers[1].url] as const
  const random = createRandom(seed)
  const trails = createTrails()
  const tally: Tally = { done: new Map(), refused: new Map() }
  const findings = new Map<string, Finding>()
  let stopSystems = async (): Promise<unknown> => undefined
  try {
    const world = await openLabs(origins[0], database)
    const admin = await signIn(origins[0], OWNER)
    const systems = await connectSystems(admin, world.labs, installation, random)
    stopSystems = systems.stop
    const note: Lane['note'] = (text, ...records) => trails.add(`day ${world.day}: ${text}`, ...records)
    let seats = await openSeats(world, origins, seed, note)
    let signedInAt = Date.now()
    const actionsOfLane = Math.max(1, Math.round(actions / days / seats.length))
    while (world.day <= days && findings.size < MOST_FINDINGS) {
      if (Date.now() - signedInAt > SIGN_IN_MS) {
        const { shares } = world
        world.shares = []
        const fresh = await openSeats(world, origins, seed, note)
        world.shares = shares
        seats = seats.map(({ lane }, index) => ({ lane, teams: fresh[index]?.teams ?? seats[0]!.teams }))
        signedInAt = Date.now()
      }
      await database.query('delete from rate_limits')
      await Promise.all(seats.map(({ lane }) => work(lane, actionsOfLane, tally)))
      const isLast = world.day === days
      const found = await evening({ world, database, origins, systems, seats, random, isComplete: isLast })
      for (const difference of found)
        if (!findings.has(keyOf(difference)))
          findings.set(keyOf(difference), {
            ...{ ...difference, day: world.day },
            trail: trails.of(...difference.records),
          })
      onDay(world.day, findings.size)
      if (isLast) break
      await passDay(database)
      world.day += 1
    }
    const ends = servers.flatMap((server) => server.ownEnds())
    return {
      ...{
        seed,
        days: world.day,
        done: Object.fromEntries(tally.done),
        refused: Object.fromEntries(tally.refused),
      },
      received: systems.receivers.reduce((sum, { count }) => sum + count(), 0),
      seconds: Math.round((performance.now() - startedAt) / 1000),
      findings: [...[...findings.values()].map((finding) => describeFinding(seed, finding)), ...ends],
    }
  } finally {
    await stopSystems()
    await installation.stop()
  }
}
