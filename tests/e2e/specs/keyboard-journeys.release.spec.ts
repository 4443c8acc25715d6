import type { Page } from '@playwright/test'
import { CONFIRM, contract, REFUSAL, SUCCESS } from '@zelab/contract'
import { expectHeardOnce, recordAnnouncements } from '../announcements.ts'
import { expect, test } from '../fixtures.ts'
import { tabTo, tabToAndPress } from '../keyboard.ts'
import { AmendPage } from '../pages/amend-page.ts'
import { PublishPage } from '../pages/publish-page.ts'
import { ReportPage } from '../pages/report-page.ts'
import { samplePdf } from '../sample-files.ts'
import { toasts } from '../toasts.ts'
import { ATTEMPT_MS } from '../../../test-limits.ts'

const headline = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

const chooseFromMenu = async (page: Page, name: string) => {
  const item = page.getByRole('menuitem', { name, exact: true })
  await expect(item).toBeVisible()
  await expect(async () => {
    await page.keyboard.press('ArrowDown')
    await expect(item).toBeFocused({ timeout: ATTEMPT_MS })
  }).toPass()
  await page.keyboard.press('Enter')
}

test('signing in and out [ACCESS-04]', async ({ page, data, watch }) => {
  const doctor = await data.user('Doctor')
  const { keyboard } = page
  watch.allowHttp(401, contract.auth.login.path)
  await page.goto('/')
  await recordAnnouncements(page)
  await tabToAndPress(page, page.getByRole('button', { name: /^Doctor/ }))
  const dialog = page.getByRole('dialog', { name: 'Doctor Login' })
  const email = dialog.getByLabel('Email')
  const password = dialog.getByLabel('Password', { exact: true })
  await expect(email).toBeFocused()

  await test.step('says why empty fields are refused [A11Y-13, LOGIN-15]', async () => {
    const submit = dialog.getByRole('button', { name: 'Login as Doctor' })
    await tabToAndPress(page, submit)
    await expect(submit).toBeFocused()
    await expect(toasts(page).and(page.getByRole('alert'))).toContainText([REFUSAL.WRONG_CREDENTIALS])
    await tabTo(page, email)
  })

  await test.step('says once that a password is wrong [A11Y-06]', async () => {
    await keyboard.type(doctor.email)
    await tabTo(page, password)
    await keyboard.type('Wrong-1234')
    await recordAnnouncements(page)
    await tabToAndPress(page, dialog.getByRole('button', { name: 'Login as Doctor' }))
    await expect(password).toBeFocused()
    await expect(password).toHaveAccessibleDescription(REFUSAL.WRONG_CREDENTIALS)
    await expect(toasts(page)).toContainText([REFUSAL.WRONG_CREDENTIALS])
    await expect(toasts(page).and(page.getByRole('alert'))).toHaveCount(0)
  })

  await test.step('ends at the heading of the dashboard [A11Y-04]', async () => {
    await keyboard.type(doctor.password)
    await keyboard.press('Enter')
    await expect(headline(page, 'Dashboard')).toBeFocused()
    await expectHeardOnce(page, SUCCESS.login)
  })

  await test.step('starts every page at its heading [A11Y-17]', async () => {
    await tabToAndPress(page, page.getByRole('link', { name: 'View Reports' }), 'Enter')
    await expect(headline(page, 'Medical Reports')).toBeFocused()
  })

  await test.step('leads past the menu to the content with the first stop', async () => {
    await page.reload()
    await expect(headline(page, 'Medical Reports')).toBeVisible()
    await keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
  })

  await test.step('signing out ends at the heading of the first page', async () => {
    const menu = page.getByRole('button', { name: /^User menu/ })
    await tabToAndPress(page, menu)
    await chooseFromMenu(page, 'Logout')
    const question = page.getByRole('dialog')
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await keyboard.press('Escape')
    await expect(menu).toBeFocused()
    await keyboard.press('Enter')
    await chooseFromMenu(page, 'Logout')
    await tabToAndPress(page, question.getByRole('button', { name: 'Logout' }))
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })
})

test('goes from the registration to the report by keyboard [ACCESS-04]', async ({ page, data, signIn }) => {
  const doctor = await data.user('Doctor')
  const type = await data.reportType(doctor)
  await data.patient(doctor)
  const { keyboard } = page
  await signIn(doctor)
  await page.goto('/user/patients')
  await expect(headline(page, 'Patient Dashboard')).toBeVisible()
  await recordAnnouncements(page)

  await test.step('search results are counted aloud [A11Y-05]', async () => {
    await tabTo(page, page.getByRole('searchbox').first())
    await keyboard.type('Nobody of this name')
    await expectHeardOnce(page, 'Nothing found')
  })

  await test.step('register [A11Y-04]', async () => {
    await page.goto('/user/patients/add')
    await recordAnnouncements(page)
    await expect(page.getByRole('textbox', { name: 'Full Name' })).toBeFocused()
    await keyboard.type('Rana Keyboard')
    await tabTo(page, page.getByRole('textbox', { name: 'Phone Number' }))
    await keyboard.press('End')
    await keyboard.type('501239870')
    await tabTo(page, page.getByRole('textbox', { name: 'Email' }))
    await keyboard.type('rana@mail.test')
    await tabTo(page, page.getByLabel('Date of Birth'))
    await keyboard.type('02031990')
    await tabTo(page, page.getByRole('combobox', { name: 'Gender' }))
    await keyboard.type('F')
    await tabToAndPress(page, page.getByRole('button', { name: 'Register Patient', exact: true }))
    await expect(page.getByRole('link', { name: 'Register Another' })).toBeFocused()
    await expectHeardOnce(page, SUCCESS.patientAdded)
  })

  await test.step('publish; the missing file comes first [A11Y-14]', async () => {
    await tabToAndPress(page, page.getByRole('main').getByRole('link', { name: 'Publish Report' }).first())
    const publishing = new PublishPage(page)
    await expect(headline(page, 'Publish Report')).toBeVisible()
    // The browser needs a moment to report choosers: before the key that opens one.
    const chooser = page.waitForEvent('filechooser')
    await tabToAndPress(page, publishing.submit)
    await expect(publishing.chooseFile).toBeFocused()
    await keyboard.press('Enter')
    await (await chooser).setFiles(samplePdf())
    await expect(publishing.fileCard).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Report File' })).toBeFocused()
    await tabTo(page, publishing.title)
    await keyboard.type('By keyboard')
    await tabTo(page, publishing.reportType)
    await keyboard.type(type.title)
    await expect(page.getByRole('option', { name: type.title })).toBeVisible()
    await keyboard.press('Enter')
    await tabToAndPress(page, publishing.submit)
    await expect(publishing.question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expect(publishing.question).toHaveAccessibleDescription(CONFIRM.publish)
    await tabToAndPress(page, publishing.confirm)
    await expect(headline(page, 'Medical Reports')).toBeFocused()
    await expectHeardOnce(page, SUCCESS.reportPublished)
  })

  await test.step('marks row headers and the order of the list [A11Y-15]', async () => {
    await expect(page.getByRole('rowheader', { name: 'By keyboard' })).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'Upload Date' })).toHaveAttribute(
      'aria-sort',
      'descending',
    )
  })

  await test.step('keeps the next steps on the page when the toast is gone [DROP-03]', async () => {
    await expect(toasts(page)).toHaveCount(0)
    const notice = page.getByRole('note').filter({ hasText: '“By keyboard” was published for' })
    await expect(notice.getByRole('link')).toHaveText(['Open', 'Send to Patient', 'Publish Another'])
    await tabToAndPress(page, notice.getByRole('link', { name: 'Open', exact: true }), 'Enter')
    await expect(headline(page, type.title)).toBeFocused()
  })

  const report = new ReportPage(page)
  await test.step('view, and back [A11Y-04]', async () => {
    await tabToAndPress(page, report.enlarge)
    await expect.poll(() => report.preview.evaluate((one) => one.contains(document.activeElement))).toBe(true)
    await keyboard.press('Escape')
    await expect(report.enlarge).toBeFocused()
    await expect(report.view).toHaveAccessibleDescription('Opens in a new tab')
  })

  await test.step('send: the form has the focus, and gives it back [A11Y-07]', async () => {
    const send = page.getByRole('button', { name: 'Send to Patient' })
    await tabTo(page, send, 'Shift+Tab')
    await keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Send to Patient' })
    await expect(dialog.getByRole('radio', { name: /^Printed slip/ })).toBeFocused()
    await tabToAndPress(page, dialog.getByRole('button', { name: 'Create Slip' }))
    await expect(page.getByRole('dialog').getByRole('button', { name: /^Print/ })).toBeFocused()
    await keyboard.press('Escape')
    await expect(send).toBeFocused()
  })

  await test.step('amend [A11Y-04]', async () => {
    await recordAnnouncements(page)
    await tabToAndPress(page, report.more)
    await chooseFromMenu(page, 'Amend')
    await expect(headline(page, 'Amend Report')).toBeFocused()
    const amend = new AmendPage(page)
    await tabTo(page, amend.remark)
    await keyboard.type('Seen twice')
    await tabTo(page, amend.reason)
    await keyboard.press('ArrowDown')
    await tabToAndPress(page, amend.submit)
    await expect(amend.question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await tabToAndPress(page, amend.confirm)
    await expect(headline(page, type.title)).toBeFocused()
    await expectHeardOnce(page, SUCCESS.reportAmended)
  })

  await test.step('withdraw [A11Y-04]', async () => {
    await recordAnnouncements(page)
    await tabToAndPress(page, report.more)
    await chooseFromMenu(page, 'Withdraw')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('combobox', { name: 'Reason' })).toBeFocused()
    await dialog.getByRole('combobox', { name: 'Reason' }).press('O')
    await tabTo(page, dialog.getByRole('textbox', { name: 'Note' }))
    await keyboard.type('Typed by mistake')
    await tabToAndPress(page, dialog.getByRole('button', { name: 'Withdraw Report' }))
    await expect(dialog).toHaveCount(0)
    await expect(headline(page, type.title)).toBeFocused()
    await expectHeardOnce(page, SUCCESS.reportWithdrawn)
  })
})

test('administration', async ({ page, data, signIn, calls }) => {
  const technician = await data.user('Technician')
  const { keyboard } = page
  await signIn(data.admin)

  await test.step('repeated controls name their object [A11Y-09]', async () => {
    const patient = await data.patient(technician)
    await data.report(technician, patient)
    await page.goto('/user/dashboard')
    await expect(page.getByRole('link', { name: `View Profile of ${patient.fullName}` })).toBeVisible()
    await expect(page.getByRole('link', { name: patient.fullName, exact: true })).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link')).toHaveAccessibleName(/^Admin .+: Profile$/)
    await page.goto(`/user/users?search=${encodeURIComponent(technician.email)}`)
    await expect(
      page.getByRole('button', { name: `Reset Password of ${technician.fullName}`, exact: true }),
    ).toBeVisible()
  })

  await test.step('deactivate a user: back at the row’s menu [A11Y-04]', async () => {
    await page.goto(`/user/users?search=${encodeURIComponent(technician.email)}`)
    await recordAnnouncements(page)
    const menu = page.getByRole('button', { name: new RegExp(`${technician.fullName}$`) }).last()
    await tabToAndPress(page, menu)
    await chooseFromMenu(page, 'Deactivate')
    const question = page.getByRole('dialog', { name: 'Deactivate user' })
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await tabToAndPress(page, question.getByRole('button', { name: 'Deactivate' }))
    await expect(menu).toBeFocused()
    await expectHeardOnce(page, SUCCESS.userDeactivated)
  })

  await test.step('save settings: the focus stays on the button [A11Y-04]', async () => {
    await page.goto('/user/settings/general')
    await recordAnnouncements(page)
    await tabTo(page, page.getByLabel('Support Hours'))
    await keyboard.type('Every day, 8:00 to 20:00')
    const save = page.getByRole('button', { name: 'Save Changes' })
    await tabToAndPress(page, save)
    await expectHeardOnce(page, SUCCESS.saved)
    await expect(save).toBeFocused()
    await expect(save).toBeDisabled()
  })

  await test.step('announces a refusal without a field as an alert, once [A11Y-06]', async () => {
    await calls.refuse(contract.settings.updateGeneral, 503, REFUSAL.SERVICE_UNAVAILABLE)
    await tabTo(page, page.getByLabel('Support Hours'), 'Shift+Tab')
    await keyboard.press('End')
    await keyboard.type(', also by phone')
    await keyboard.press('Tab')
    await tabToAndPress(page, page.getByRole('button', { name: 'Save Changes' }))
    await expectHeardOnce(page, REFUSAL.SERVICE_UNAVAILABLE)
    await expect(page.getByRole('button', { name: 'Save Changes' })).toBeFocused()
  })
})

test('asks to save at the limit of a session, which nothing extends [A11Y-03]', async ({
  page,
  data,
  signIn,
}) => {
  await signIn(await data.user('Receptionist'))
  await page.route('**/auth/refresh-token', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { session: { expiresAt: string } }
    answer.session.expiresAt = new Date(Date.now() + 60_000).toISOString()
    await route.fulfill({ response, json: answer })
  })
  await page.goto('/user/patients/add')
  const warning = page.getByRole('dialog', { name: 'Save your work' })
  await expect(warning.getByRole('button', { name: 'OK' })).toBeFocused()
  await expect(warning).toHaveAccessibleDescription(/you will be signed out at \d+:\d\d/)
  await page.keyboard.press('Escape')
  await expect(warning).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Full Name' })).toBeEditable()
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true)
})
