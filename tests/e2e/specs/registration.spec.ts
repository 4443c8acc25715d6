import { contract, VALIDATION } from '@zelab/contract'
import { expectAccessibleInBothSchemes } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { messageUnder } from '../pages/fields.ts'
import { RegistrationPage, type RegistrationEntries } from '../pages/registration-page.ts'

const PHONE_RULE = VALIDATION.phone

/** A day by the calendar in Dubai, where the tests' browser is. */
const day = (fromToday: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Dubai' }).format(Date.now() + fromToday * 86_400_000)

test('the registration form', async ({ page, data, signIn }) => {
  await signIn(await data.user('Receptionist'))
  const form = new RegistrationPage(page)
  await form.open()

  await test.step('has its title and a way back [PATADD-01, PATADD-02]', async () => {
    await expect(
      page.getByRole('heading', { level: 1, name: 'Patient Registration', exact: true }),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: 'Go Back' })).toBeVisible()
  })

  await test.step('marks what is required [PATADD-03, PATADD-05, PATADD-06, PATADD-10, PATADD-11, VAL-PATIENT-23]', async () => {
    const marked = [
      [form.fullName, 'Full Name'],
      [form.email, 'Email'],
      [form.phone, 'Phone Number'],
      [form.dob, 'Date of Birth'],
      [form.gender, 'Gender'],
    ] as const
    for (const [field, label] of marked) {
      await expect(field, label).toHaveAttribute('required', '')
      await expect(page.locator('label').filter({ hasText: label })).toHaveText(`${label} *`)
    }
  })

  await test.step('and what is not [PATADD-04, PATADD-13, PATADD-14]', async () => {
    for (const field of [form.emrId, form.line1, form.city])
      await expect(field).not.toHaveAttribute('required')
  })

  await test.step('names its fields as they are sent [PATADD-10, PATADD-13, PATADD-14]', async () => {
    await expect(form.dob).toHaveAttribute('name', 'dob')
    await expect(form.line1).toHaveAttribute('name', 'address.line1')
    await expect(form.city).toHaveAttribute('name', 'address.city')
  })

  await test.step('offers exactly three genders [PATADD-12]', async () => {
    const values = await form.gender
      .locator('option:enabled')
      .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value))
    expect(values).toEqual(['MALE', 'FEMALE', 'OTHER'])
    await expect(form.gender).toHaveValue('')
  })

  await test.step('has its button [PATADD-15]', async () => {
    await expect(form.submit).toHaveText('Register Patient')
  })

  await test.step('has fields of one height', async () => {
    for (const field of [form.fullName, form.phone, form.dob, form.gender, form.city])
      expect((await field.boundingBox())?.height).toBe(36)
  })

  await test.step('everybody can use it', () => expectAccessibleInBothSchemes(page))
})

test('the phone number', async ({ page, data, signIn }) => {
  await signIn(await data.user('Receptionist'))
  const form = new RegistrationPage(page)
  await form.open()
  const country = page.getByRole('button', { name: 'Country code for Phone Number' })

  await test.step('begins with the dial code of the UAE [PATADD-07, PATADD-08]', async () => {
    await expect(form.phone).toHaveAttribute('type', 'tel')
    await expect(form.phone).toHaveValue(/^\+971 ?$/)
    await expect(country).toHaveAccessibleName('Country code for Phone Number: United Arab Emirates')
  })

  await test.step('keeps the dial code when text is erased [PATADD-09]', async () => {
    await form.phone.press('ControlOrMeta+a')
    await form.phone.press('Delete')
    await expect(form.phone).toHaveValue(/^\+971 ?$/)
    await form.phone.press('End')
    for (let count = 0; count < 6; count++) await form.phone.press('Backspace')
    await expect(form.phone).toHaveValue(/^\+971 ?$/)
    await form.phone.pressSequentially('501112233')
    await expect(form.phone).toHaveValue(/^\+971 ?50 ?111 ?2233$/)
  })

  await test.step('changes it with the country alone [PATADD-07, PATADD-09]', async () => {
    await country.click()
    await page.getByRole('textbox', { name: 'Search countries' }).fill('germ')
    await page.getByRole('option', { name: /^Germany/ }).click()
    await expect(form.phone).toHaveValue('+49 5011 12233')
    await form.phone.press('ControlOrMeta+a')
    await form.phone.press('Delete')
    await expect(form.phone).toHaveValue(/^\+49 ?$/)
  })
})

test('what the form refuses', async ({ page, calls, data, signIn }) => {
  await signIn(await data.user('Receptionist'))
  const checked = calls.seen(contract.patients.checkPhone)
  const sent = calls.seen(contract.patients.register)
  const form = new RegistrationPage(page)
  await form.open()

  await test.step('nothing filled in [VAL-PATIENT-12, VAL-PATIENT-24, VAL-MISC-01]', async () => {
    await form.submit.click()
    await expect(form.fullName).toBeFocused()
    const expected = [
      [form.fullName, VALIDATION.nameTooShort],
      [form.phone, PHONE_RULE],
      [form.email, VALIDATION.required],
      [form.dob, VALIDATION.required],
      [form.gender, VALIDATION.required],
      [form.emrId, ''],
      [form.line1, ''],
      [form.city, ''],
    ] as const
    for (const [field, message] of expected) expect(await messageUnder(field)).toBe(message)
  })

  await test.step('before anything is asked of the server [VAL-PATIENT-25]', async () => {
    await form.fill({ fullName: 'Nadia Karim', phone: '501112233', dob: '1990-05-01', gender: 'FEMALE' })
    await form.submit.click()
    expect(await messageUnder(form.email)).toBe(VALIDATION.required)
    expect([...checked, ...sent]).toEqual([])
    await form.fill({ email: 'nadia@mail.test' })
    expect(await messageUnder(form.email)).toBe('')
  })

  const refused: [keyof RegistrationEntries, string, string, string][] = [
    ['fullName', 'Al', VALIDATION.nameTooShort, 'VAL-PATIENT-01'],
    ['fullName', 'A'.repeat(31), VALIDATION.nameTooLong, 'VAL-PATIENT-02'],
    ['emrId', 'AB', VALIDATION.emrIdTooShort, 'VAL-PATIENT-03'],
    ['emrId', 'A'.repeat(31), VALIDATION.emrIdTooLong, 'VAL-PATIENT-04'],
    ['email', 'nadia@', VALIDATION.email, 'VAL-PATIENT-07'],
    ['phone', '12', PHONE_RULE, 'VAL-PATIENT-09, VAL-PATIENT-10'],
    ['phone', '050111223', PHONE_RULE, 'SAFE-01'],
    ['phone', '+1 212 555 012', PHONE_RULE, 'SAFE-01'],
    ['line1', '7A', VALIDATION.addressTooShort, 'VAL-PATIENT-13'],
    ['line1', 'A'.repeat(51), VALIDATION.addressTooLong, 'VAL-PATIENT-14'],
    ['city', 'Al', VALIDATION.cityTooShort, 'VAL-PATIENT-15'],
    ['city', 'A'.repeat(31), VALIDATION.cityTooLong, 'VAL-PATIENT-16'],
    ['dob', '1899-12-31', VALIDATION.dateOfBirth, 'VAL-PATIENT-20'],
    ['dob', day(1), VALIDATION.dateOfBirth, 'VAL-PATIENT-22'],
  ]
  for (const [name, value, message, ids] of refused)
    await test.step(`${name} "${value}" [${ids}]`, async () => {
      const field = form[name]
      await form.fill({ [name]: value })
      await form.submit.click()
      await expect(field).toHaveAttribute('aria-invalid', 'true')
      expect(await messageUnder(field)).toBe(message)
      await expect(field, 'what was typed stays').toHaveValue(value)
    })

  const accepted: [keyof RegistrationEntries, string[], string][] = [
    ['fullName', ['Ali', 'A'.repeat(30)], 'VAL-PATIENT-01, VAL-PATIENT-02'],
    ['emrId', ['ABC', 'A'.repeat(30), ''], 'VAL-PATIENT-05, VAL-PATIENT-06'],
    ['email', ['nadia@mail.test'], 'VAL-PATIENT-07'],
    ['phone', ['501112233'], 'VAL-PATIENT-09'],
    ['line1', ['7 A', 'A'.repeat(50), ''], 'VAL-PATIENT-13, VAL-PATIENT-14, VAL-PATIENT-17'],
    ['city', ['Ain', 'A'.repeat(30), ''], 'VAL-PATIENT-15, VAL-PATIENT-16, VAL-PATIENT-18'],
    ['dob', ['1900-01-01', day(0)], 'VAL-PATIENT-19, VAL-PATIENT-21'],
  ]
  for (const [name, values, ids] of accepted)
    await test.step(`but takes ${name} of ${values.length} kinds [${ids}]`, async () => {
      for (const value of values) {
        await form.fill({ [name]: value })
        await expect(form[name]).not.toHaveAttribute('aria-invalid', 'true')
      }
    })
  expect([...checked, ...sent]).toEqual([])
})
