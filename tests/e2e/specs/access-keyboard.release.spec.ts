import { expect, test } from '../fixtures.ts'
import { pressUntil, tabTo, tabToAndPress } from '../keyboard.ts'
import { samplePdf } from '../sample-files.ts'
import { toast } from '../toasts.ts'

const PATIENT = 'Keyboard Wanderer'

test('the whole job is done by keyboard alone: register, publish, find, read, leave [ACCESS-04]', async ({
  page,
  data,
}) => {
  const doctor = await data.user('Doctor')
  const type = await data.reportType(doctor)
  const { keyboard } = page

  await test.step('sign in from the role card; the dialog takes the focus and gives it back', async () => {
    await page.goto('/')
    await tabToAndPress(page, page.getByRole('button', { name: /^Doctor/ }))
    const dialog = page.getByRole('dialog', { name: 'Doctor Login' })
    await expect(dialog.getByLabel('Email')).toBeFocused()
    await keyboard.press('Escape')
    await expect(page.getByRole('button', { name: /^Doctor/ })).toBeFocused()
    await keyboard.press('Enter')
    await expect(dialog.getByLabel('Email')).toBeFocused()
    await keyboard.type(doctor.email)
    await tabTo(page, dialog.getByLabel('Password', { exact: true }))
    await keyboard.type(doctor.password)
    await keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  })

  await test.step('the first stop leads past the menu to the content', async () => {
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
    await keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
  })

  await test.step('register a patient', async () => {
    const name = page.getByRole('textbox', { name: 'Full Name' })
    await pressUntil(page, 'n', (within) => expect(name).toBeFocused(within))
    await keyboard.type(PATIENT)
    await tabTo(page, page.getByRole('textbox', { name: 'Phone Number' }))
    await keyboard.press('End')
    await keyboard.type('501239876')
    await tabTo(page, page.getByRole('textbox', { name: 'Email' }))
    await keyboard.type('wanderer@mail.test')
    await tabTo(page, page.getByRole('textbox', { name: 'Date of Birth' }))
    await keyboard.type('02031990')
    await tabTo(page, page.getByRole('combobox', { name: 'Gender' }))
    await keyboard.type('F')
    await tabToAndPress(page, page.getByRole('button', { name: 'Register Patient', exact: true }))
    await expect(toast(page, 'Patient added successfully')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Patient Dashboard' })).toBeVisible()
  })

  await test.step('find the patient and publish a report', async () => {
    await keyboard.press('Control+k')
    await keyboard.type(PATIENT)
    await expect(page.getByRole('option', { name: new RegExp(PATIENT) }).first()).toBeVisible()
    await keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Patient Details' })).toBeVisible()
    await tabToAndPress(page, page.getByRole('link', { name: 'New Report' }))
    await expect(page.getByRole('heading', { level: 1, name: 'Publish Report' })).toBeVisible()
    const choose = page.getByRole('button', { name: 'Choose file' })
    const chooser = page.waitForEvent('filechooser')
    await tabTo(page, choose)
    await keyboard.press('Enter')
    await (await chooser).setFiles(samplePdf())
    await expect(page.getByTestId('uploaded-file')).toBeVisible()
    await tabTo(page, page.getByRole('textbox', { name: 'Report Title' }))
    await keyboard.type('Typed by keyboard')
    await tabTo(page, page.getByRole('combobox', { name: 'Report Type' }))
    await keyboard.type(type.title)
    await expect(page.getByRole('option', { name: type.title })).toBeVisible()
    await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    await tabToAndPress(page, page.getByRole('button', { name: 'Publish Report', exact: true }))
    const question = page.getByRole('dialog')
    await expect(question).toContainText(PATIENT)
    await tabToAndPress(page, question.getByRole('button', { name: 'Publish', exact: true }))
    await expect(toast(page, 'Report published successfully')).toBeVisible()
  })

  await test.step('opens the viewer; focus moves in and returns', async () => {
    await tabToAndPress(
      page,
      page
        .getByRole('link', { name: /view/i })
        .and(page.getByRole('row', { name: /Typed by keyboard/ }).getByRole('link', { name: /^View/ })),
    )
    await expect(page.getByRole('heading', { level: 1, name: type.title })).toBeVisible()
    const view = page.getByRole('button', { name: 'View', exact: true })
    await tabToAndPress(page, view)
    const dialog = page.getByRole('dialog', { name: 'Typed by keyboard' })
    await expect(dialog).toBeVisible()
    await expect.poll(() => dialog.evaluate((one) => one.contains(document.activeElement))).toBe(true)
    await keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(view).toBeFocused()
  })

  await test.step('leave', async () => {
    await tabToAndPress(page, page.getByRole('button', { name: /^User menu/ }))
    const logout = page.getByRole('menuitem', { name: 'Logout' })
    for (
      let step = 0;
      step < 8 && !(await logout.evaluate((one) => one === document.activeElement));
      step += 1
    )
      await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    const question = page.getByRole('dialog')
    await tabToAndPress(page, question.getByRole('button', { name: /^Log ?out$/i }))
    await expect(page.getByRole('button', { name: 'Get Started' })).toBeVisible()
  })
})

test('nothing moves for those who asked for it [ACCESS-05]', async ({ page, data, signIn }) => {
  await signIn(await data.user('Doctor'))
  await page.goto('/user/dashboard')
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  const moving = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) => playState === 'running' && Number(effect?.getTiming().duration) > 10,
        )
        .map(({ effect }) => (effect as KeyframeEffect).target?.outerHTML.slice(0, 100)),
    )
  for (const act of [
    () => page.keyboard.press('Control+k'),
    () => page.keyboard.press('Escape'),
    () => page.keyboard.press('Control+b'),
    () => page.getByRole('button', { name: /^User menu/ }).click(),
  ]) {
    await act()
    expect(await moving()).toEqual([])
  }
})
