import { createRandom } from '../../apps/api/src/testing/hostile-values.ts'
import type { Lane, Team } from './lane.ts'
import { signInTeam } from './opening.ts'
import { one } from './people.ts'
import { newShare, type Lab, type World } from './world.ts'

const LANES_PER_LAB = 2
/** Below the age of a sign-in that may release. */
const SIGN_IN_MS = 8 * 60_000

/** Two people work in each lab, each with records of their own, at either process. */
export const openSeats = async (
  world: World,
  origins: readonly [string, string],
  { seed, ...common }: { seed: number } & Pick<Lane, 'note' | 'find' | 'senders'>,
) => {
  const teams = new Map<Lab, readonly [Team, Team]>()
  let signedInAt = -Infinity
  const teamsOf = (lab: Lab) => {
    const found = teams.get(lab)
    if (!found) throw new Error('Nobody is signed in')
    return found
  }
  const signInAgain = async () => {
    if (Date.now() - signedInAt < SIGN_IN_MS) return
    for (const lab of world.labs)
      teams.set(lab, [await signInTeam(origins[0], lab.id), await signInTeam(origins[1], lab.id)])
    signedInAt = Date.now()
  }
  await signInAgain()
  const lanes = world.labs.flatMap((lab, place) =>
    Array.from({ length: LANES_PER_LAB }, (_, number): Lane => {
      const random = createRandom(seed * 100 + place * LANES_PER_LAB + number)
      const share = newShare(lab)
      world.shares.push(share)
      return {
        ...{ ...common, world, share, random },
        get team() {
          return one(random, teamsOf(lab))
        },
      }
    }),
  )
  return { lanes, teamsOf, signInAgain }
}
export type Seats = Awaited<ReturnType<typeof openSeats>>
