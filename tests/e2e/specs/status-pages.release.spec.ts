import { contract } from '@zelab/contract'
import { expectAccessibleInBothSchemes } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'

test('shows the unauthorized page', async ({ page, data, signIn }) => {
  await test.step('opens signed out, without the shell [UNAUTH-01, UNAUTH-02, UNAUTH-05]', async () => {
    await page.goto('/user/unauthorized')
    await expect(
      page.getByRole('heading', { level: 1, name: 'Unauthorized Access', exact: true }),
    ).toBeVisible()
    await expect(
      page.getByText("You don't have permission to access this page.", { exact: true }),
    ).toBeVisible()
    await expect(page.getByText('401', { exact: true })).toBeVisible()
    await expect(page.getByTestId('sidebar')).toHaveCount(0)
  })

  await test.step('leads on: the dashboard’s guard judges [UNAUTH-03, UNAUTH-04]', async () => {
    await page.getByRole('link', { name: 'Return to Dashboard' }).click()
    await expect(page).toHaveURL('/')
    await page.goto('/user/unauthorized')
    await page.getByRole('button', { name: 'Go Back' }).click()
    await expect(page).toHaveURL('/')
  })

  await signIn(await data.user('Doctor'))
  await test.step('leaves no entry that Back would bounce off [UNAUTH-05]', async () => {
    const contact = page.getByRole('heading', { level: 1, name: 'Contact' })
    await page.goto('/user/contact')
    // An address that is left before its page is shown may get no history entry.
    await expect(contact).toBeVisible()
    await page.goto('/user/labs')
    await expect(page).toHaveURL('/user/unauthorized')
    await page.goBack()
    await expect(page).toHaveURL('/user/contact')
    await expect(contact).toBeVisible()
  })

  await test.step('Go Back leads where the browser came from, also after a typed address [UNAUTH-03]', async () => {
    await page.goto('/user/users')
    await expect(page).toHaveURL('/user/unauthorized')
    await page.getByRole('button', { name: 'Go Back' }).click()
    await expect(page).toHaveURL('/user/contact')
    await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeVisible()
  })

  await test.step('leads to the dashboard by its button, with the navigation shown [UNAUTH-04, ENTER-04]', async () => {
    await page.goto('/user/users')
    await expect(page.getByTestId('sidebar')).toBeVisible()
    const link = page.getByRole('link', { name: 'Return to Dashboard' })
    await expect(link).toHaveAttribute('href', '/user/dashboard')
    await link.click()
    await expect(page).toHaveURL('/user/dashboard')
  })

  await test.step('Go Back leads to the dashboard from the first page of a tab [UNAUTH-03]', async () => {
    const tab = await page.context().newPage()
    await tab.goto('/user/settings/general')
    await tab.getByRole('button', { name: 'Go Back' }).click()
    await expect(tab).toHaveURL('/user/dashboard')
    await tab.close()
  })
})

test('shows the not-found page', async ({ page, data, signIn }) => {
  const words = "Oops! It seems like the page has been misplaced. Let's get you back, where you need to be."

  await test.step('opens signed out [NOTFOUND-01, NOTFOUND-04, NOTFOUND-05]', async () => {
    await page.goto('/no/such/page')
    await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found', exact: true })).toBeVisible()
    await expect(page.getByText(words, { exact: true })).toBeVisible()
  })

  await test.step('leads home [NOTFOUND-03]', async () => {
    const home = page.getByRole('link', { name: 'Return Home' })
    await expect(home).toHaveAttribute('href', '/')
    await home.click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('button', { name: 'Get Started' })).toBeVisible()
  })

  await test.step('leads back [NOTFOUND-02]', async () => {
    await page.goto('/no/such/page')
    await page.getByRole('button', { name: 'Go Back' }).click()
    await expect(page).toHaveURL('/')
  })

  await test.step('leads signed-in users to the dashboard, who keep their navigation [NOTFOUND-02, NOTFOUND-03, ENTER-04]', async () => {
    await signIn(await data.user('Technician'))
    const tab = await page.context().newPage()
    await tab.goto('/user/nothing')
    await expect(tab.getByTestId('sidebar')).toBeVisible()
    await tab.getByRole('button', { name: 'Go Back' }).click()
    await expect(tab).toHaveURL('/user/dashboard')
    await tab.goto('/user/contact')
    await expect(tab.getByRole('heading', { level: 1, name: 'Contact' })).toBeVisible()
    await tab.goto('/user/nothing')
    await tab.getByRole('button', { name: 'Go Back' }).click()
    await expect(tab).toHaveURL('/user/contact')
    await tab.goto('/user/nothing')
    await tab.getByRole('link', { name: 'Return Home' }).click()
    await expect(tab).toHaveURL('/user/dashboard')
    await tab.close()
  })
})

test('shows an error of the application itself [ERR-12]', async ({ page, calls, data, signIn, watch }) => {
  watch.allowProblem(/TypeError|Error/)
  const doctor = await data.user('Doctor')
  const patient = await data.patient(doctor)
  await signIn(doctor)
  // An invalid response, so that rendering throws.
  await calls.answer(contract.dashboard.get, {
    success: true,
    message: '',
    data: { recentPatients: [{ id: 1, fullName: patient.fullName }, null], recentReports: [] },
  })
  await page.goto('/user/dashboard')
  await expect(
    page.getByRole('heading', { level: 1, name: 'Unexpected Application Error!', exact: true }),
  ).toBeVisible()
  await expect(page.getByText(patient.fullName)).toHaveCount(0)
  await expect(page.getByText(/TypeError|undefined|null/)).toHaveCount(0)
  await expectAccessibleInBothSchemes(page)

  await calls.restore()
  await page.getByRole('link', { name: 'Return Home' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
})
