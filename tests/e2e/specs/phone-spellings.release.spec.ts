import type { Locator, Page } from '@playwright/test'
import { contract, VALIDATION } from '@zelab/contract'
import { expect, test } from '../fixtures.ts'
import { EditPatientPage } from '../pages/edit-patient-page.ts'
import { messageUnder } from '../pages/fields.ts'
import { RegistrationPage } from '../pages/registration-page.ts'
import { toast } from '../toasts.ts'
import { userForm } from '../user-form.ts'

const EMIRATES = 'United Arab Emirates'
const SHOWN = '+971 50 111 2233'
/** One per way of input, the result in the field, and the selected country; phone-input.test.tsx covers all. */
const SPELLINGS: readonly (readonly [typed: string, shown: string, country: string])[] = [
  ['0501112233', SHOWN, EMIRATES],
  ['+971 (0)50 111 2233', SHOWN, EMIRATES],
  ['٠٥٠١١١٢٢٣٣', SHOWN, EMIRATES],
  ['\u202a+971 50 111 2233\u202c', SHOWN, EMIRATES],
  ['0049 30 901820', '+49 30 901820', 'Germany'],
]

type Enter = (page: Page, field: Locator, text: string) => Promise<void>

const clear = async (field: Locator) => {
  await field.press('ControlOrMeta+a')
  await field.press('Delete')
}

const WAYS: Readonly<Record<string, Enter>> = {
  'a click and typing': async (_page, field, text) => {
    await clear(field)
    await field.blur()
    await field.click()
    await field.pressSequentially(text)
  },
  'Tab and typing': async (page, field, text) => {
    await clear(field)
    // Moves the focus over the list of countries and back.
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    await expect(field).toBeFocused()
    await page.keyboard.type(text)
  },
  'pasting over it': async (page, field, text) => {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
    await field.press('ControlOrMeta+a')
    await field.press('ControlOrMeta+v')
  },
  'pasting behind the dial code': async (page, field, text) => {
    await clear(field)
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
    await field.click()
    await field.press('ControlOrMeta+v')
  },
  // Like the browser's autofill: sets the value and fires its events, without a key.
  autofill: async (_page, field, text) => {
    await expect(field).toHaveAttribute('autocomplete', 'tel')
    await field.evaluate((element, filled) => {
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
      set?.call(element, filled)
      element.dispatchEvent(new Event('input', { bubbles: true }))
      element.dispatchEvent(new Event('change', { bubbles: true }))
    }, text)
    await field.focus()
  },
}

const choose = async (page: Page, name: string) => {
  await page.getByRole('button', { name: /^Country code/ }).click()
  await page.getByRole('textbox', { name: 'Search countries' }).fill(name)
  await page.getByRole('option', { name: new RegExp(`^${name}`) }).click()
}

const expectSpellings = async (page: Page, field: Locator, firstWay: number, spellings = SPELLINGS) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const country = page.getByRole('button', { name: /^Country code/ })
  const ways = Object.entries(WAYS)
  for (const [index, [typed, shown, selected]] of spellings.entries()) {
    const [name, enter] = ways[(firstWay + index) % ways.length] ?? ['', WAYS.autofill]
    await test.step(`${typed} by ${name}`, async () => {
      await enter?.(page, field, typed)
      await field.press('Tab')
      await expect(field).toHaveValue(shown)
      await expect(country).toHaveAccessibleName(new RegExp(`: ${selected}$`))
    })
  }
}

/** Other forms share the registration's phone field, so one number is enough. */
const expectField = (page: Page, field: Locator, way: number) =>
  expectSpellings(page, field, way, SPELLINGS.slice(1, 2))

test('patient registration reads every spelling [SAFE-01]', async ({ page, data, signIn, calls }) => {
  await signIn(await data.user('Receptionist'))
  const sent = calls.seen(contract.patients.register)
  const form = new RegistrationPage(page)
  await form.open()
  await form.fill({ fullName: 'Nadia Karim', email: 'n@mail.test', dob: '1990-05-01', gender: 'FEMALE' })
  await expectSpellings(page, form.phone, 0)
  await test.step('takes a national number for the country that was selected last', async () => {
    await WAYS.autofill?.(page, form.phone, '0501112233')
    await form.phone.press('Tab')
    await expect(form.phone).toHaveValue('+49 5011 12233')
  })
  await test.step('follows the list of countries', async () => {
    await choose(page, EMIRATES)
    await expect(form.phone).toHaveValue('+971 50 111 2233')
  })
  await test.step('Enter searches for the latest text', async () => {
    await form.phone.press('ControlOrMeta+a')
    await form.phone.pressSequentially('050 444 5566')
    await form.phone.press('Enter')
    await expect(toast(page, 'Patient added successfully')).toBeVisible()
    expect(sent[0]?.postDataJSON()).toMatchObject({ phone: '+971504445566' })
  })
})

test('editing a patient reads any spelling [SAFE-01]', async ({ page, data, signIn, calls }) => {
  const doctor = await data.user('Doctor')
  const patient = await data.patient(doctor, { phone: '+1234567' })
  const sent = calls.seen(contract.patients.update)
  await signIn(doctor)
  const form = new EditPatientPage(page)
  await test.step('keeps a stored number that could not be typed when it is not touched', async () => {
    await form.openFor(patient)
    await expect(form.phone).toHaveValue('+1234567')
    await form.city.fill('Al Ain')
    await form.save.click()
    await expect(toast(page, 'Changes saved successfully')).toBeVisible()
    expect(sent[0]?.postDataJSON()).toMatchObject({ phone: '+1234567' })
  })
  await form.openFor(patient)
  await expect(form.fullName).toBeFocused()
  await test.step('refuses it when it is changed to another one', async () => {
    await form.phone.click()
    await form.phone.press('End')
    await form.phone.pressSequentially('8')
    await form.save.click()
    await expect(form.phone).toHaveAttribute('aria-invalid', 'true')
    expect(await messageUnder(form.phone)).toBe(VALIDATION.phone)
    await expect(form.phone).toHaveValue('+12345678')
  })
  await expectField(page, form.phone, 1)
  await form.save.click()
  await expect(page).toHaveURL(/\/user\/patients\/view\//)
  expect(sent[1]?.postDataJSON()).toMatchObject({ phone: '+971501112233' })
})

test('adding a user reads any spelling [SAFE-01]', async ({ page, data, signIn, calls }) => {
  const sent = calls.seen(contract.users.register)
  await signIn(data.admin)
  await page.goto('/user/users/add')
  const form = userForm(page)
  await form.name.fill('Second Admin')
  await form.userType('Admin').check()
  await form.email.fill(`phone-${data.next()}@zelab.test`)
  await form.password.fill('Passw0rd@26')
  await form.confirmPassword.fill('Passw0rd@26')
  await expectField(page, form.phone, 2)
  await form.submit.click()
  await page.getByRole('dialog', { name: 'Add user' }).getByRole('button', { name: 'Add User' }).click()
  await expect(page).toHaveURL('/user/users')
  expect(sent[0]?.postDataJSON()).toMatchObject({ phone: '+971501112233' })
})

test('editing a user reads any spelling [SAFE-01]', async ({ page, data, signIn, calls }) => {
  const user = await data.user('Doctor')
  const sent = calls.seen(contract.users.update)
  await signIn(data.admin)
  await page.goto(`/user/users/edit/${user.id}`)
  await expect(userForm(page).name).toBeFocused()
  await expectField(page, userForm(page).phone, 3)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page).toHaveURL('/user/users')
  expect(sent[0]?.postDataJSON()).toMatchObject({ phone: '+971501112233' })
})

test('editing a lab reads any spelling [SAFE-01]', async ({ page, data, signIn, calls }) => {
  const lab = await data.lab()
  const sent = calls.seen(contract.labs.update)
  await signIn(data.admin)
  await page.goto('/user/labs')
  await page.getByRole('button', { name: `More actions for ${lab.name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit lab' })
  await expectField(page, dialog.getByRole('textbox', { name: 'Phone', exact: true }), 4)
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog).toBeHidden()
  expect(sent[0]?.postDataJSON()).toMatchObject({ phone: '+971501112233' })
})

test('reads any spelling in the settings [SAFE-01]', async ({ page, data, signIn, calls }) => {
  const sent = calls.seen(contract.settings.updateGeneral)
  await signIn(data.admin)
  await page.goto('/user/settings/general')
  await expectField(page, page.getByRole('textbox', { name: 'Support Phone' }), 0)
  const save = page.getByRole('button', { name: 'Save Changes' })
  await save.click()
  await expect(save).toBeDisabled()
  expect(sent[0]?.postDataJSON()).toMatchObject({ supportPhone: '+971501112233' })
  await test.step('allows an empty number', async () => {
    await clear(page.getByRole('textbox', { name: 'Support Phone' }))
    await save.click()
    await expect(save).toBeDisabled()
    expect(sent[1]?.postDataJSON()).toMatchObject({ supportPhone: null })
  })
})
