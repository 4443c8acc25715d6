import { contract } from '@zelab/contract'
import { expect, test } from '../fixtures.ts'
import { toast } from '../toasts.ts'
import { typePhone } from '../pages/fields.ts'
import { userForm } from '../user-form.ts'

const PASSWORD = 'Passw0rd@26'

test('shows the form for a new user', async ({ page, data, signIn }) => {
  const lab = await data.lab()
  await signIn(data.admin)
  await page.goto('/user/users/add')
  const form = userForm(page)

  await test.step('shows its fields [USERADD-01, USERADD-02, USERADD-03, USERADD-06, USERADD-09, USERADD-10, USERADD-11]', async () => {
    await expect(form.name).toBeFocused()
    await expect(form.userTypes).toBeVisible()
    await expect(form.lab).toBeVisible()
    await expect(form.phone).toHaveAttribute('type', 'tel')
    await expect(form.email).toBeVisible()
    await expect(form.password).toBeVisible()
    await expect(form.confirmPassword).toBeVisible()
    await expect(form.submit).toHaveText('Create User')
  })

  await test.step('offers the four kinds of staff, not Patient [USERADD-13]', async () => {
    const radios = form.userTypes.getByRole('radio')
    await expect(radios).toHaveCount(4)
    for (const [index, name] of ['Admin', 'Doctor', 'Technician', 'Receptionist'].entries()) {
      await expect(radios.nth(index)).toHaveAccessibleName(name)
      await expect(radios.nth(index)).toHaveValue(String(index + 1))
    }
  })

  await test.step('shows the lab for everybody but the Admin [USERADD-04, USERADD-05]', async () => {
    for (const role of ['Doctor', 'Technician', 'Receptionist']) {
      await form.userType(role).check()
      await expect(form.lab).toBeVisible()
    }
    await form.userType('Admin').check()
    await expect(form.lab).toHaveCount(0)
    await form.userType('Doctor').check()
    await expect(form.lab).toBeVisible()
    await form.lab.fill(lab.name)
    await expect(page.getByRole('option')).toHaveText([lab.name])
    await page.keyboard.press('Escape')
  })

  await test.step('shows a phone number of the UAE at first [USERADD-06, USERADD-07]', async () => {
    await expect(form.phone).toHaveValue(/^\+971\s*$/)
    await expect(
      page.getByRole('button', { name: 'Country code for Phone Number: United Arab Emirates' }),
    ).toBeVisible()
  })

  await test.step('lets its dial code be changed, not erased [USERADD-06, USERADD-08]', async () => {
    await typePhone(form.phone, '')
    await expect(form.phone).toHaveValue(/^\+971\s*$/)
    await form.phone.press('Backspace')
    await form.phone.press('Backspace')
    await expect(form.phone).toHaveValue(/^\+971\s*$/)
    await page.getByRole('button', { name: /^Country code/ }).click()
    await page.getByLabel('Search countries').fill('Germany')
    await page.keyboard.press('Enter')
    await expect(form.phone).toHaveValue(/^\+49\s*$/)
  })

  await test.step('shows and hides each password [USERADD-12]', async () => {
    for (const [index, field] of [form.password, form.confirmPassword].entries()) {
      await expect(field).toHaveAttribute('type', 'password')
      await page.getByRole('button', { name: 'Show password' }).nth(index).click()
      await expect(field).toHaveAttribute('type', 'text')
      await page.getByRole('button', { name: 'Hide password' }).click()
      await expect(field).toHaveAttribute('type', 'password')
    }
  })
})

test('adding a user', async ({ page, calls, data, signIn }) => {
  const lab = await data.lab()
  const number = data.next()
  const name = `Nadia Haddad ${number}`
  const email = `nadia-${number}@zelab.test`
  const sent = calls.seen(contract.users.register)
  const lists = {
    users: calls.seen(contract.users.list),
    labs: calls.seen(contract.labs.list),
    reportTypes: calls.seen(contract.reportTypes.list),
  }
  await signIn(data.admin)
  // The list is cached before a user is added.
  await page.goto('/user/users')
  await page.getByRole('main').getByRole('link', { name: 'Add User' }).click()
  const form = userForm(page)
  const dialog = page.getByRole('dialog', { name: 'Add user' })

  await test.step('asks for confirmation [USERADD-24]', async () => {
    await form.name.fill(name)
    await form.userType('Receptionist').check()
    await form.lab.fill(lab.name)
    await page.getByRole('option', { name: lab.name }).click()
    await typePhone(form.phone, `5066${String(number).padStart(5, '0')}`)
    await form.email.fill(email)
    await form.password.fill(PASSWORD)
    await form.confirmPassword.fill(PASSWORD)
    await form.confirmPassword.press('Enter')
    await expect(
      dialog.getByText(`Are you sure? you want to add ${name}? This action is irreversible.`, {
        exact: true,
      }),
    ).toBeVisible()
  })

  await test.step('does nothing on Cancel [USERADD-25]', async () => {
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL('/user/users/add')
    await expect(form.name).toHaveValue(name)
    expect(sent).toHaveLength(0)
  })

  await test.step('shows the pending state [USERADD-20, USERADD-21]', async () => {
    const release = await calls.hold(contract.users.register)
    await expect(form.submit).toHaveText('Create User')
    await form.submit.click()
    await dialog.getByRole('button', { name: 'Add User' }).click()
    await expect(form.submit).toHaveText('Creating User...')
    await expect(form.submit).toBeDisabled()
    await expect.poll(() => sent.length).toBe(1)
    expect(sent[0]?.postDataJSON()).toMatchObject({ name, email, userTypeId: '4' })
    release()
  })

  await test.step('ends in the users list, with the new user [USERADD-22, USERADD-23, USERLIST-16]', async () => {
    await expect(toast(page, 'User added successfully')).toBeVisible()
    await expect(page).toHaveURL('/user/users')
    const row = page.getByRole('row').filter({ hasText: email })
    await expect(row).toContainText(name)
    await expect(row).toContainText('Receptionist')
    await expect(row).toContainText(lab.name)
  })

  await test.step('fetches users [CACHE-10], labs [CACHE-11] and report types [CACHE-12] again', async () => {
    await expect.poll(() => Object.values(lists).map((requests) => requests.length)).toEqual([2, 2, 2])
  })
})

test('adds a lab on the way', async ({ page, calls, data, signIn }) => {
  const name = `Lab on the way ${data.next()}`
  const sent = calls.seen(contract.users.register)
  await signIn(data.admin)
  await page.goto('/user/users/add')
  const form = userForm(page)
  await form.userType('Doctor').check()
  const modal = page.getByRole('dialog', { name: 'Create New Lab' })

  await test.step('creates it in a modal with its fields [USERADD-14, USERADD-15, USERADD-16, USERADD-17, USERADD-18]', async () => {
    await form.createLab.click()
    await expect(modal.getByRole('heading', { name: 'Create New Lab' })).toBeVisible()
    await modal.getByRole('textbox', { name: 'Lab Name' }).fill(name)
    await modal.getByRole('textbox', { name: 'Address Line 1' }).fill('1 Creek Street')
    await modal.getByRole('textbox', { name: 'City' }).fill('Dubai')
    await modal.getByRole('textbox', { name: 'Email' }).fill('desk@way.test')
    await modal.getByRole('button', { name: 'Create Lab' }).click()
    await page.getByRole('dialog', { name: 'Add lab' }).getByRole('button', { name: 'Add Lab' }).click()
    await expect(toast(page, 'Lab added successfully')).toBeVisible()
    await expect(modal).toBeHidden()
  })

  await test.step('offers it without a reload [USERADD-19]', async () => {
    await expect(form.lab).toHaveValue(name)
    await form.lab.click()
    await expect(page.getByRole('option', { name })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('gives an Admin none, although one was chosen [USERADD-37, VAL-USER-23]', async () => {
    await form.userType('Admin').check()
    await form.name.fill('Admin Without Lab')
    await typePhone(form.phone, '506612399')
    await form.email.fill(`admin-${data.next()}@zelab.test`)
    await form.password.fill(PASSWORD)
    await form.confirmPassword.fill(PASSWORD)
    await form.userType('Doctor').check()
    await expect(form.lab).toHaveValue('')
    await form.userType('Admin').check()
    await form.submit.click()
    await page.getByRole('dialog', { name: 'Add user' }).getByRole('button', { name: 'Add User' }).click()
    await expect(page).toHaveURL('/user/users')
    expect(sent[0]?.postDataJSON()).toMatchObject({ userTypeId: '1' })
    expect(sent[0]?.postDataJSON()).not.toHaveProperty('labId')
  })
})
