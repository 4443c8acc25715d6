import type { Page } from '@playwright/test'
import { contract } from '@zelab/contract'
import { expectAccessibleInBothSchemes } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { RegistrationPage } from '../pages/registration-page.ts'
import { withDatabase } from '../product-database.ts'
import { forgetSession } from '../sign-in.ts'
import { toast } from '../toasts.ts'

const fieldOf = (page: Page) => page.getByRole('combobox', { name: 'Find a patient' })
const optionsOf = (page: Page) => page.getByRole('listbox', { name: 'Found patients' }).getByRole('option')

test('serves the receptionist at the counter', async ({ page, calls, data, signIn, server }) => {
  const receptionist = await data.user('Receptionist')
  const doctor = await data.user('Doctor', receptionist.lab ?? { id: 0 })
  const layla = await data.patient(receptionist, {
    fullName: 'Layla Hassan',
    phone: '+971507654321',
    emrId: 'EMR-5512',
    dob: '1991-07-23',
  })
  await data.patient(receptionist, { fullName: 'Omar Farsi' })
  const second = await data.patient(receptionist, { fullName: 'Omar Farsi' })
  const old = await data.report(doctor, layla, { title: 'Old count' })
  const today = await data.report(doctor, layla, { title: 'Lipid profile' })
  const latest = await data.report(doctor, second, { title: 'Urinalysis' })
  await withDatabase(server, (database) =>
    database.execute(`update reports set created_at = '2026-03-05T10:00Z' where id = any($1)`, [
      [old.id, latest.id],
    ]),
  )
  await signIn(receptionist)
  await page.goto('/user/dashboard')
  const opened = calls.seen(contract.patients.getById)

  await test.step('waits for the phone number, which is found with its reports of today [DESK-03]', async () => {
    await expect(fieldOf(page)).toBeFocused()
    await page.keyboard.type('0507654321')
    await page.keyboard.press('Enter')
    const found = page.getByRole('region', { name: 'Counter' })
    await expect(found.getByRole('heading', { name: 'Layla Hassan' })).toBeVisible()
    await expect(found.getByText('Today’s reports')).toBeVisible()
    await expect(found.getByRole('link', { name: 'Open Lipid profile' })).toBeFocused()
    await expect(found.getByRole('link', { name: 'Send Lipid profile' })).toHaveAttribute(
      'href',
      /send=true$/,
    )
    await expect(found.getByText('Old count')).toHaveCount(0)
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('opens the report with one key more [DESK-03]', async () => {
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/user/reports/view/${today.id}`)
    await page.goBack()
  })

  await test.step('takes a scanned id and Enter, however fast [DESK-04]', async () => {
    for (const id of [`ZL-${layla.id}`, 'EMR-5512']) {
      await fieldOf(page).press('ControlOrMeta+a')
      await page.keyboard.type(id)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { name: 'Layla Hassan' })).toBeVisible()
      await page.getByRole('button', { name: 'Next Patient' }).click()
      await expect(fieldOf(page)).toBeFocused()
      await expect(fieldOf(page)).toHaveValue('')
    }
  })

  await test.step('takes a report’s number, whose report it shows, and a birth date [DESK-10, DESK-32]', async () => {
    for (const typed of [`#${old.id}`, '1991-07-23']) {
      await page.keyboard.type(typed)
      await expect(optionsOf(page).first()).toContainText('Layla Hassan')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { name: 'Layla Hassan' })).toBeVisible()
      await expect(
        page.getByRole('region', { name: 'Counter' }).getByRole('link', { name: /^\+971/ }),
      ).toBeVisible()
      const shown = typed.startsWith('#') ? 'Old count' : 'Lipid profile'
      await expect(page.getByRole('link', { name: `Open ${shown}` })).toBeFocused()
      await page.getByRole('button', { name: 'Next Patient' }).click()
    }
  })

  await test.step('reads a phone number in any spelling, with slashes too [DESK-28]', async () => {
    await page.keyboard.type('050/765.4321')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Layla Hassan' })).toBeVisible()
    await page.getByRole('button', { name: 'Next Patient' }).click()
    await expect(fieldOf(page)).toBeFocused()
  })

  await test.step('never chooses among several automatically, but by keyboard [DESK-04, DESK-30]', async () => {
    const before = opened.length
    await page.keyboard.type('Omar Farsi')
    await page.keyboard.press('Enter')
    await expect(optionsOf(page)).toHaveCount(3)
    await expect(optionsOf(page).and(page.locator('[aria-selected=true]'))).toHaveCount(0)
    await page.keyboard.press('Enter')
    expect(opened.length).toBe(before)
    await expect(page.getByText('2 patients found. Choose with ↓')).toBeVisible()
    await expectAccessibleInBothSchemes(page, page.getByRole('region', { name: 'Counter' }))
    const place = (await optionsOf(page).first().textContent())?.includes(`ZL-${second.id}`) ? 1 : 2
    for (let step = 0; step < place; step++) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByText('No report today. The latest one:')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Open Urinalysis' })).toBeFocused()
  })

  await test.step('takes the one chosen by keyboard while the last results arrive [DESK-33]', async () => {
    await page.getByRole('button', { name: 'Next Patient' }).click()
    await page.keyboard.type('Omar Fars')
    await expect(optionsOf(page)).toHaveCount(3)
    const chosen = await optionsOf(page).first().textContent()
    const release = await calls.hold(contract.search.records)
    await page.keyboard.type('i')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    release()
    await expect(page.getByRole('region', { name: 'Counter' })).toContainText(
      /ZL-\d+/.exec(chosen ?? '')?.[0] ?? '',
    )
    await expect(optionsOf(page)).toHaveCount(0)
    await calls.restore()
  })

  await test.step('never takes a similar name for the right one [DESK-04]', async () => {
    await fieldOf(page).fill('Leyla Hasan')
    await expect(page.getByText('No exact match. Check these similar names.')).toBeVisible()
    await fieldOf(page).press('Enter')
    await expect(page.getByText('1 patient found. Choose with ↓')).toBeVisible()
    await expect(page).toHaveURL('/user/dashboard')
    await expect(page.getByRole('heading', { name: 'Layla Hassan' })).toHaveCount(0)
  })
})

test('typing right after signing in', async ({ page, calls, data, watch }) => {
  const receptionist = await data.user('Receptionist')
  await data.patient(receptionist, { fullName: 'Nadia Ngozi', phone: '+971507654321' })
  watch.allowHttp(401, contract.auth.login.path)
  const signInAndType = async (keys: readonly string[], user = receptionist) => {
    await page.goto('/login')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Email').fill(user.email)
    await dialog.getByLabel('Password', { exact: true }).fill(user.password)
    const release = await calls.hold(contract.auth.login)
    const answered = page.waitForResponse((response) => response.url().endsWith(contract.auth.login.path))
    await page.keyboard.press('Enter')
    for (const key of keys.slice(0, 3)) await page.keyboard.press(key)
    release()
    await answered
    for (const key of keys.slice(3)) await page.keyboard.press(key)
  }

  await test.step('reaches the counter whole, and is no shortcut [DESK-29]', async () => {
    await signInAndType([...'nagdiax', 'Backspace'])
    await expect(fieldOf(page)).toHaveValue('nagdia')
    await expect(fieldOf(page)).toBeFocused()
    await expect(page).toHaveURL('/user/dashboard')
    await page.keyboard.type('!')
    await expect(fieldOf(page)).toHaveValue('nagdia!')
  })

  await test.step('finds the patient of a scan with its Enter [DESK-29]', async () => {
    await forgetSession(page)
    await signInAndType([...'0507654321', 'Enter'])
    await expect(page.getByRole('heading', { name: 'Nadia Ngozi' })).toBeVisible()
  })

  for (const [keys, address] of [
    ['gr', '/user/reports'],
    ['n', '/user/patients/add'],
  ] as const)
    await test.step(`works as the shortcut ${keys} where no field takes it [SHELL-65]`, async () => {
      await forgetSession(page)
      await signInAndType([...keys], await data.user('Doctor'))
      await expect(page).toHaveURL(address)
    })

  await test.step('ends with a refused sign-in, and the password stays as it was [DESK-29]', async () => {
    await forgetSession(page)
    await page.goto('/login')
    const dialog = page.getByRole('dialog')
    const password = dialog.getByLabel('Password', { exact: true })
    await dialog.getByLabel('Email').fill(receptionist.email)
    await password.fill('Wrong1!pass')
    const release = await calls.hold(contract.auth.login)
    await page.keyboard.press('Enter')
    await page.keyboard.type('xyz')
    release()
    await expect(password).toHaveAttribute('aria-invalid', 'true')
    await expect(password).toHaveValue('Wrong1!pass')
  })
})

test('registers an unknown patient from the counter', async ({ page, calls, data, signIn }) => {
  await signIn(await data.user('Receptionist'))
  const form = new RegistrationPage(page)
  const sent = calls.seen(contract.patients.register)

  await test.step('takes the typed number over, which is in no URL [DESK-05]', async () => {
    await page.goto('/user/dashboard')
    await expect(fieldOf(page)).toBeFocused()
    await page.keyboard.type('0501119944')
    await expect(page.getByText('No patient found for “0501119944”')).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/user/patients/add')
    await expect(form.phone).toHaveValue(/50 111 9944/)
    expect(page.url()).not.toContain('0501119944')
    expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain('1119944')
  })

  await test.step('moves with Enter from one required field to the next [DESK-06]', async () => {
    await expect(form.fullName).toBeFocused()
    await page.keyboard.type('Nadia Karim')
    await page.keyboard.press('Enter')
    // The number is already entered, and the EMR ID is optional.
    await expect(form.email).toBeFocused()
    await page.keyboard.type('nadia@mail.test')
    await page.keyboard.press('Enter')
    await expect(form.dob).toBeFocused()
    await page.keyboard.type('01051990')
    await page.keyboard.press('Enter')
    await expect(form.gender).toBeFocused()
    await page.keyboard.type('f')
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Patient added successfully')).toBeVisible()
    expect(sent[0]?.postDataJSON()).toMatchObject({
      fullName: 'Nadia Karim',
      phone: '+971501119944',
      dob: '1990-05-01',
      gender: 'FEMALE',
    })
  })

  await test.step('leads to the next in the queue with one key [DESK-07]', async () => {
    await expect(page).toHaveURL('/user/patients')
    await expect(page.getByRole('note')).toContainText(/ZL-\d+, .?Nadia Karim.?, is registered/)
    await expect(page.getByRole('link', { name: 'Register Another' })).toBeFocused()
    await expectAccessibleInBothSchemes(page, page.getByRole('note'))
    await page.keyboard.press('Enter')
    await expect(form.fullName).toBeFocused()
    await expect(form.fullName).toHaveValue('')
  })

  await test.step('Enter in an empty field shows what is missing [DESK-06]', async () => {
    await page.keyboard.press('Enter')
    await expect(page.getByText('Name must be at least 3 characters')).toBeVisible()
  })

  await test.step('moves from the email to the phone number, which has its dial code alone [DESK-06]', async () => {
    await page.keyboard.type('Omar Saleh')
    await page.keyboard.press('Enter')
    await expect(form.email).toBeFocused()
    await page.keyboard.type('omar@mail.test')
    await page.keyboard.press('Enter')
    await expect(form.phone).toBeFocused()
  })

  await test.step('takes the name over from the search as well [DESK-05]', async () => {
    await page.goto('/user/patients')
    await expect(page.getByRole('heading', { level: 1, name: 'Patient Dashboard' })).toBeVisible()
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('Yusuf Rahman')
    await page.getByRole('option', { name: 'Add Patient' }).click()
    await expect(form.fullName).toHaveValue('Yusuf Rahman')
  })
})

test('suggests the city of the last registration without filling it in [DESK-08]', async ({
  page,
  data,
  signIn,
}) => {
  await signIn(await data.user('Receptionist'))
  const form = new RegistrationPage(page)
  await form.open()
  await form.fill({
    fullName: 'Nadia Karim',
    email: 'n@mail.test',
    phone: '501119944',
    dob: '1990-05-01',
    gender: 'FEMALE',
    city: 'Sharjah',
  })
  await form.submit.click()
  await page.getByRole('link', { name: 'Register Another' }).click()
  await expect(form.city).toHaveValue('')
  await expect(page.locator('datalist option')).toHaveAttribute('value', 'Sharjah')
})
