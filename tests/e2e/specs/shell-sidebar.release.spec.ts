import type { Page } from '@playwright/test'
import { expectAccessibleInBothSchemes } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'

const REM = 16
const WEEK_S = 604_800

const widthOf = async (page: Page) => (await page.getByTestId('sidebar').boundingBox())?.width

const sidebarCookie = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === 'sidebar:state')

test('shows the sidebar on a wide screen', async ({ page, data, signIn }) => {
  await signIn(await data.user('Technician'))
  await page.goto('/user/dashboard')
  const sidebar = page.getByTestId('sidebar')
  const toggle = page.getByRole('button', { name: 'Toggle sidebar' })
  await expect(sidebar).toBeVisible()

  await test.step('starts expanded, 16rem wide [SHELL-08, SHELL-48, SHELL-58]', async () => {
    expect(await widthOf(page)).toBe(16 * REM)
    await expect(toggle).toHaveAttribute('aria-expanded', 'true')
  })

  await test.step('collapses to an icon strip of 3rem [SHELL-46, SHELL-48, SHELL-60]', async () => {
    await toggle.click()
    await expect(toggle).toHaveAttribute('aria-expanded', 'false')
    await expect.poll(() => widthOf(page)).toBe(3 * REM)
    await expect(sidebar.getByText('View Patients')).toHaveCount(0)
    const link = sidebar.getByRole('link', { name: 'View Patients' })
    await expect(link.locator('svg')).toBeVisible()
    await expectAccessibleInBothSchemes(page, sidebar)
  })

  await test.step('keeps that in a cookie for 7 days [SHELL-56, SHELL-57, STORE-16]', async () => {
    const cookie = await sidebarCookie(page)
    expect(cookie).toMatchObject({ value: 'false', path: '/' })
    const life = (cookie?.expires ?? 0) - Date.now() / 1000
    expect(life).toBeGreaterThan(WEEK_S - 60)
    expect(life).toBeLessThanOrEqual(WEEK_S)
    await page.reload()
    await expect.poll(() => widthOf(page)).toBe(3 * REM)
  })

  await test.step('toggles with Ctrl and b [SHELL-44]', async () => {
    await page.keyboard.press('Control+b')
    await expect.poll(() => widthOf(page)).toBe(16 * REM)
    expect(await sidebarCookie(page)).toMatchObject({ value: 'true' })
    await page.keyboard.press('b')
    expect(await widthOf(page)).toBe(16 * REM)
  })

  await test.step('toggles with Cmd and b, in a field too [SHELL-45]', async () => {
    await page.goto('/user/patients')
    await page.getByLabel('Search patients...').focus()
    await page.keyboard.press('Meta+b')
    await expect.poll(() => widthOf(page)).toBe(3 * REM)
  })
})

test('shows the sidebar on a narrow screen', async ({ page, data, signIn }) => {
  await signIn(await data.user('Receptionist'))
  await page.setViewportSize({ width: 768, height: 900 })
  await page.goto('/user/dashboard')
  const sidebar = page.getByTestId('sidebar')
  const toggle = page.getByRole('button', { name: 'Toggle sidebar' })
  const panel = page.getByRole('dialog', { name: 'Navigation' })

  await test.step('matches the one of the wide screen [SHELL-61] at 768 px, collapsed at first [SHELL-64]', async () => {
    await expect(sidebar).toBeVisible()
    expect(await widthOf(page)).toBe(3 * REM)
    await page.setViewportSize({ width: 1199, height: 900 })
    await page.reload()
    await expect.poll(() => widthOf(page)).toBe(3 * REM)
    await page.setViewportSize({ width: 1200, height: 900 })
    await page.reload()
    await expect.poll(() => widthOf(page)).toBe(16 * REM)
  })

  await test.step('becomes a panel at 767 px, closed at first [SHELL-47, SHELL-49, SHELL-61]', async () => {
    await page.setViewportSize({ width: 767, height: 900 })
    await expect(sidebar).toHaveCount(0)
    await expect(panel).toBeHidden()
    await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  })

  await test.step('slides in, 18rem wide [SHELL-47, SHELL-49, SHELL-59]', async () => {
    await toggle.click()
    await expect(panel).toBeVisible()
    await expect.poll(async () => panel.boundingBox()).toMatchObject({ x: 0, width: 18 * REM })
  })

  await test.step('closes with Escape and after a choice [SHELL-49]', async () => {
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await toggle.click()
    await panel.getByRole('link', { name: 'View Patients' }).click()
    await expect(page).toHaveURL('/user/patients')
    await expect(panel).toBeHidden()
  })

  await test.step('toggles with Ctrl and b, which no cookie keeps [SHELL-44, SHELL-49]', async () => {
    await page.keyboard.press('Control+b')
    await expect(panel).toBeVisible()
    await page.keyboard.press('Control+b')
    await expect(panel).toBeHidden()
    expect(await sidebarCookie(page)).toBeUndefined()
  })

  await test.step('stays expanded according to the cookie [SHELL-64]', async () => {
    await page.setViewportSize({ width: 768, height: 900 })
    await page.reload()
    await expect.poll(() => widthOf(page)).toBe(3 * REM)
    await toggle.click()
    await expect.poll(() => widthOf(page)).toBe(16 * REM)
    await page.reload()
    await expect.poll(() => widthOf(page)).toBe(16 * REM)
  })
})

test('tooltips', async ({ page, data, signIn }) => {
  await signIn(await data.user('Doctor'))
  await page.clock.install()
  await page.goto('/user/dashboard')
  const toggle = page.getByRole('button', { name: 'Toggle sidebar' })
  const scheme = page.getByRole('button', { name: 'Switch to dark mode' })
  const tooltip = (text: string) => page.getByRole('tooltip').filter({ hasText: text })
  await expect(toggle).toBeVisible()
  await page.clock.pauseAt(new Date(Date.now() + 60_000))

  await test.step('open after 700 ms [SHELL-62]', async () => {
    await toggle.hover()
    await page.clock.runFor(690)
    await expect(tooltip('Toggle sidebar')).toHaveCount(0)
    await page.clock.runFor(200)
    await expect(tooltip('Toggle sidebar')).toBeVisible()
  })

  await test.step('open at once on the next control within 300 ms [SHELL-63]', async () => {
    await page.mouse.move(720, 800)
    await page.clock.runFor(250)
    await scheme.hover()
    await page.clock.runFor(150)
    await expect(tooltip('Switch to dark mode')).toBeVisible()
  })

  await test.step('wait again after more than that [SHELL-63]', async () => {
    await page.mouse.move(720, 800)
    await page.clock.runFor(600)
    await expect(page.getByRole('tooltip')).toHaveCount(0)
    await toggle.hover()
    await page.clock.runFor(400)
    await expect(tooltip('Toggle sidebar')).toHaveCount(0)
    await page.clock.runFor(500)
    await expect(tooltip('Toggle sidebar')).toBeVisible()
  })
})
