import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { startMailServer, type MailServer } from '../../apps/api/src/testing/mail-server.ts'
import { startSmsServer, type SmsServer } from '../../apps/api/src/testing/sms-server.ts'
import { test as base } from './fixtures.ts'
import { startProduct, type ProductServer } from './product-server.ts'
import { TEST_MS } from '../../test-limits.ts'

interface WorkerFixtures {
  mail: MailServer
  sms: SmsServer
  inboxRoot: string
  server: ProductServer
}

/** Provides a mail server, an SMS gateway and an inbox folder, which other tests do not need. */
export const test = base.extend<object, WorkerFixtures>({
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
  inboxRoot: [
    async ({}, use) => {
      const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'zelab-inbox-')))
      await use(folder)
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ mail, sms, inboxRoot }, use, { workerIndex }) => {
      const server = await startProduct(`equipped-${workerIndex}`, {
        INBOX_DIR: inboxRoot,
        SMTP_URL: mail.url,
        SMS_URL: sms.url,
        SMS_BODY: '{"to":"{to}","text":"{text}","from":"{sender}"}',
      })
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: TEST_MS },
  ],
})

export const linkInText = (text: string): string => {
  const link = /https?:\/\/\S+\/r\/[1-9A-Za-z]{22}/.exec(text)
  if (!link) throw new Error(`No link in ${text}`)
  return link[0]
}

export const linkIn = (mail: MailServer, email: string): string =>
  linkInText(mail.mailsTo(email).at(-1)?.content ?? `no email to ${email}`)

export const enterBirthday = async (
  page: Page,
  [day = '', month = '', year = '']: string[],
): Promise<void> => {
  await page.getByLabel('Day').fill(day)
  await page.getByLabel('Month').fill(month)
  await page.getByLabel('Year').fill(year)
  await page.getByRole('button', { name: 'Show document' }).click()
}
