import type { Page } from '@playwright/test'
import { contract } from '@zelab/contract'
import { expectAccessibleInBothSchemes } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { newestMailTo } from '../outbox.ts'
import { toast } from '../toasts.ts'
import { typePhone } from '../pages/fields.ts'
import { userForm } from '../user-form.ts'

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

const openMenu = async (page: Page, name: string) => {
  await page.getByRole('button', { name: `More actions for ${name}`, exact: true }).click()
  await expect(page.getByRole('menu')).toBeVisible()
}
const choose = async (page: Page, name: string, action: string) => {
  await openMenu(page, name)
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}
const linkIn = (mail: string) => /https?:\/\/\S+\/reset-password\?[^\s"<]+/.exec(mail)?.[0] ?? ''

test('changing a user', async ({ page, calls, data, signIn, openBrowser, watch }) => {
  const doctor = await data.user('Doctor')
  const colleague = await data.user('Doctor')
  const otherLab = await data.lab()
  const atWork = await openBrowser(doctor)
  await atWork.goto('/user/patients')
  await signIn(data.admin)
  await page.goto('/user/users')
  const form = userForm(page)
  const save = page.getByRole('button', { name: /^(Save Changes|Saving...)$/ })
  const sent = calls.seen(contract.users.update)
  const name = `Renamed ${data.next()}`

  await test.step('starts with the values of now [USEREDIT-04, USEREDIT-05]', async () => {
    await choose(page, doctor.fullName, 'Edit')
    await expect(page).toHaveURL(`/user/users/edit/${doctor.id}`)
    await expect(form.name).toHaveValue(doctor.fullName)
    await expect(form.userType('Doctor')).toBeChecked()
    await expect(form.lab).toHaveValue(doctor.lab?.name ?? '?')
    await expect(form.phone).toHaveValue(/^\+971 50/)
    await expect(form.email).toHaveValue(doctor.email)
    await expect(save).toBeDisabled()
  })

  await test.step('shows errors at the field, and keeps the entries', async () => {
    await form.name.fill(name)
    await form.email.fill('unknown@')
    await save.click()
    await expect(page.getByText('Please enter a valid email address', { exact: true })).toBeVisible()
    watch.allowHttp(409, '/user/update/')
    await form.email.fill(colleague.email)
    await save.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save Changes' }).click()
    await expect(toast(page, 'A user with this email already exists')).toBeVisible()
    await expect(form.email).toHaveAccessibleDescription(/A user with this email already exists/)
    await expect(form.name).toHaveValue(name)
    await form.email.fill(doctor.email)
  })

  await test.step('saves without a question what ends no session', async () => {
    await typePhone(form.phone, '551112233')
    await save.click()
    await expect(toast(page, 'Changes saved successfully')).toBeVisible()
    await expect(page).toHaveURL('/user/users')
    await expect(rowOf(page, doctor.email)).toContainText(name)
    await expect(rowOf(page, doctor.email)).toContainText('+971551112233')
    await atWork.reload()
    await expect(atWork).toHaveURL('/user/patients')
  })

  await test.step('asks before sessions end [USEREDIT-05]', async () => {
    await choose(page, name, 'Edit')
    await form.userType('Technician').check()
    await form.lab.click()
    await page.getByRole('option', { name: otherLab.name, exact: true }).click()
    const before = sent.length
    await save.click()
    const question = page.getByRole('dialog', { name: 'Save changes' })
    await expect(question).toContainText(
      `${name} will be signed out everywhere and has to sign in again. Save the changes?`,
    )
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(sent).toHaveLength(before)
    await save.click()
    await question.getByRole('button', { name: 'Save Changes' }).click()
    await expect(rowOf(page, doctor.email)).toContainText('Technician')
    await expect(rowOf(page, doctor.email)).toContainText(otherLab.name)
    await atWork.reload()
    await expect(atWork).toHaveURL('/')
  })

  await test.step('leaves the own role alone', async () => {
    const { data: me } = await (await data.as(data.admin)).call(contract.users.list, {})
    const admin = me.find(({ email }) => email === data.admin.email)
    await page.goto(`/user/users/edit/${admin?.id}`)
    await expect(form.userType('Admin')).toBeDisabled()
    await expect(page.getByText('You cannot change your own role. Please ask another Admin.')).toBeVisible()
  })

  await test.step('shows that the user does not exist', async () => {
    watch.allowHttp(404, '/user/999999')
    for (const id of ['999999', 'unknown']) {
      await page.goto(`/user/users/edit/${id}`)
      await expect(page.getByRole('heading', { name: 'User Not Found' })).toBeVisible()
    }
  })
})

test('deactivating a user', async ({ page, calls, data, signIn, openBrowser, watch }) => {
  const doctor = await data.user('Doctor')
  const atWork = await openBrowser(doctor)
  await atWork.goto('/user/patients')
  await signIn(data.admin)
  await page.goto('/user/users')
  const row = rowOf(page, doctor.email)
  const question = page.getByRole('dialog', { name: 'Deactivate user' })

  await test.step('asks for confirmation, and signs the user out at once [USEREDIT-04]', async () => {
    await choose(page, doctor.fullName, 'Deactivate')
    await expect(question).toContainText(`${doctor.fullName} will be signed out immediately`)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(row.getByText('Deactivated', { exact: true })).toBeHidden()
    await choose(page, doctor.fullName, 'Deactivate')
    await question.getByRole('button', { name: 'Deactivate' }).click()
    await expect(toast(page, 'User deactivated')).toBeVisible()
    await expect(row.getByText('Deactivated', { exact: true })).toBeVisible()
    await expect(row.getByRole('button', { name: 'Reset Password' })).toBeDisabled()
    await atWork.reload()
    await expect(atWork).toHaveURL('/')
    await expectAccessibleInBothSchemes(page, row)
  })

  await test.step('finds the deactivated ones', async () => {
    await page.getByLabel('Search users...').fill(`${doctor.fullName} deactivated`)
    await expect(page.getByRole('row')).toHaveCount(2)
    await openMenu(page, doctor.fullName)
    await page.keyboard.press('Escape')
  })

  await test.step('allows a return [USEREDIT-04]', async () => {
    await choose(page, doctor.fullName, 'Reactivate')
    await expect(toast(page, 'User reactivated')).toBeVisible()
    await page.getByRole('button', { name: 'Clear search' }).click()
    await expect(row.getByText('Deactivated', { exact: true })).toBeHidden()
    await signIn(doctor, atWork)
    await atWork.goto('/user/patients')
    await expect(atWork).toHaveURL('/user/patients')
  })

  await test.step('shows the reason when it is refused', async () => {
    const reason = 'The last Admin cannot be deactivated or given another role'
    await calls.refuse(contract.users.deactivate, 409, reason)
    await choose(page, doctor.fullName, 'Deactivate')
    await question.getByRole('button', { name: 'Deactivate' }).click()
    await expect(toast(page, reason)).toBeVisible()
    await expect(question).toBeHidden()
    await calls.restore()
  })

  await test.step('stays away from the own account', async () => {
    watch.allowHttp(409, '/user/delete/')
    const { data: users } = await (await data.as(data.admin)).call(contract.users.list, {})
    const me = users.find(({ email }) => email === data.admin.email)
    await page.getByLabel('Search users...').fill(data.admin.email)
    await openMenu(page, me?.fullName ?? '?')
    await expect(page.getByRole('menuitem')).toHaveText(['Edit'])
  })
})

test('inviting a user', async ({ page, calls, data, signIn, openBrowser, server }) => {
  const lab = await data.lab()
  const name = `Guest ${data.next()}`
  const email = `guest-${data.next()}@zelab.test`
  const sent = calls.seen(contract.users.invite)
  await signIn(data.admin)
  await page.goto('/user/users/add')
  const form = userForm(page)
  const row = rowOf(page, email)

  await test.step('offers the other way to add one; a password is the first [USEREDIT-07]', async () => {
    await expect(page.getByRole('radio', { name: 'Set a password now' })).toBeChecked()
    await expect(form.submit).toHaveText('Create User')
    await page.getByRole('radio', { name: 'Invite by email' }).check()
    await expect(form.password).toBeHidden()
    await expect(page.getByText(/is valid for 7 days/)).toBeVisible()
    await form.name.fill(name)
    await form.userType('Receptionist').check()
    await form.lab.click()
    await page.getByRole('option', { name: lab.name, exact: true }).click()
    await typePhone(form.phone, '501234567')
    await form.email.fill(email)
    await page.getByRole('button', { name: 'Send Invitation' }).click()
    const question = page.getByRole('dialog', { name: 'Add user' })
    await expect(question).toContainText(
      `Are you sure? you want to add ${name}? This action is irreversible.`,
    )
    await question.getByRole('button', { name: 'Send Invitation' }).click()
    await expect(toast(page, 'Invitation sent successfully')).toBeVisible()
    await expect(page).toHaveURL('/user/users')
    expect(sent[0]?.postDataJSON()).toEqual({
      name,
      email,
      phone: '+971501234567',
      userTypeId: '4',
      labId: lab.id,
    })
  })

  await test.step('shows who has not accepted yet, and sends the link again [USEREDIT-04]', async () => {
    await expect(row.getByText('Invited', { exact: true })).toBeVisible()
    const first = linkIn(await newestMailTo(server, email))
    await choose(page, name, 'Resend Invitation')
    await expect(toast(page, 'Invitation sent successfully').first()).toBeVisible()
    await expect.poll(async () => linkIn(await newestMailTo(server, email))).not.toBe(first)
  })

  await test.step('lets the person choose a password and in [USEREDIT-07]', async () => {
    const mail = await newestMailTo(server, email)
    expect(mail).toContain('You are invited to Zelab')
    const visitor = await openBrowser()
    await visitor.goto(linkIn(mail).replaceAll('&#38;', '&'))
    await visitor.getByLabel('New Password').fill('a passphrase of mine')
    await visitor.getByLabel('Confirm Password').fill('a passphrase of mine')
    await visitor.getByRole('button', { name: 'Reset Password' }).click()
    await expect(toast(visitor, 'Password reset successfully')).toBeVisible()
    await signIn({ email, password: 'a passphrase of mine' }, visitor)
    await visitor.goto('/user/patients')
    await expect(visitor).toHaveURL('/user/patients')
    await page.reload()
    await expect(row).toBeVisible()
    await expect(row.getByText('Invited', { exact: true })).toBeHidden()
  })
})
