import { expect, test } from '../fixtures.ts'
import { RegistrationPage } from '../pages/registration-page.ts'

test('shows the registration form', async ({ page, data, signIn }) => {
  await signIn(await data.user('Receptionist'))
  const form = new RegistrationPage(page)
  await form.open()

  await test.step('shows its title and a way back [PATADD-01, PATADD-02]', async () => {
    await expect(
      page.getByRole('heading', { level: 1, name: 'Patient Registration', exact: true }),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: 'Go Back' })).toBeVisible()
  })

  await test.step('asks in the order of the specification [PATADD-42]', async () => {
    const labels = page.getByRole('main').locator('form label')
    const order = [
      'Full Name *',
      'EMR ID',
      'Email *',
      'Phone Number *',
      'Date of Birth *',
      'Gender *',
      'Street Address',
      'City',
    ]
    expect((await labels.allTextContents()).filter((label) => order.includes(label))).toEqual(order)
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
    await expect(form.gender).toHaveValue('')
  })

  await test.step('marks what is optional [PATADD-04, PATADD-13, PATADD-14]', async () => {
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

  await test.step('shows its button [PATADD-15]', async () => {
    await expect(form.submit).toHaveText('Register Patient')
  })

  await test.step('shows fields of one height', async () => {
    for (const field of [form.fullName, form.phone, form.dob, form.gender, form.city])
      expect((await field.boundingBox())?.height).toBe(36)
  })

  const country = page.getByRole('button', { name: 'Country code for Phone Number' })

  await test.step('shows a phone number that begins with the dial code of the UAE [PATADD-07, PATADD-08]', async () => {
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

  await test.step('changes the dial code with the country alone [PATADD-07, PATADD-09]', async () => {
    await country.click()
    await page.getByRole('textbox', { name: 'Search countries' }).fill('germ')
    await page.getByRole('option', { name: /^Germany/ }).click()
    await expect(form.phone).toHaveValue('+49 5011 12233')
    await form.phone.press('ControlOrMeta+a')
    await form.phone.press('Delete')
    await expect(form.phone).toHaveValue(/^\+49 ?$/)
  })
})
