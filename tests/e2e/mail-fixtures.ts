import type { Page } from '@playwright/test'
import { startMailServer, type MailServer } from '../../apps/api/src/testing/mail-server.ts'
import { startSmsServer, type SmsServer } from '../../apps/api/src/testing/sms-server.ts'
import { test as base } from './fixtures.ts'
import { startProduct, type ProductServer } from './product-server.ts'

/** With a real mail server and SMS gateway, which the other tests do without. */
export const test = base.extend<object, { mail: MailServer; sms: SmsServer; server: ProductServer }>({
  mail: [
    async ({}, use) => {
      const mail = await startMailServer()
      await use(mail)
      await mail.stop()
    },
    { scope: 'worker' },
  ],
  sms: [
    async ({}, use) => {
      const sms = await startSmsServer()
      await use(sms)
      await sms.stop()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ mail, sms }, use, { workerIndex }) => {
      const server = await startProduct(`deliveries-${workerIndex}`, {
        SMTP_URL: mail.url,
        SMS_URL: sms.url,
        SMS_BODY: '{"to":"{to}","text":"{text}","from":"{sender}"}',
      })
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
})

/** The link in a message. */
export const linkInText = (text: string): string => {
  const link = /https?:\/\/\S+\/r\/[1-9A-Za-z]{22}/.exec(text)
  if (!link) throw new Error(`No link in ${text}`)
  return link[0]
}

/** The link of the newest email to an address. */
export const linkIn = (mail: MailServer, email: string): string =>
  linkInText(mail.mailsTo(email).at(-1)?.content ?? `no email to ${email}`)

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
