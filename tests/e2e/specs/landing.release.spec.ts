import { expectAccessibleInBothSchemes } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'

const CARDS = [
  { role: 'Admin', text: 'manage system settings and user accounts', cites: '[LAND-04, LAND-17]' },
  { role: 'Doctor', text: 'view, update and manage patient medical records', cites: '[LAND-05, LAND-18]' },
  {
    role: 'Technician',
    text: 'perform diagnostic and technical tasks with access to relevant records',
    cites: '[LAND-06, LAND-19]',
  },
  { role: 'Receptionist', text: 'schedule appointments and register patients', cites: '[LAND-07, LAND-20]' },
]

const FEATURES = [
  { title: 'User Management', text: /role-based access control/, cites: '[LAND-09]' },
  { title: 'Secure Access', text: /\S/, cites: '[LAND-10]' },
  { title: 'Report Management', text: /reports/, cites: '[LAND-11]' },
]

test('introduces the product to a visitor on the landing page', async ({ page }) => {
  await test.step('opens a web application at "/" without a sign-in [LAND-01, LAND-21]', async () => {
    const response = await page.goto('/')
    expect(response?.headers()['content-type']).toContain('text/html')
    await expect(page).toHaveURL('/')
    await expect(page).toHaveTitle(/Zelab/)
    await expect(page.getByRole('button', { name: 'Get Started' })).toBeVisible()
  })

  await test.step('shows its title [LAND-02]', async () => {
    await expect(
      page.getByRole('heading', { level: 1, name: 'Modern Medical Reports Management System', exact: true }),
    ).toBeVisible()
  })

  await test.step('shows four cards for the staff roles, none for patients [LAND-03, LAND-08]', async () => {
    const cards = page.getByRole('region', { name: 'Choose how you work' }).getByRole('button')
    await expect(cards).toHaveText([/^Admin/, /^Doctor/, /^Technician/, /^Receptionist/])
    await expect(page.getByRole('button', { name: /^Patient/ })).toHaveCount(0)
  })

  for (const { role, text, cites } of CARDS)
    await test.step(`describes the ${role} on a card and opens its login ${cites}`, async () => {
      const card = page.getByRole('button', { name: new RegExp(`^${role}\\b`) })
      await expect(card).toHaveText(new RegExp(`^${role}${text}$`, 'i'))
      await card.click()
      const dialog = page.getByRole('dialog', { name: `${role} Login`, exact: true })
      await expect(dialog).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    })

  for (const { title, text, cites } of FEATURES)
    await test.step(`names the key feature ${title} ${cites}`, async () => {
      const feature = page.getByRole('region', { name: 'Key features' }).getByRole('article')
      await expect(feature.filter({ has: page.getByRole('heading', { name: title }) })).toHaveText(text)
    })
})

test('shows the benefits on the first screen, and lets a visitor try the check before publishing', async ({
  page,
}) => {
  await page.goto('/')

  await test.step('names what it gains [LAND-23]', async () => {
    for (const gain of [
      'Arrives by itself.',
      'For the right patient.',
      'Reaches the patient.',
      'Checked by anyone.',
    ])
      await expect(page.getByRole('listitem').filter({ hasText: gain })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('link', { name: 'Check a report' })).toHaveAttribute('href', '/v')
  })

  await test.step('notices a file of someone else, and agrees with the named patient [LAND-24]', async () => {
    const check = page.getByRole('region', { name: 'Try it: the check before publishing' })
    const verdict = check.getByRole('status')
    await expect(verdict).toBeInViewport({ ratio: 1 })
    await expect(verdict).toContainText('This file may belong to another patient')
    await expect(verdict.getByRole('row', { name: /^EMR ID/ })).toHaveText(/EMR-2041.*EMR-2057/)
    await check.getByLabel('born March 4, 1990').check()
    await expect(verdict).toContainText('The file names this patient')
    await expectAccessibleInBothSchemes(page, verdict)
    await page.keyboard.press('ArrowDown')
    await expect(verdict).toContainText('This file may belong to another patient')
  })
})

test('leads from the buttons of the top bar to their targets', async ({ page }) => {
  await page.goto('/')
  const topBar = page.getByRole('navigation', { name: 'Top' })

  for (const [name, cites] of [
    ['About', '[LAND-12, LAND-14]'],
    ['Contact', '[LAND-13, LAND-14]'],
  ])
    await test.step(`${name} leads to its section of this page ${cites}`, async () => {
      const section = page.getByRole('region', { name, exact: true })
      await topBar.getByRole('button', { name, exact: true }).click()
      await expect(section).toBeInViewport()
      await expect(section).toBeFocused()
      await expect(page).toHaveURL('/')
    })

  await test.step('Get Started opens the login, by keyboard too [LAND-15, LAND-16]', async () => {
    const getStarted = topBar.getByRole('button', { name: 'Get Started' })
    await getStarted.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: /Login$/ })
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(getStarted).toBeFocused()
  })
})
