import { contract, FALLBACK } from '@zelab/contract'
import { expectNoAxeViolations } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { toasts } from '../toasts.ts'

test('lists that cannot be loaded', async ({ page, calls, data, signIn }) => {
  await signIn(data.admin)

  await test.step('users: an error screen with the message [ERR-05, USERLIST-14, USERLIST-15]', async () => {
    await calls.refuse(contract.users.list, 503, 'The users are on holiday')
    await page.goto('/user/users')
    await expect(page.getByRole('heading', { level: 1, name: 'Error', exact: true })).toBeVisible()
    await expect(page.getByRole('alert').filter({ hasText: 'The users are on holiday' })).toBeVisible()
    await expectNoAxeViolations(page, 'main')
    await calls.restore()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Users', exact: true })).toBeVisible()
  })

  await test.step('labs: the message in a box [ERR-07, LABS-14]', async () => {
    await calls.refuse(contract.labs.list, 503, 'The labs are being painted')
    await page.goto('/user/labs')
    const alert = page.getByRole('main').getByRole('alert')
    await expect(alert.getByText('The labs are being painted', { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Labs' })).toBeVisible()
    await calls.restore()
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expect(alert).toHaveCount(0)
  })

  await test.step('patients: the message in a card [ERR-06]', async () => {
    await calls.refuse(contract.patients.list, 503, 'The patients are asleep')
    await page.goto('/user/patients')
    const alert = page.getByRole('main').getByRole('alert')
    await expect(alert.getByText('The patients are asleep', { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Patient Dashboard' })).toBeVisible()
    await calls.restore()
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expect(alert).toHaveCount(0)
  })
})

test('records that cannot be loaded', async ({ page, calls, data, signIn, watch }) => {
  watch.allowHttp(404, '/api/v1/')
  const doctor = await data.user('Doctor')
  const patient = await data.patient(doctor)
  const report = await data.report(doctor, patient)
  await signIn(doctor)

  await test.step('show "Report Not Found" for a report that is not there, or an error [ERR-08]', async () => {
    await page.goto('/user/reports/view/987654')
    await expect(page.getByRole('heading', { name: 'Report Not Found', exact: true })).toBeVisible()
    await calls.refuse(contract.reports.getById, 503, 'The archive is closed')
    await page.goto(`/user/reports/view/${report.id}`)
    await expect(page.getByRole('heading', { name: 'Report Not Found', exact: true })).toBeVisible()
    await calls.restore()
  })

  await test.step('show "Patient Not Found" for a patient who is not there [ERR-09]', async () => {
    for (const address of ['/user/patients/view/987654', '/user/patient/987654/report/publish']) {
      await page.goto(address)
      await expect(page.getByRole('heading', { name: 'Patient Not Found', exact: true })).toBeVisible()
      await expect(
        page.getByText(
          'The patient you are looking for does not exist. Please check the patient ID and try again.',
        ),
      ).toBeVisible()
    }
  })

  await test.step('show the same for another lab’s patient [ERR-09]', async () => {
    const foreign = await data.patient(await data.user('Doctor'))
    await page.goto(`/user/patients/view/${foreign.id}`)
    await expect(page.getByRole('heading', { name: 'Patient Not Found', exact: true })).toBeVisible()
    await expect(page.getByText(foreign.fullName)).toHaveCount(0)
  })

  await test.step('show no "not found" while the server fails [ERR-09]', async () => {
    await calls.refuse(contract.patients.getById, 503, 'The archive is closed')
    await page.goto(`/user/patients/view/${patient.id}`)
    await expect(page.getByRole('alert').getByText('The archive is closed')).toBeVisible()
    await expect(page.getByText('Patient Not Found')).toHaveCount(0)
  })
})

test('failed lookups do not disturb the page', async ({ page, calls, data, signIn }) => {
  await signIn(await data.user('Technician'))
  const asked = [calls.seen(contract.reportTypes.list), calls.seen(contract.labs.list)]

  await test.step('report types [ERR-10] and labs [ERR-11] take no visible action', async () => {
    await calls.refuse(contract.reportTypes.list, 503, 'No types today')
    await calls.refuse(contract.labs.list, 503, 'No labs today')
    await page.goto('/user/dashboard')
    await expect(page.getByText('No recent patients available')).toBeVisible()
    await expect.poll(() => asked.map((requests) => requests.length)).toEqual([1, 1])
    await page.getByRole('link', { name: 'View Reports' }).click()
    await expect(page.getByText('0 reports found')).toBeVisible()
    await expect(toasts(page)).toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.getByText(/No (types|labs) today/)).toHaveCount(0)
  })
})

test('keeps the registration form through failures', async ({ page, calls, data, signIn, watch }) => {
  const receptionist = await data.user('Receptionist')
  const known = await data.patient(receptionist, { phone: '+971502223344' })
  const registered = calls.seen(contract.patients.register)
  const checked = calls.seen(contract.patients.checkPhone)
  await signIn(receptionist)
  await page.goto('/user/patients/add')
  const submit = page.getByRole('button', { name: 'Register Patient' })

  await test.step('asks before a phone number is used twice [ERR-14]', async () => {
    await page.getByLabel(/^Full Name/).fill('Sara Nabil')
    await page.getByLabel(/^Email/).fill('sara@mail.test')
    await page.getByLabel(/^Date of Birth/).fill('1990-05-01')
    await page.getByLabel(/^Gender/).selectOption('FEMALE')
    const phone = page.getByRole('textbox', { name: 'Phone Number' })
    await phone.focus()
    await phone.press('End')
    await phone.pressSequentially('502223344')
    await submit.click()
    const dialog = page.getByRole('dialog')
    await expect(
      dialog.getByText(
        `This phone number is already associated with ${known.fullName}. Do you want to proceed?`,
        { exact: true },
      ),
    ).toBeVisible()
    expect(checked).toHaveLength(1)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    expect(registered).toHaveLength(0)
  })

  await test.step('stops when the check fails, with the reason [ERR-01]', async () => {
    await calls.cut(contract.patients.checkPhone)
    await submit.click()
    await expect(page.getByRole('alert').filter({ hasText: FALLBACK.connection }).first()).toBeVisible()
    await expect(page.getByLabel(/^Full Name/)).toHaveValue('Sara Nabil')
    expect(registered).toHaveLength(0)
  })

  await test.step('says that the connection is gone, keeps the entries, and goes on by itself [ERR-37]', async () => {
    await calls.restore()
    watch.allowProblem('ERR_CONNECTION_FAILED')
    const banner = page.getByText('No connection to the server.')
    await page.route('**/*', (route) => route.abort('connectionfailed'))
    await submit.click()
    await expect(banner).toBeVisible()
    await expect(page.getByRole('alert').filter({ hasText: FALLBACK.connection }).first()).toBeVisible()
    await expect(page.getByText(FALLBACK.general)).toHaveCount(0)
    await page.unrouteAll({ behavior: 'wait' })
    await expect(banner).toBeHidden()
    await expect(page.getByLabel(/^Full Name/)).toHaveValue('Sara Nabil')
    await submit.click()
    await expect(page.getByRole('dialog')).toContainText(known.fullName)
  })
})

test.describe('in a browser that has loaded no page yet', () => {
  // Another locale gets its own browser: pages that an earlier test opened would load without the network.
  test.use({ locale: 'en-GB' })

  test('pages whose code cannot be loaded [ERR-38]', async ({ page, data, signIn, watch }) => {
    // React logs what the boundary catches.
    watch.allowProblem(/ERR_INTERNET_DISCONNECTED|^console: (Type)?Error/)
    await signIn(data.admin)
    await page.goto('/user/dashboard')
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    const main = page.getByTestId('sidebar').getByRole('navigation', { name: 'Main' })
    const title = page.getByRole('heading', { name: 'This page could not be loaded' })
    const banner = page.getByText('No connection to the server.')
    const links = await main.getByRole('link').all()
    const others = links.slice(1)
    const [last] = others.slice(-1)

    await test.step('keep the navigation, and say so', async () => {
      await page.context().setOffline(true)
      for (const link of others) {
        await link.click()
        await expect(title).toBeVisible()
        await expect(link).toBeVisible()
      }
      await expect(banner).toBeVisible()
      await expectNoAxeViolations(page)
      await page.getByRole('button', { name: 'Retry' }).click()
      await expect(title).toBeVisible()
    })

    await test.step('load when the connection is back', async () => {
      await page.context().setOffline(false)
      await expect(title).toBeHidden()
      await expect(banner).toBeHidden()
      for (const link of links.toReversed()) {
        await link.click()
        await expect(link).toHaveAttribute('aria-current', 'page')
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(title).toBeHidden()
      }
    })

    await test.step('load the whole application once if the server has another version', async () => {
      // Parts of the dashboard load after it.
      await page.reload({ waitUntil: 'networkidle' })
      await page.route(/\/assets\/.*\.js$/, (route) => route.fulfill({ status: 404 }))
      watch.allowHttp(404, '/assets/')
      const reloaded = page.waitForEvent('load')
      await last?.click()
      await reloaded
    })
  })
})
