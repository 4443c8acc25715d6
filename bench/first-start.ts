import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'

const LIMIT_MS = 30 * 60_000

/** The first start after seeding counts the daily totals in the background, which would disturb what is measured. */
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
