import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expectPublicPageAccessible } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { newestMailTo } from '../outbox.ts'
import { expectNothingSticksOut } from '../overflow.ts'
import { forgetSession } from '../sign-in.ts'

const PROGRAM = path.resolve(import.meta.dirname, '../../../apps/api/dist/sign-in-link.js')

test('signs an Admin in with one button by a link that is made on the server [LINKIN-05]', async ({
  page,
  data,
  server,
  watch,
}) => {
  const run = (email: string) =>
    promisify(execFile)(process.execPath, [PROGRAM, email], {
      env: { PATH: process.env.PATH, DATA_DIR: server.dataDir, APP_URL: server.url },
    })
  const doctor = await data.user('Doctor')
  await expect(run(doctor.email)).rejects.toThrow(`No active Admin has the email ${doctor.email}.`)
  const { stdout } = await run(data.admin.email)
  const link = stdout.trim()
  expect(link).toContain(`${server.url}/sign-in?token=`)
  await expect.poll(() => newestMailTo(server, data.admin.email)).toContain('A sign-in link of your')

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expectNothingSticksOut(page)
  await expectPublicPageAccessible(page)
  await page.getByRole('link', { name: 'العربية' }).click()
  await page.getByRole('button', { name: 'تسجيل الدخول' }).click()
  await expect(page).toHaveURL(/\/user\/dashboard$/)
  await page.goto('/user/profile')
  await expect(page.getByRole('region', { name: 'Where you are signed in' })).toContainText(
    'with a link made on the server',
  )

  watch.allowHttp(422, '/sign-in')
  await forgetSession(page)
  await page.goto(link)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
})
