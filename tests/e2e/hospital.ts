import { expect, type Locator, type Page } from '@playwright/test'
import { contract } from '@zelab/contract'
import type { OidcProvider } from '../../apps/api/src/testing/oidc-provider.ts'
import type { ApiClient } from './api-client.ts'
import { withDatabase } from './product-database.ts'
import type { ProductServer } from './product-server.ts'

/** Of a provider that was added to the product and registered at the hospital. */
interface Added {
  id: number
  name: string
  /** Its button appears for emails of this domain alone. */
  domain: string
}

/** Adds the hospital as a provider of a lab, with a domain that no other one has. */
export const addHospital = async (
  admin: ApiClient,
  hospital: OidcProvider,
  { lab, number, ...fields }: { lab: { id: number } | null; number: number } & Record<string, unknown>,
): Promise<Added> => {
  const domain = `hospital-${number}.test`
  const client = {
    name: `Hospital ${number}`,
    clientId: `client-${number}`,
    clientSecret: `secret of client ${number}`,
  }
  const defaults = { labId: lab?.id, issuer: hospital.issuer, domains: [domain], returnsAfterLogout: true }
  const body = { ...defaults, ...client, ...fields }
  const { data } = await admin.call(contract.providers.create, { body })
  hospital.register({ ...client, ...data })
  return { id: data.id, name: client.name, domain }
}

/** As if the user had linked the account of that name. */
export const linkAccount = (
  server: ProductServer,
  provider: { id: number },
  user: { id: number },
  account: string,
): Promise<void> =>
  withDatabase(server, (database) =>
    database.execute(
      'insert into provider_links (provider_id, user_id, subject, last_used_at) values ($1, $2, $3, now())',
      [provider.id, user.id, account],
    ),
  )

/** The next change in the newest session of the user that needs a recent identity check asks for it. */
export const letIdentityCheckExpire = (server: ProductServer, user: { email: string }): Promise<void> =>
  withDatabase(server, (database) =>
    database.execute(
      `update sessions set created_at = created_at - interval '20 minutes', confirmed_at = null
        where id = (select max(s.id) from sessions s join users u on u.id = s.user_id where u.email = $1)`,
      [user.email],
    ),
  )

/** On the login page of the hospital. */
export const typeAccount = async (page: Page, account: string): Promise<void> => {
  await expect(page.getByRole('heading', { name: 'Hospital account' })).toBeVisible()
  await page.getByLabel('Account').fill(account)
  await page.keyboard.press('Enter')
}

export const openLogin = async (page: Page): Promise<Locator> => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Get Started' }).click()
  return page.getByRole('dialog', { name: 'User Login' })
}

/** Types an email of the domain, selects the button of the provider, and signs in there. */
export const signInThrough = async (page: Page, { name, domain }: Added, account: string): Promise<void> => {
  const dialog = await openLogin(page)
  await dialog.getByLabel('Email').fill(`me@${domain}`)
  await dialog.getByRole('button', { name: `Sign in with ${name}` }).click()
  await typeAccount(page, account)
}

/** Opens the second window with the button, and types the account there. */
export const confirmThrough = async (page: Page, { name }: Added, account: string): Promise<void> => {
  const opened = page.context().waitForEvent('page')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Confirm with ${name}` })
    .click()
  const second = await opened
  const closed = second.waitForEvent('close')
  await typeAccount(second, account)
  await closed
}

export const SECURITY_SETTINGS = '/user/settings/general?tab=security'

/** Ends the session of the product, and that of the hospital. */
export const logOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.getByRole('dialog', { name: 'Logout' }).getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('button', { name: 'Sign out of the hospital' }).click()
  await expect(page.getByRole('button', { name: 'Get Started' })).toBeVisible()
}

export const confirmByPassword = async (page: Page, password: string): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
}

/** As an Admin. @returns the dialog that lists who would have no way in */
export const askToRemove = async (admin: Page, name: string): Promise<Locator> => {
  await admin.goto(SECURITY_SETTINGS)
  await admin.getByRole('button', { name: `Actions: ${name}` }).click()
  await admin.getByRole('menuitem', { name: 'Remove' }).click()
  return admin.getByRole('dialog', { name: 'Remove provider' })
}
