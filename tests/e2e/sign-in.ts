import { expect, type Page } from '@playwright/test'
import { API_BASE, contract, type StaffRole } from '@zelab/contract'
import type { Credentials } from './test-data.ts'

export const signIn = async (page: Page, origin: string, { email, password }: Credentials): Promise<void> => {
  const response = await page.context().request.post(origin + API_BASE + contract.auth.login.path, {
    headers: { origin },
    data: { email, password },
  })
  expect(response.status(), await response.text()).toBe(200)
}

export const signInByForm = async (page: Page, role: StaffRole, credentials: Credentials): Promise<void> => {
  await page.goto('/')
  await page.getByRole('button', { name: new RegExp(`^${role}\\b`) }).click()
  const dialog = page.getByRole('dialog', { name: `${role} Login` })
  await dialog.getByLabel('Email').fill(credentials.email)
  await dialog.getByLabel('Password', { exact: true }).fill(credentials.password)
  await dialog.getByRole('button', { name: `Login as ${role}` }).click()
  await expect(page).toHaveURL(/\/user\/dashboard$/)
}

/** As a browser that was closed: the open page asks for nothing without its session. */
export const forgetSession = async (page: Page): Promise<void> => {
  await page.goto('about:blank')
  await page.context().clearCookies()
}
