import { contract } from '@zelab/contract'
import type { Locator } from '@playwright/test'
import { expectAccessibleInBothSchemes } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { fillInbox, inboxPdf } from '../inbox-files.ts'
import { PublishPage } from '../pages/publish-page.ts'
import { RegistrationPage } from '../pages/registration-page.ts'
import { samplePng } from '../sample-files.ts'
import { toast } from '../toasts.ts'

test('follows a visit from the registration to the counter', async ({
  page,
  data,
  signIn,
  browser,
  server,
}) => {
  const receptionist = await data.user('Receptionist')
  const lab = receptionist.lab ?? { id: 0 }
  const technician = await data.user('Technician', lab)
  const type = await data.reportType(technician, `Vitamin D ${data.next()}`)
  await signIn(receptionist)
  const registration = new RegistrationPage(page)
  const expected = page.getByRole('combobox', { name: 'Expected reports' })

  await test.step('shows no field or list before the lab uses visits [VISIT-16]', async () => {
    await registration.open()
    await expect(registration.fullName).toBeFocused()
    await expect(expected).toHaveCount(0)
    await page.goto('/user/dashboard')
    await expect(page.getByRole('heading', { name: 'Recent Patients' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Visits', exact: true })).toHaveCount(0)
  })

  const admin = await data.as(data.admin)
  await admin.call(contract.visits.updateVisitSettings, {
    params: { id: String(lab.id) },
    body: { isOn: true },
  })

  await test.step('adds it with the registration by keyboard alone [VISIT-17] [VISIT-67] [VISIT-80] [VISIT-122]', async () => {
    await registration.open()
    await registration.fill({
      ...{ fullName: 'Hind Rashid', phone: '+971507771234', email: 'hind@mail.test' },
      ...{ dob: '1992-02-03', gender: 'FEMALE' },
    })
    await registration.gender.focus()
    await page.keyboard.press('Enter')
    await expect(expected).toBeFocused()
    await page.keyboard.type(type.title)
    await page.keyboard.press('Enter')
    const chosen = page.locator('.mantine-MultiSelect-pill')
    await expect(chosen).toHaveText([type.title])
    await expect(page).toHaveURL('/user/patients/add')
    await page.keyboard.press('Backspace')
    await expect(chosen).toHaveCount(0)
    await page.keyboard.press('ArrowDown')
    const listed = page.getByRole('option', { name: type.title })
    while ((await listed.getAttribute('data-combobox-selected')) === null)
      await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(listed).toHaveCount(0)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('radio', { name: 'Not known' })).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(page.getByRole('group', { name: 'Payment' }).getByLabel('Due')).toBeChecked()
    await expect(chosen).toHaveText([type.title])
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Patient added successfully')).toBeVisible()
  })

  const counter = page.getByRole('region', { name: 'Counter' })
  const find = async () => {
    await page.goto('/user/dashboard')
    await expect(page.getByRole('combobox', { name: 'Find a patient' })).toBeFocused()
    await page.keyboard.type('0507771234')
  }
  let patientId = 0
  await test.step('shows it as awaited at the counter, before and after Enter [VISIT-18]', async () => {
    await find()
    const option = counter.getByRole('option', { name: /Hind Rashid/ })
    await expect(option).toContainText('Awaited')
    await expect(option).toContainText(/payment due/i)
    await page.keyboard.press('Enter')
    await expect(counter.getByRole('heading', { name: 'Hind Rashid' })).toBeVisible()
    await expect(counter.getByText('Awaited', { exact: true })).toBeVisible()
    const list = page.getByRole('list', { name: 'Awaited today' })
    await expect(list.getByRole('link', { name: 'Hind Rashid' })).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/patients\/view\/\d+$/)
    patientId = Number(page.url().split('/').at(-1))
  })

  const card = page.getByRole('region', { name: 'Visits' })
  const dialog = page.getByRole('dialog', { name: /^Visit #/ })
  const enter = async (field: Locator, text: string) => {
    await field.focus()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await test.step('keeps the letters and the Enter that are typed while the dialog loads [SPEED-38]', async () => {
    await card.getByRole('button', { name: 'Add Visit' }).press('Enter')
    await page.keyboard.type(type.title)
    await page.keyboard.press('Enter')
    const added = page.getByRole('dialog', { name: 'Add Visit' })
    await expect(added.locator('.mantine-MultiSelect-pill')).toHaveText([type.title])
    await added.getByRole('button', { name: 'Cancel' }).click()
    await expect(added).toHaveCount(0)
  })
  await test.step('gets a promise, a new referrer and its payment in the dialog [VISIT-19] [VISIT-66] [VISIT-84] [VISIT-88]', async () => {
    await card.getByRole('button', { name: /^Actions of visit/ }).press('Enter')
    await page.getByRole('menuitem', { name: 'Edit' }).press('Enter')
    const received = dialog.getByLabel('Received at')
    await expect(received).toBeHidden()
    await dialog.getByText(/^Times: received /).click()
    const collected = dialog.getByLabel('Collected at')
    await enter(collected, '1/1/2099 8:00')
    await dialog.getByRole('button', { name: 'Save Visit' }).click()
    await expect(dialog.getByText('The collection cannot be in the future')).toBeVisible()
    await enter(collected, '2/1/2026 8 am')
    await expect(collected).toHaveValue('02/01/2026 at 8:00 AM')
    await expect(received).not.toHaveValue('')
    await enter(received, '2/1/2026 8:30')
    await enter(dialog.getByLabel('Promised at'), '2 Jan 2026 at 5:00 PM')
    await dialog.getByRole('combobox', { name: 'Payment' }).selectOption('Payment due')
    await expect(dialog.getByRole('option', { name: 'Payment waived' })).toHaveCount(0)
    const referrer = dialog.getByRole('combobox', { name: 'Referrer' })
    await referrer.focus()
    await page.keyboard.type('Dr. Sara Nasser')
    await page.getByRole('option', { name: 'Add “Dr. Sara Nasser” as a doctor' }).click()
    await expect(referrer).toHaveValue('Dr. Sara Nasser')
    await expectAccessibleInBothSchemes(page)
    await dialog.getByRole('button', { name: 'Save Visit' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(card).toContainText('Referred by Dr. Sara Nasser')
    await expect(card.getByText('Late', { exact: true })).toBeVisible()
    const header = page.getByRole('heading', { name: 'Hind Rashid' }).locator('xpath=ancestor::header')
    await expect(header).toContainText(`${type.title} missing; payment due; late, promised`)
    await find()
    await expect(counter.getByRole('option', { name: /Hind Rashid/ })).toContainText(/payment due/i)
    await page.goBack()
  })

  await test.step('keeps its referrer in a directory of the staff [VISIT-51]', async () => {
    await page.getByRole('link', { name: 'Referrers', exact: true }).press('Enter')
    await page.getByRole('button', { name: 'Add Referrer' }).press('Enter')
    const added = page.getByRole('dialog', { name: 'Add Referrer' })
    await expect(added.getByLabel('Name')).toBeFocused()
    await page.keyboard.type('Al Noor Clinic')
    await added.getByRole('combobox', { name: 'Kind' }).selectOption('Clinic')
    await added.getByLabel('Email').fill('desk@alnoor.test')
    await added.getByRole('button', { name: 'Add Referrer' }).click()
    const list = page.getByRole('list', { name: 'Referrers' })
    await expect(list.getByText('desk@alnoor.test')).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    await page.getByRole('searchbox', { name: 'Search referrers' }).fill('sara')
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await list.getByRole('button', { name: 'Edit Dr. Sara Nasser' }).press('Enter')
    await page.getByLabel('License number').fill('DHA-00417')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(list).toContainText('License DHA-00417')
    await page.getByRole('searchbox', { name: 'Search referrers' }).fill('noor')
    await list.getByRole('button', { name: 'Archive Al Noor Clinic' }).press('Enter')
    await page.getByRole('button', { name: 'Archive', exact: true }).click()
    await expect(page.getByText('No referrer found')).toBeVisible()
  })

  await test.step('refuses to save text in a list that chooses nothing [FORM-32]', async () => {
    await page.goto(`/user/patients/view/${patientId}`)
    await card.getByRole('button', { name: /^Actions of visit/ }).press('Enter')
    await page.getByRole('menuitem', { name: 'Edit' }).press('Enter')
    const types = dialog.getByRole('combobox', { name: 'Expected reports' })
    await types.click()
    await page.keyboard.type('no such type')
    await dialog.getByRole('button', { name: 'Save Visit' }).click()
    await expect(types).toBeFocused()
    await expect(types).toHaveAccessibleDescription(/Choose an entry of the list/)
    await expect(types).toHaveValue('no such type')
    await expectAccessibleInBothSchemes(page)
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.press('Backspace')
    await dialog.getByRole('button', { name: 'Save Visit' }).click()
    await expect(dialog).toHaveCount(0)
  })

  await test.step('takes the referrer that was typed, however fast Enter follows [FORM-30]', async () => {
    await page.goto(`/user/patients/view/${patientId}`)
    await card.getByRole('button', { name: /^Actions of visit/ }).press('Enter')
    await page.getByRole('menuitem', { name: 'Edit' }).press('Enter')
    const referrer = dialog.getByRole('combobox', { name: 'Referrer' })
    await referrer.press('ControlOrMeta+A')
    await page.keyboard.type('Khalid Omar')
    await page.getByRole('option', { name: 'Add “Khalid Omar” as a doctor' }).click()
    await expect(referrer).toHaveValue('Khalid Omar')
    // It is read-only until the doctor is stored.
    await expect(referrer).toBeEditable()
    await referrer.press('ControlOrMeta+A')
    await page.keyboard.type('sara')
    await page.keyboard.press('Enter')
    await expect(referrer).toHaveValue('Dr. Sara Nasser')
    await referrer.press('ControlOrMeta+A')
    await page.keyboard.type('Khalid')
    await page.keyboard.press('Enter')
    await expect(referrer).toHaveValue('Khalid Omar')
    await referrer.press('ControlOrMeta+A')
    await page.keyboard.type('nobody of this name')
    await page.keyboard.press('Tab')
    await dialog.getByRole('button', { name: 'Save Visit' }).click()
    await expect(dialog.getByText('Choose an entry of the list')).toBeVisible()
    await expect(referrer).toHaveValue('nobody of this name')
    await referrer.press('ControlOrMeta+A')
    await page.keyboard.type('sara')
    await page.keyboard.press('Enter')
    await expect(referrer).toHaveValue('Dr. Sara Nasser')
    await expectAccessibleInBothSchemes(page)
    await dialog.getByRole('button', { name: 'Save Visit' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(card).toContainText('Referred by Dr. Sara Nasser')
  })

  await test.step('proposes it for a file of the inbox that it awaits [VISIT-52]', async () => {
    const file = await inboxPdf('vitamin.pdf', 'Patient: Hind Rashid', 'DOB: 1992-02-03', type.title)
    await fillInbox(data, technician, [file])
    const context = await browser.newContext({ baseURL: server.url })
    const other = await context.newPage()
    await signIn(technician, other)
    await other.goto('/user/inbox')
    await other.getByRole('link', { name: 'vitamin.pdf' }).press('Enter')
    await other.getByRole('radio', { name: /Hind Rashid/ }).check()
    await expect(other.getByRole('combobox', { name: 'Visit' })).toHaveValue(/^\d+$/)
    await expectAccessibleInBothSchemes(other)
    await context.close()
  })

  await test.step('takes it for the report that it awaits [VISIT-20]', async () => {
    await page.goto(`/user/patients/view/${patientId}`)
    await card.getByRole('button', { name: /^Actions of visit/ }).press('Enter')
    await page.getByRole('menuitem', { name: 'Edit' }).press('Enter')
    await dialog.getByLabel('Note').fill('Fasting')
    const context = await browser.newContext({ baseURL: server.url })
    const other = await context.newPage()
    await signIn(technician, other)
    const publishing = new PublishPage(other)
    await publishing.open(patientId)
    await publishing.upload(samplePng())
    await publishing.chooseType(type)
    await expect(other.getByRole('combobox', { name: 'Visit' })).toHaveValue(/^\d+$/)
    await publishing.submit.click()
    await publishing.confirm.click()
    await expect(toast(other, 'Report published successfully')).toBeVisible()
    await context.close()
  })

  await test.step('keeps that report when a dialog that was opened before is saved [VISIT-40]', async () => {
    await dialog.getByRole('button', { name: 'Save Visit' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(card).toContainText('Fasting')
    await expect(card.getByText('Ready', { exact: true })).toBeVisible()
  })

  await test.step('shows it as ready at the counter, and paid with one button [VISIT-18, VISIT-76]', async () => {
    await card.getByRole('button', { name: 'Mark as Paid' }).press('Enter')
    await expect(card.getByText('Paid', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(card.getByText(/payment due/i)).toBeVisible()
    await find()
    await page.keyboard.press('Enter')
    await expect(counter.getByText(/payment due/i).first()).toBeVisible()
    await expect(
      page.getByRole('region', { name: 'To Do' }).getByRole('button', { name: 'Mark as Paid: Hind Rashid' }),
    ).toBeVisible()
    await counter.getByRole('button', { name: 'Mark as Paid: Hind Rashid' }).click()
    await expect(counter.getByText(/payment due/i)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Mark as Paid: Hind Rashid' })).toHaveCount(0)
    await find()
    const option = counter.getByRole('option', { name: /Hind Rashid/ })
    await expect(option).toContainText('Ready')
    await expect(option).not.toContainText(/payment due/i)
  })
})
