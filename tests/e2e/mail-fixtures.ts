import type { Page } from '@playwright/test'
import { startMailServer, type MailServer } from '../../apps/api/src/testing/mail-server.ts'
import { test as base } from './fixtures.ts'
import { startProduct, type ProductServer } from './product-server.ts'

/** With a real mail server, which the other tests do without. */
export const test = base.extend<object, { mail: MailServer; server: ProductServer }>({
  mail: [
    async ({}, use) => {
      const mail = await startMailServer()
      await use(mail)
      await mail.stop()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ mail }, use, { workerIndex }) => {
      const server = await startProduct(`deliveries-${workerIndex}`, { SMTP_URL: mail.url })
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
})

/** The link of the newest email to an address. */
export const linkIn = (mail: MailServer, email: string): string => {
  const link = /https?:\/\/\S+\/r\/[1-9A-Za-z]{22}/.exec(mail.mailsTo(email).at(-1)?.content ?? '')
  if (!link) throw new Error(`No link was sent to ${email}`)
  return link[0]
}

/** Enters day, month and year on the first page of a link. */
export const enterBirthday = async (
  page: Page,
  [day = '', month = '', year = '']: string[],
): Promise<void> => {
  await page.getByLabel('Day').fill(day)
  await page.getByLabel('Month').fill(month)
  await page.getByLabel('Year').fill(year)
  await page.getByRole('button', { name: 'Show document' }).click()
}
