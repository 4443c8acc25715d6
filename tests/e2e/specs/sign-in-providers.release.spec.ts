import { contract } from '@zelab/contract'
import { Secret, TOTP } from 'otpauth'
import { expect } from '../fixtures.ts'
import {
  addHospital,
  askToRemove,
  confirmByPassword,
  confirmThrough,
  letIdentityCheckExpire,
  linkAccount,
  logOut,
  openLogin,
  SECURITY_SETTINGS,
  signInThrough,
  typeAccount,
} from '../hospital.ts'
import { newestMailTo } from '../outbox.ts'
import { test } from '../provider-fixtures.ts'
import { forgetSession } from '../sign-in.ts'
import { toast } from '../toasts.ts'

// One worker, because each has a product and a provider.
test.describe.configure({ mode: 'default' })

const DASHBOARD = /\/user\/dashboard$/

test('adds and links a provider, and signs in until the logout at both [OIDC-40, OIDC-41]', async ({
  page,
  data,
  server,
  hospital,
  openBrowser,
  signIn,
  watch,
}) => {
  const doctor = await data.user('Doctor')
  const account = 'noura.salem'
  hospital.people[account] = { name: 'Noura Salem' }
  const admin = await openBrowser(data.admin)

  await test.step('asks the Admin to confirm the identity, and explains a wrong issuer at its field', async () => {
    await letIdentityCheckExpire(server, data.admin)
    watch.allowHttp(403, '/provider/create')
    watch.allowHttp(400, '/provider/create')
    await admin.goto(SECURITY_SETTINGS)
    const card = admin.getByRole('region', { name: 'Sign-in providers' })
    await expect(card).toContainText('No providers yet')
    await card.getByRole('button', { name: 'Add Provider' }).click()
    const dialog = admin.getByRole('dialog', { name: 'Add Provider' })
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('City Hospital')
    await dialog.getByRole('combobox', { name: 'Lab' }).fill(doctor.lab?.name ?? '')
    await admin.getByRole('option', { name: doctor.lab?.name }).click()
    await dialog.getByLabel('Issuer').fill(`${hospital.issuer}/elsewhere`)
    await dialog.getByLabel('Client ID').fill('zelab')
    await dialog.getByLabel(/^Client Secret/).fill('a secret of the hospital')
    await dialog.getByLabel('Email Domains').fill('city.test')
    await dialog.getByLabel('The post-logout redirect URI is registered').check()
    await admin.keyboard.press('Enter')
    await confirmByPassword(admin, data.admin.password)
    await expect(dialog.getByText(/^No OpenID Connect configuration was found/)).toBeVisible()
    await expect(dialog.getByLabel('Issuer')).toBeFocused()
    await expect(dialog.getByLabel(/^Client Secret/)).toHaveValue('a secret of the hospital')
    await dialog.getByLabel('Issuer').fill(hospital.issuer)
    await admin.keyboard.press('Enter')
  })

  await test.step('registers the addresses that are shown', async () => {
    const dialog = admin.getByRole('dialog', { name: 'Addresses of City Hospital' })
    const redirectUri = await dialog.getByText(/\/callback$/).innerText()
    const logoutUri = await dialog.getByText(/\/backchannel-logout$/).innerText()
    await expect(dialog.getByText('Post-logout redirect URI', { exact: true })).toBeVisible()
    hospital.register({
      ...{ clientId: 'zelab', clientSecret: 'a secret of the hospital', keySet: null },
      ...{ redirectUri, logoutUri },
    })
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(admin.getByRole('region', { name: 'Sign-in providers' })).toContainText('0 linked accounts')
  })

  const waysIn = page.getByRole('region', { name: 'Sign-in', exact: true })
  await test.step('links the Doctor after an identity check', async () => {
    await signIn(doctor)
    await page.goto('/user/profile')
    await waysIn.getByRole('button', { name: 'Link City Hospital' }).click()
    const dialog = page.getByRole('dialog', { name: 'Link City Hospital' })
    await dialog.getByLabel('Password', { exact: true }).fill(doctor.password)
    await page.keyboard.press('Enter')
    await typeAccount(page, account)
    await expect(page).toHaveURL(/\/user\/profile$/)
    await expect(toast(page, 'City Hospital is linked to your account')).toBeVisible()
    await expect(waysIn.getByRole('listitem')).toHaveText([/Password/, /City Hospital/])
    await expect.poll(() => newestMailTo(server, doctor.email)).toContain('A sign-in provider was linked')
  })

  const provider = { id: 0, name: 'City Hospital', domain: 'city.test' }
  await test.step('offers it for an email of the domain, and signs in', async () => {
    await forgetSession(page)
    const dialog = await openLogin(page)
    await dialog.getByLabel('Email').fill('me@elsewhere.test')
    await expect(dialog.getByRole('button', { name: 'Login as User' })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Sign in with City Hospital' })).toBeHidden()
    await signInThrough(page, provider, account)
    await expect(page).toHaveURL(DASHBOARD)
    await page.goto('/user/profile')
    await expect(page.getByRole('region', { name: 'Where you are signed in' })).toContainText(
      'Signed in with City Hospital',
    )
  })

  await test.step('ends the session of the hospital with the logout too, which asks again', async () => {
    await logOut(page)
    await signInThrough(page, provider, account)
    await expect(page).toHaveURL(DASHBOARD)
  })

  await test.step('unlinks it after an identity check through itself', async () => {
    await page.goto('/user/profile')
    await waysIn.getByRole('button', { name: 'Unlink City Hospital' }).click()
    await confirmThrough(page, provider, account)
    await expect(toast(page, 'Provider unlinked')).toBeVisible()
    await expect(waysIn.getByRole('listitem')).toHaveText([/Password/])
  })
  await (await askToRemove(admin, provider.name)).getByRole('button', { name: 'Remove' }).click()
  await expect(toast(admin, 'Provider removed successfully')).toBeVisible()
})

test('confirms the identity with a provider in a second window, and typed input stays [OIDC-42]', async ({
  page,
  data,
  server,
  hospital,
  signIn,
  watch,
}) => {
  const doctor = await data.user('Doctor')
  const admin = await data.as(data.admin)
  const provider = await addHospital(admin, hospital, { lab: doctor.lab, number: data.next() })
  Object.assign(hospital.people, { 'ali.hassan': {}, 'omar.other': {} })
  await linkAccount(server, provider, doctor, 'ali.hassan')
  await signIn(doctor)
  await page.goto('/user/profile')
  await page.getByRole('button', { name: 'Change Password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change password' })
  await dialog.getByLabel('New Password', { exact: true }).fill('quiet-harbor-17')

  await test.step('refuses another person with a sentence', async () => {
    await confirmThrough(page, provider, 'omar.other')
    await expect(dialog.getByRole('alert')).toHaveText(
      'The answer of the provider was not accepted. Please try again.',
    )
  })

  await test.step('opens a closed window again with the same button', async () => {
    const opened = page.context().waitForEvent('page')
    await dialog.getByRole('button', { name: `Confirm with ${provider.name}` }).click()
    await (await opened).close()
    await expect(dialog.getByRole('status')).toHaveText(
      `Continue in the window of ${provider.name}. If it is closed, select the button again.`,
    )
    await confirmThrough(page, provider, 'ali.hassan')
  })

  await test.step('makes the change with what was typed before', async () => {
    await expect(dialog.getByRole('status')).toHaveText(`Confirmed with ${provider.name}`)
    await expect(dialog.getByLabel('New Password', { exact: true })).toHaveValue('quiet-harbor-17')
    await dialog.getByLabel('Confirm New Password').fill('quiet-harbor-17')
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Password changed successfully')).toBeVisible()
  })
  watch.allowHttp(401, '/auth/')
  await admin.call(contract.providers.remove, { params: { id: String(provider.id) } })
})

test('who may not sign in through a provider reads why, and others get an account [OIDC-43]', async ({
  page,
  data,
  hospital,
}) => {
  const lab = await data.lab()
  const admin = await data.as(data.admin)
  const linking = await addHospital(admin, hospital, { lab, number: data.next() })
  const creating = await addHospital(admin, hospital, {
    ...{ lab, number: data.next() },
    ...{ rolesClaim: 'groups', roles: { 'lab-doctors': 'Doctor' }, createsAccounts: true },
  })
  const person = { name: 'Huda Karim', email: `huda@${creating.domain}`, email_verified: true }
  Object.assign(hospital.people, {
    'huda.karim': { ...person, groups: ['lab-doctors'] },
    'jad.nader': { ...person, name: 'Jad Nader', groups: ['kitchen'] },
  })
  const dialog = page.getByRole('dialog', { name: 'User Login' })

  await test.step('says that the account is not linked', async () => {
    await signInThrough(page, linking, 'huda.karim')
    await expect(dialog.getByRole('alert')).toHaveText(/^Your account at the provider is not linked here/)
    await expect(page).toHaveURL(/\/$/)
  })
  await test.step('says that there is no role', async () => {
    await page.context().clearCookies()
    await signInThrough(page, creating, 'jad.nader')
    await expect(dialog.getByRole('alert')).toHaveText(
      'Your account at the provider has no role here. Please ask your administrator.',
    )
  })
  await test.step('creates an account without a password for a role', async () => {
    await page.context().clearCookies()
    await signInThrough(page, creating, 'huda.karim')
    await expect(page).toHaveURL(DASHBOARD)
    await expect(page.getByRole('button', { name: 'User menu of Huda Karim' })).toBeVisible()
    await page.goto('/user/profile')
    await expect(page.getByRole('region', { name: 'Sign-in', exact: true }).getByRole('listitem')).toHaveText(
      [new RegExp(creating.name)],
    )
    await page.getByRole('button', { name: 'Change Password' }).click()
    await expect(page.getByRole('dialog')).toContainText('Your account has no password')
  })
  for (const { id } of [linking, creating])
    await admin.call(contract.providers.remove, { params: { id: String(id) } })
})

test('asks for the second factor after a provider that checks none [OIDC-44]', async ({
  page,
  data,
  server,
  hospital,
  watch,
}) => {
  const doctor = await data.user('Doctor')
  const own = await data.as(doctor)
  const { data: factor } = await own.call(contract.auth.startSecondFactor, {
    body: { password: doctor.password },
  })
  const codeOf = (stepsAhead: number) =>
    new TOTP({ secret: Secret.fromBase32(factor.secret) }).generate({
      timestamp: Date.now() + stepsAhead * 30_000,
    })
  await own.call(contract.auth.confirmSecondFactor, { body: { code: codeOf(0) } })
  const admin = await data.as(data.admin)
  const provider = await addHospital(admin, hospital, { lab: doctor.lab, number: data.next() })
  hospital.people['mona.zayed'] = {}
  await linkAccount(server, provider, doctor, 'mona.zayed')

  await signInThrough(page, provider, 'mona.zayed')
  const code = page.getByRole('dialog', { name: 'User Login' }).getByLabel('Authentication Code')
  await expect(code).toBeFocused()
  watch.allowHttp(401, '/auth/oidc/second-step')
  watch.allowHttp(400, '/auth/oidc/second-step')
  await code.fill('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This code is incorrect or has already been used').first()).toBeVisible()
  await code.fill(codeOf(1))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(DASHBOARD)
  await admin.call(contract.providers.remove, { params: { id: String(provider.id) } })
})
