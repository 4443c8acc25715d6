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
