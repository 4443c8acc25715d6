import { contract } from '@zelab/contract'
import { expectNoAxeViolations } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { ReportsPage } from '../pages/reports-page.ts'
import { samplePdf, samplePng } from '../sample-files.ts'
import { toast } from '../toasts.ts'

const SAVED = 'Changes saved successfully'
const LOGO = /\/settings\/logo\?v=\d+$/

// Other tests of this worker need the default settings.
test.afterEach(async ({ data }) => {
  const admin = await data.as(data.admin)
  await admin.call(contract.settings.removeLogo, {})
  await admin.call(contract.settings.updateGeneral, {
    body: { productName: 'Zelab', timeZone: 'Asia/Dubai', defaultPageSize: 10, uploadLimitMb: 10 },
  })
  await admin.call(contract.settings.updateSecurity, {
    body: {
      idleMinutes: 60,
      absoluteHours: 12,
      signInAttempts: 10,
      signInAttemptsPerAddress: 100,
      signInWindowMinutes: 15,
    },
  })
})

test('name and logo of the installation', async ({ page, data, signIn, openBrowser, watch }) => {
  await signIn(data.admin)
  await page.goto('/user/settings/general')
  const brand = page.getByTestId('sidebar').getByRole('link', { name: /^(Zelab|Harbour Labs)$/ })
  const picker = page.locator('input[type=file]')

  await test.step('appear in the shell and in the title as soon as they are saved [INSTALL-01]', async () => {
    await expect(brand).toHaveAccessibleName('Zelab')
    await page.getByLabel('Product Name').fill('Harbour Labs')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(toast(page, SAVED)).toBeVisible()
    await expect(brand).toHaveAccessibleName('Harbour Labs')
    await expect(brand).toHaveText('Harbour Labs')
    await expect(page).toHaveTitle('Settings · Harbour Labs')
    await picker.setInputFiles(samplePng())
    await expect(page.getByRole('button', { name: 'Replace Logo' })).toBeVisible()
    await expect(brand.locator('img')).toHaveAttribute('src', LOGO)
    await expect(page.getByTestId('logo-preview').locator('img')).toHaveAttribute('src', LOGO)
    await expectNoAxeViolations(page, '[data-testid=sidebar], [data-testid=logo-preview]')
  })

  await test.step('come with the landing page, before anything is asked for [INSTALL-01]', async () => {
    const visitor = await openBrowser()
    const asked: string[] = []
    visitor.on('request', (request) => asked.push(request.url()))
    await visitor.goto('/')
    const bar = visitor.getByRole('banner')
    await expect(bar).toContainText('Harbour Labs')
    await expect(bar.locator('img')).toHaveAttribute('src', LOGO)
    await expect(bar.locator('img')).toHaveJSProperty('complete', true)
    expect(
      await bar.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth),
    ).toBeGreaterThan(0)
    await expect(visitor).toHaveTitle('Welcome · Harbour Labs')
    expect(asked.filter((url) => /settings\/(brand|general|contact)/.test(url))).toEqual([])
    expect(await (await visitor.request.get('/forgot-password')).text()).toContain(
      '<title>Harbour Labs</title>',
    )
    await visitor.goto('/forgot-password')
    await expect(visitor).toHaveTitle('Forgot Password · Harbour Labs')
    await expect(visitor.getByRole('link', { name: 'Harbour Labs' })).toBeVisible()
  })

  await test.step('appear to everybody [INSTALL-01]', async () => {
    for (const role of ['Doctor', 'Technician', 'Receptionist'] as const) {
      const colleague = await openBrowser(await data.user(role))
      await colleague.goto('/user/dashboard')
      await expect(colleague.getByTestId('sidebar').getByRole('link', { name: 'Harbour Labs' })).toBeVisible()
      await expect(colleague).toHaveTitle(/Dashboard · Harbour Labs$/)
    }
  })

  await test.step('explain a refused logo, and keep the old one [INSTALL-07]', async () => {
    watch.allowHttp(415, '/settings/logo')
    const before = await brand.locator('img').getAttribute('src')
    // A toast of the previous step may still be shown.
    const problem = (text: string) => page.getByRole('alert').filter({ hasText: text })
    await picker.setInputFiles({ ...samplePdf(), name: 'logo.png' })
    await expect(problem('The logo must be a PNG or JPEG picture')).toBeVisible()
    await picker.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.alloc(300_000) })
    await expect(problem('The logo is larger than 256 kB. Please choose a smaller file.')).toBeVisible()
    await expect(brand.locator('img')).toHaveAttribute('src', before ?? '?')
  })

  await test.step('give way to the own sign when removed', async () => {
    await page.getByRole('button', { name: 'Remove' }).click()
    await expect(toast(page, 'Logo removed')).toBeVisible()
    await expect(brand.locator('img')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Upload Logo' })).toBeVisible()
  })
})

test('shows the settings forms', async ({ page, data, signIn }) => {
  await signIn(data.admin)
  await page.goto('/user/settings/general')
  const save = page.getByRole('button', { name: 'Save Changes' })
  const name = page.getByLabel('Product Name')
  const zone = page.getByRole('combobox', { name: 'Time Zone' })
  const size = page.getByRole('combobox', { name: 'Default Page Size' })

  await test.step('shows the stored values [INSTALL-07]', async () => {
    await expect(name).toHaveValue('Zelab')
    await expect(zone).toHaveValue('Asia/Dubai')
    await expect(size).toHaveValue('10')
  })

  await test.step('finds a time zone by typing', async () => {
    await zone.fill('new york')
    await page.getByRole('option', { name: 'America/New York' }).click()
    await size.selectOption('30')
    await save.click()
    await expect(toast(page, SAVED)).toBeVisible()
    await page.reload()
    await expect(zone).toHaveValue('America/New York')
    await expect(size).toHaveValue('30')
  })

  await test.step('holds the sign-in throttle [INSTALL-07]', async () => {
    await page.getByRole('link', { name: 'Security' }).click()
    const attempts = page.getByLabel('Attempts on an Account')
    await expect(attempts).toHaveValue('10')
    await expect(page.getByLabel('Attempts from an Address')).toHaveValue('100')
    await expect(page.getByLabel('Window (minutes)')).toHaveValue('15')
    await attempts.fill('5')
    await save.click()
    await expect(toast(page, SAVED).first()).toBeVisible()
    await page.reload()
    await expect(attempts).toHaveValue('5')
  })
})

test('applies the default page size', async ({ page, data, signIn }) => {
  const receptionist = await data.user('Receptionist')
  for (let number = 1; number <= 12; number++) await data.patient(receptionist)
  const rows = page.getByRole('table').locator('tbody').getByRole('row')
  const perPage = page.getByLabel('Rows per page')
  await signIn(receptionist)

  await test.step('starts at 10 in a new installation', async () => {
    await page.goto('/user/patients')
    await expect(rows).toHaveCount(10)
    await expect(perPage).toHaveValue('10')
  })

  await test.step('reaches every list whose address names none [INSTALL-05]', async () => {
    await (
      await data.as(data.admin)
    ).call(contract.settings.updateGeneral, { body: { defaultPageSize: 20, uploadLimitMb: 10 } })
    await page.goto('/user/patients')
    await expect(rows).toHaveCount(12)
    await expect(perPage).toHaveValue('20')
    await page.goto('/user/patients?limit=10')
    await expect(rows).toHaveCount(10)
    await expect(page).toHaveURL('/user/patients?limit=10')
    await perPage.selectOption('20')
    await expect(page).toHaveURL('/user/patients')

    const asked = page.waitForRequest(/\/report\/getAll\?.*limit=20/)
    await new ReportsPage(page).open()
    await asked
    await signIn(data.admin)
    for (let number = 1; number <= 10; number++)
      await data.user('Receptionist', receptionist.lab ?? undefined)
    await page.goto('/user/users')
    await expect(perPage).toHaveValue('20')
    // The client paginates the users.
    await expect.poll(() => rows.count()).toBeGreaterThan(10)
  })
})
