import { countActions, type Actions } from '../counted-actions.ts'
import { expect } from '../fixtures.ts'
import { answerReadyWhenPaid, handOver, registerWalkIn } from '../jobs/front-desk.ts'
import type { Job } from '../jobs/job.ts'
import { publishForRightPatient, publishTwentyFiles, recordCall, releaseTen } from '../jobs/results.ts'
import { setUp } from '../jobs/set-up.ts'
import { pressUntil } from '../keyboard.ts'
import { test } from '../mail-fixtures.ts'

interface CountedJob {
  job: string
  atMost: Actions
  steps: (job: Job) => Promise<void>
}

/** The work of every day, from the dashboard on, with its limit of actions. */
const JOBS: CountedJob[] = [
  {
    job: 'registers a walk-in with a visit and the first report [SPEED-48]',
    atMost: { clicks: 2, keys: 10 },
    steps: registerWalkIn,
  },
  {
    job: 'answers at the counter what is ready, when, and paid [SPEED-49]',
    atMost: { clicks: 0, keys: 0 },
    steps: answerReadyWhenPaid,
  },
  {
    job: 'releases ten reports [SPEED-50, RELEASE-120]',
    atMost: { clicks: 1, keys: 10 },
    steps: releaseTen,
  },
  {
    job: 'records the call about a critical result [SPEED-51, CRIT-94]',
    atMost: { clicks: 3, keys: 7 },
    steps: recordCall,
  },
  {
    job: 'publishes twenty mixed files of the inbox [SPEED-52]',
    atMost: { clicks: 7, keys: 4 },
    steps: publishTwentyFiles,
  },
  {
    job: 'sets up an empty installation to its first report [SPEED-53, INSTALL-20]',
    atMost: { clicks: 16, keys: 23 },
    steps: setUp,
  },
  {
    job: 'publishes a report of the wrong patient for the right one [SPEED-54]',
    atMost: { clicks: 5, keys: 4 },
    steps: publishForRightPatient,
  },
  {
    job: 'hands a report over on paper [SPEED-55]',
    atMost: { clicks: 0, keys: 4 },
    steps: handOver,
  },
]

for (const { job, atMost, steps } of JOBS)
  test(`${job}, clicks: ${atMost.clicks}, keys: ${atMost.keys}`, async ({ page, data, signIn }, {
    annotations,
  }) => {
    let readActions: (() => Promise<Actions>) | undefined
    await steps({
      page,
      data,
      begin: async (user) => {
        if (user) await signIn(user)
        if (user) await page.goto('/user/dashboard')
        if (user?.role === 'Receptionist')
          await expect(page.getByRole('combobox', { name: 'Find a patient' })).toBeFocused()
        else if (user) {
          // Single keys do nothing right after a navigation.
          const help = page.getByRole('dialog')
          await pressUntil(page, '?', (within) => expect(help).toBeVisible(within))
          await page.keyboard.press('Escape')
          await expect(help).toHaveCount(0)
        }
        readActions = await countActions(page)
      },
    })
    const actions = await readActions?.()
    annotations.push({ type: 'actions', description: `${actions?.clicks} clicks, ${actions?.keys} keys` })
    expect(actions?.clicks, 'clicks').toBeLessThanOrEqual(atMost.clicks)
    expect(actions?.keys, 'keys').toBeLessThanOrEqual(atMost.keys)
  })
