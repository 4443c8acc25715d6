import { MISHAPS } from '../../../apps/api/src/testing/provider-server.ts'
import { expect } from '../fixtures.ts'
import {
  addHospital,
  askToRemove,
  confirmByPassword,
  letIdentityCheckExpire,
  linkAccount,
  logOut,
  openLogin,
  SECURITY_SETTINGS,
  signInThrough,
} from '../hospital.ts'
import { newestMailTo } from '../outbox.ts'
import { withDatabase } from '../product-database.ts'
import { test } from '../provider-fixtures.ts'
import { toast } from '../toasts.ts'

const DASHBOARD = /\/user\/dashboard$/

test('makes a lab provider only, and opens it while the provider is down [OIDC-45, OIDC-46]', async ({
  page,
  data,
  server,
  hospital,
  openBrowser,
  watch,
}) => {
  const doctor = await data.user('Doctor')
  const technician = await data.user('Technician', doctor.lab ?? undefined)
  const api = await data.as(data.admin)
  const provider = await addHospital(api, hospital, { lab: doctor.lab, number: data.next() })
  Object.assign(hospital.people, { 'sara.doctor': {}, 'tarek.technician': {} })
  await linkAccount(server, provider, doctor, 'sara.doctor')
  await linkAccount(server, provider, technician, 'tarek.technician')
  const admin = await openBrowser(data.admin)
  const rule = admin.getByRole('region', { name: 'Sign-in', exact: true })
  const login = page.getByRole('dialog', { name: 'User Login' })
  watch.allowHttp(401, '/auth/user/login')
  const enterPassword = async (password: string) => {
    await openLogin(page)
    await login.getByLabel('Email').fill(doctor.email)
    await login.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
  }

  await test.step('turns it on after the Admin confirmed the identity', async () => {
    await letIdentityCheckExpire(server, data.admin)
    watch.allowHttp(403, '/lab/updateSignIn/')
    await admin.goto(`/user/labs/${doctor.lab?.id}?tab=staff`)
    await rule.getByRole('button', { name: 'Edit Sign-in' }).click()
    await admin.getByLabel('Provider only').check()
    await admin.getByRole('dialog').getByRole('button', { name: 'Save Changes' }).click()
    await confirmByPassword(admin, data.admin.password)
    await expect(toast(admin, 'Changes saved successfully')).toBeVisible()
    await expect(rule).toContainText('Provider only')
  })

  await test.step('answers a right password as a wrong one', async () => {
    for (const password of ['Wrong@1234', doctor.password]) {
      await enterPassword(password)
      await expect(login.getByText('Invalid email or password')).toBeVisible()
    }
    await signInThrough(page, provider, 'sara.doctor')
    await expect(page).toHaveURL(DASHBOARD)
    await logOut(page)
  })

  await test.step('names a provider that is down', async () => {
    hospital.mishaps.discovery = MISHAPS.silent
    watch.allowHttp(400, '/provider/test/')
    await admin.goto(SECURITY_SETTINGS)
    await admin.getByRole('button', { name: `Actions: ${provider.name}` }).click()
    await admin.getByRole('menuitem', { name: 'Test' }).click()
    await expect(toast(admin, 'No answer in time.')).toBeVisible()
    await openLogin(page)
    await login.getByLabel('Email').fill(`me@${provider.domain}`)
    await login.getByRole('button', { name: `Sign in with ${provider.name}` }).click()
    await expect(login.getByRole('alert')).toHaveText(
      `${provider.name} does not answer. Try again, or call your administrator.`,
    )
  })

  await test.step('opened for hours with a reason, the password works', async () => {
    await letIdentityCheckExpire(server, data.admin)
    watch.allowHttp(403, '/lab/openSignIn/')
    await admin.goto(`/user/labs/${doctor.lab?.id}?tab=staff`)
    await rule.getByRole('button', { name: 'Open for Some Hours' }).click()
    const dialog = admin.getByRole('dialog', { name: 'Open for Some Hours' })
    await dialog.getByLabel('Hours').fill('2')
    await dialog.getByLabel('Reason').fill('The hospital renews its servers.')
    await dialog.getByRole('button', { name: 'Open', exact: true }).click()
    await confirmByPassword(admin, data.admin.password)
    await expect(rule.getByText(/^Passwords and passkeys work until/)).toBeVisible()
    await expect(rule).toContainText('The hospital renews its servers.')
    await expect.poll(() => newestMailTo(server, doctor.email)).toContain('Passwords work again for a lab')
    await enterPassword(doctor.password)
    await expect(page).toHaveURL(DASHBOARD)
  })

  await test.step('ends when the Admin ends it', async () => {
    watch.allowHttp(401, '/api/v1/')
    await rule.getByRole('button', { name: 'End Now' }).click()
    await expect(toast(admin, 'Only providers sign in now')).toBeVisible()
    await enterPassword(doctor.password)
    await expect(login.getByText('Invalid email or password')).toBeVisible()
  })

  await test.step('removing the provider lists who has no other way in, and mails them', async () => {
    Reflect.deleteProperty(hospital.mishaps, 'discovery')
    await withDatabase(server, (database) =>
      database.execute('update users set password_hash = null where id = $1', [technician.id]),
    )
    const dialog = await askToRemove(admin, provider.name)
    await expect(dialog).toContainText('1 user can no longer sign in')
    await expect(dialog.getByRole('listitem')).toHaveText([`${technician.fullName} (${technician.email})`])
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await expect(toast(admin, 'Provider removed successfully')).toBeVisible()
    await expect(admin.getByRole('button', { name: `Actions: ${provider.name}` })).toBeHidden()
    expect(await newestMailTo(server, technician.email)).toContain('/reset-password?')
    await enterPassword(doctor.password)
    await expect(page).toHaveURL(DASHBOARD)
  })
})
