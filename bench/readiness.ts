import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'

const LIMIT_MS = 30 * 60_000

/** The first start after seeding computes the daily totals in the background, which would disturb the measurement. */
export const waitForFigures = async (origin: string, cookie: string): Promise<void> => {
  const end = performance.now() + LIMIT_MS
  for (;;) {
    const { statusCode, body } = await request(`${origin}/api/v1/insights/figures`, { headers: { cookie } })
    const answer = await body.text()
    if (statusCode === 200) return
    if (!answer.includes('FIGURES_BEING_COUNTED') || performance.now() > end)
      throw new Error(`The figures of the insights answered ${statusCode}: ${answer}`)
    await sleep(1_000)
  }
}

const SAMPLE_MS = 2_000
/** Share of a core that background processes of an idle database stay below. */
const IDLE_SHARE = 0.03
const IDLE_SAMPLES = 3

/**
 * A start may trigger recurring jobs and a vacuum.
 * @param cpuSeconds total CPU time of the database so far
 */
export const waitForIdleDatabase = async (cpuSeconds: () => number): Promise<void> => {
  const end = performance.now() + LIMIT_MS
  for (let idle = 0; idle < IDLE_SAMPLES;) {
    if (performance.now() > end) throw new Error('The database did not come to rest')
    const before = cpuSeconds()
    await sleep(SAMPLE_MS)
    idle = cpuSeconds() - before < IDLE_SHARE * (SAMPLE_MS / 1_000) ? idle + 1 : 0
  }
}
