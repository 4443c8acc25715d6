import packageFile from '../../../package.json' with { type: 'json' }
import { expectAccessibleInBothSchemes } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { expectNothingSticksOut } from '../overflow.ts'

const { version } = packageFile
const PAGES = ['Receptionist', 'Technician', 'Doctor', 'Admin', 'For everybody']

test('shows the user guide to everybody, signed in or not', async ({ page, data, openBrowser }) => {
  await test.step('opens from the landing page, and names its version [HELP-03] [PACK-07]', async () => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Read the user guide' }).click()
    await expect(page).toHaveURL('/guide/')
    await expect(page.getByRole('heading', { level: 1, name: 'User guide' })).toBeVisible()
    await expect(page.getByRole('contentinfo')).toHaveText(`Zelab ${version}`)
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('opens from Help in the user menu, in a new tab [HELP-03]', async () => {
    const desk = await openBrowser(await data.user('Receptionist'))
    await desk.goto('/user/dashboard')
    await desk.getByRole('button', { name: /^User menu/ }).click()
    const opened = desk.waitForEvent('popup')
    await desk.getByRole('menuitem', { name: 'Help' }).click()
    const guide = await opened
    await expect(guide.getByRole('heading', { level: 1, name: 'User guide' })).toBeVisible()
    expect(new URL(guide.url()).pathname).toBe('/guide/')
  })

  for (const name of PAGES)
    await test.step(`its page "${name}" reads well with pictures, at any width [HELP-04]`, async () => {
      await page.goto('/guide/')
      await page.getByRole('table').getByRole('link', { name, exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
      await expectAccessibleInBothSchemes(page)
      for (const picture of await page.getByRole('img').all()) {
        await picture.scrollIntoViewIfNeeded()
        await expect
          .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
          .toBe(true)
      }
      await page.setViewportSize({ width: 320, height: 640 })
      await expectNothingSticksOut(page)
      await page.setViewportSize({ width: 1280, height: 800 })
    })

  await test.step('developers of other systems read theirs without an account [API-OUT-151]', async () => {
    await page.goto('/guide/integration.html')
    await expect(page.getByRole('heading', { level: 1, name: 'Connect another system' })).toBeVisible()
    await expect(page.getByText('def is_genuine(secret, headers, body)')).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNothingSticksOut(page)
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  await test.step('leads to the right places from its list of contents and its skip link [HELP-04]', async () => {
    await page.goto('/guide/technician.html')
    await page
      .getByRole('navigation', { name: 'On this page' })
      .getByRole('link', { name: 'Publish a report' })
      .click()
    await expect(page.getByRole('heading', { name: 'Publish a report' })).toBeInViewport()
    await page.goto('/guide/technician.html')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
  })
})
