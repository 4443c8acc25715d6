import { contract } from '@zelab/contract'
import { expectAccessibleInBothSchemes } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { toast, toasts } from '../toasts.ts'

test('toasts', async ({ page, calls }) => {
  await page.clock.install()
  await page.goto('/forgot-password')
  const send = async (message: string) => {
    await calls.restore()
    await calls.refuse(contract.auth.forgotPassword, 503, message)
    const answered = page.waitForResponse((response) => response.status() === 503)
    await page.getByRole('button', { name: 'Send Reset Link' }).click()
    // The next call would replace one that is still running.
    await answered
  }

  await test.step('appear at the bottom left [CONST-13]', async () => {
    await send('First')
    await expect(toast(page, 'First')).toBeVisible()
    const box = await toast(page, 'First').boundingBox()
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
    expect((box?.x ?? width) + (box?.width ?? 0)).toBeLessThan(width / 2)
    expect(box?.x).toBeLessThan(40)
    expect(height - (box?.y ?? 0) - (box?.height ?? 0)).toBeLessThan(40)
    await expectAccessibleInBothSchemes(page, toast(page, 'First'))
  })

  await test.step('hide by themselves after 5000 ms [CONST-12]', async () => {
    await page.mouse.move(1400, 100)
    // The clock also runs in real time; a new toast is timed from here.
    await page.clock.runFor(6000)
    await expect(toasts(page)).toHaveCount(0)
    await page.clock.pauseAt(new Date(Date.now() + 600_000))
    await send('Second')
    await expect(toast(page, 'Second')).toBeVisible()
    await page.clock.runFor(4800)
    await expect(toast(page, 'Second')).toBeVisible()
    await page.clock.runFor(700)
    await expect(toast(page, 'Second')).toHaveCount(0)
    await page.clock.resume()
  })

  await test.step('stay while the pointer rests on them', async () => {
    await page.clock.pauseAt(new Date(Date.now() + 1_200_000))
    await send('Held')
    await toast(page, 'Held').hover()
    await page.clock.runFor(8000)
    await expect(toast(page, 'Held')).toBeVisible()
    await page.mouse.move(1400, 100)
    await page.clock.runFor(5500)
    await expect(toast(page, 'Held')).toHaveCount(0)
    await page.clock.resume()
  })

  await test.step('appear at most 3 at once, the others wait [CONST-11]', async () => {
    for (const message of ['One', 'Two', 'Three', 'Four']) {
      await send(message)
      await expect(page.getByRole('button', { name: 'Send Reset Link' })).toBeEnabled()
    }
    await expect(toast(page, 'Three')).toBeVisible()
    await expect(toasts(page)).toHaveText(['One', 'Two', 'Three'])
    await toast(page, 'One').getByRole('button', { name: 'Dismiss' }).click()
    await expect(toasts(page)).toHaveText(['Two', 'Three', 'Four'])
  })
})

test('leaves the buttons at the end of a list reachable under a toast [FIND-32]', async ({
  page,
  calls,
  data,
  signIn,
}) => {
  const doctor = await data.user('Doctor')
  const patient = await data.patient(doctor)
  for (let count = 0; count < 4; count++) await data.report(doctor, patient)
  await signIn(doctor)
  for (const size of [
    { width: 1440, height: 420 },
    { width: 390, height: 600 },
  ]) {
    await page.setViewportSize(size)
    await page.goto('/user/reports')
    await calls.refuse(contract.reports.readFile, 503, 'Not now')
    const last = page.getByRole('button', { name: /\.pdf$/ }).last()
    await last.click()
    const box = await toast(page, 'Not now').boundingBox()
    await page.mouse.wheel(0, 2000)
    await expect
      .poll(async () => ((await last.boundingBox())?.y ?? 0) + ((await last.boundingBox())?.height ?? 0))
      .toBeLessThanOrEqual(box?.y ?? 0)
    await calls.restore()
  }
})
