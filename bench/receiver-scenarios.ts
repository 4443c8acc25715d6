import { startHookServer } from '../apps/api/src/testing/receivers.ts'
import type { ConnectedSystems } from './connected-systems.ts'
import { figuresOf, runLoad, type LoadResult } from './load.ts'
import type { Operation } from './requests.ts'
import { printScenario, type ScenarioResult } from './scenarios.ts'

type Side = 'quiet' | 'busy'

const RECEIVERS = 3
const WAITING_CHANGES = 100_000
const LOAD = { connections: 16, durationMs: 4_000 }
const WARM_UP = { ...LOAD, durationMs: 1_000 }
/** Neither side is always first, because the machine becomes faster and slower. */
const ORDER: readonly Side[] = ['quiet', 'busy', 'busy', 'quiet', 'quiet', 'busy', 'busy', 'quiet']

type Run = LoadResult & { cpuSeconds: number }

const cpuOf = (runs: Run[]): string => {
  const requests = runs.reduce((sum, { latencies }) => sum + latencies.length, 0)
  return ((runs.reduce((sum, run) => sum + run.cpuSeconds, 0) * 1_000) / requests).toFixed(2)
}

interface Scenario {
  name: string
  measured: Operation[]
  addReceivers: () => Promise<void>
  /** Between the rounds. */
  pause?: () => Promise<void>
}

/** Publishing and lists of a lab with receivers, in rounds that alternate with those of the same lab without. */
export const runReceiverScenarios = async ({
  origin,
  systems,
  publishing,
  lists,
  waitForIdle,
  cpuSeconds,
  isWanted,
}: {
  origin: string
  systems: ConnectedSystems
  publishing: Operation
  lists: Operation[]
  waitForIdle: () => Promise<void>
  /** CPU time of the product and its database so far. */
  cpuSeconds: () => number
  isWanted: (name: string) => boolean
}): Promise<ScenarioResult[]> => {
  const hooks = await startHookServer()

  const compare = async ({ name, measured, addReceivers, pause }: Scenario): Promise<ScenarioResult[]> => {
    const runs = measured.map(() => ({ quiet: [] as Run[], busy: [] as Run[] }))
    let waiting = 0
    let now: Side = 'quiet'
    for (const side of ORDER) {
      if (side !== now) await (side === 'busy' ? addReceivers() : systems.remove())
      now = side
      await pause?.()
      for (const [index, { product }] of measured.entries()) {
        await runLoad(origin, product, WARM_UP)
        const before = cpuSeconds()
        const result = await runLoad(origin, product, LOAD)
        runs[index]?.[side].push({ ...result, cpuSeconds: cpuSeconds() - before })
      }
      if (side === 'busy') waiting = Math.max(waiting, await systems.countWaiting())
    }
    const received = hooks.received.splice(0).length
    return measured.map((operation, index) => ({
      name,
      measured: operation.name,
      quiet: figuresOf(runs[index]?.quiet ?? []),
      busy: figuresOf(runs[index]?.busy ?? []),
      note:
        `${cpuOf(runs[index]?.quiet ?? [])} and ${cpuOf(runs[index]?.busy ?? [])} ms of CPU per request, ` +
        `${waiting} changes waited, ${received} were received`,
    }))
  }

  const fail = async () => {
    await systems.insertReceivers(RECEIVERS, hooks.url)
    await systems.failReceivers()
  }
  const scenarios: Scenario[] = [
    {
      name: `receivers, ${WAITING_CHANGES} waiting changes`,
      measured: lists,
      addReceivers: async () => {
        await fail()
        await systems.queueChanges(WAITING_CHANGES)
      },
      pause: waitForIdle,
    },
    { name: 'receivers, three that do not answer', measured: [publishing], addReceivers: fail },
    {
      name: 'receivers, three that accept',
      measured: [publishing],
      addReceivers: () => systems.insertReceivers(RECEIVERS, hooks.url),
    },
  ]
  try {
    const results: ScenarioResult[] = []
    for (const scenario of scenarios.filter(({ name }) => isWanted(name))) {
      const found = await compare(scenario)
      found.forEach(printScenario)
      results.push(...found)
    }
    return results
  } finally {
    await systems.remove()
    await hooks.stop()
  }
}
