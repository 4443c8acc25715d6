import type { Browser, Page } from '@playwright/test'
import type { Language } from '@zelab/contract'
import { insertDelivery, insertLink } from '../../../apps/api/src/modules/deliveries/deliveries.repository.ts'
import { newLinkToken } from '../../../apps/api/src/modules/deliveries/link/link-token.ts'
import { hashSecretToken } from '../../../apps/api/src/platform/encryption.ts'
import { expectNoAxeViolations, expectPublicPageAccessible } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { expectNothingSticksOut } from '../overflow.ts'
import { withDatabase } from '../product-database.ts'
import type { ProductServer } from '../product-server.ts'
import { samplePdf } from '../sample-files.ts'
import type { TestData } from '../test-data.ts'

const PHONE = { width: 390, height: 780 }

const makeLink = async (
  server: ProductServer,
  data: TestData,
  { language, days = 30 }: { language: Language; days?: number },
): Promise<string> => {
  const lab = await data.lab(`Al Noor Laboratory ${data.next()}`)
  const doctor = await data.user('Doctor', lab)
  const patient = await data.patient(doctor, { fullName: 'Amal Mansour', dob: '1985-04-12' })
  const report = await data.report(doctor, patient, {
    title: 'Complete blood count',
    file: samplePdf(),
  })
  const token = newLinkToken()
  await withDatabase(server, async (database) => {
    await database.execute("update labs set phone = '+971 4 555 0100' where id = $1", [lab.id])
    const deliveryId = await insertDelivery(database, {
      reportId: report.id,
      labId: lab.id,
      reportVersion: 1,
      channel: 'slip',
      purpose: 'report',
      contact: null,
      delegateId: null,
      language,
      requestedBy: doctor.id,
      state: 'handed-over',
    })
    const endsAt = new Date(Date.now() + days * 86_400_000).toISOString()
    await insertLink(database, { deliveryId, tokenHash: hashSecretToken(token), endsAt })
  })
  return `${server.url}/r/${token}`
}

const openPhone = async (browser: Browser, javaScriptEnabled: boolean) => {
  const context = await browser.newContext({ viewport: PHONE, javaScriptEnabled, acceptDownloads: true })
  return context.newPage()
}

const enterDate = async (page: Page, [day = '', month = '', year = '']: string[], show = 'Show document') => {
  for (const [name, value] of Object.entries({ day, month, year }))
    await page.locator(`[name=${name}]`).fill(value)
  await page.getByRole('button', { name: show }).click()
}

test('lets a patient read a report on a phone without JavaScript [LINK-11]', async ({
  browser,
  server,
  data,
}) => {
  const url = await makeLink(server, data, { language: 'en' })
  const page = await openPhone(browser, false)
  await page.goto(url)

  await test.step('sees whose document it is as far as needed [LINK-02]', async () => {
    await expect(page.getByRole('heading', { level: 1, name: /^Al Noor Laboratory/ })).toBeVisible()
    await expect(page.getByText('A•• M••')).toBeVisible()
    await expect(page.getByText('Complete blood count')).toHaveCount(0)
  })

  await test.step('corrects a wrong date of birth [LINK-03]', async () => {
    await enterDate(page, ['12', '4', '1958'])
    await expect(page.getByRole('alert')).toContainText('4 attempts left')
    await expect(page.locator('[name=year]')).toHaveValue('1958')
    await enterDate(page, ['31', '2', '1985'])
    await expect(page.getByRole('alert')).toContainText('does not exist')
    await enterDate(page, ['١٢', '٤', '١٩٨٥'])
  })

  await test.step('reads the report and downloads it [LINK-07]', async () => {
    await expect(page.getByRole('heading', { name: 'Complete blood count' })).toBeVisible()
    await expect(page.getByText('Amal Mansour')).toBeVisible()
    const image = page.getByRole('img', { name: 'First page of the document' })
    await expect(image).toBeVisible()
    expect((await page.request.get(`${url}/page`)).headers()['content-type']).toBe('image/webp')
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('Complete blood count.pdf')
    const file = await page.request.get(`${url}/file`)
    expect(file.headers()['content-disposition']).toMatch(/^inline/)
    expect(await file.body()).toEqual(samplePdf().buffer)
  })

  await test.step('reads that no code can be sent, and whom to call [RULE-119]', async () => {
    const number = page.getByRole('link', { name: '+971 4 555 0100' })
    await expect(number).toHaveCount(1)
    await expect(page.getByText('Needs a code that the lab cannot send to you')).toHaveCount(2)
    await page.getByRole('link', { name: 'All my documents' }).click()
    await expect(page.getByText('does not have your agreement to send it')).toBeVisible()
    await expect(number).toHaveAttribute('href', 'tel:+97145550100')
    await page.getByRole('link', { name: 'Back' }).click()
  })

  await test.step('switches to Arabic and closes the page [LINK-10]', async () => {
    await page.getByRole('link', { name: 'العربية' }).click()
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await page.getByRole('button', { name: 'إغلاق' }).click()
    await expect(page.getByText('تاريخ ميلادكم')).toBeVisible()
    await page.goto(`${url}/file`)
    await expect(page.getByRole('button', { name: 'Show document' })).toBeVisible()
  })
  await page.context().close()
})

for (const language of ['en', 'ar'] as const)
  test(`keeps every page of a link accessible in ${language} [LINK-11]`, async ({
    browser,
    server,
    data,
  }) => {
    const url = await makeLink(server, data, { language })
    const ended = await makeLink(server, data, { language, days: -1 })
    const page = await openPhone(browser, true)
    const check = async () => {
      // The preview has no size until its image is there.
      await page.waitForLoadState('load')
      // The colors match the English page.
      await (language === 'en' ? expectPublicPageAccessible : expectNoAxeViolations)(page)
      for (const width of [320, 390, 1440]) {
        await page.setViewportSize({ ...PHONE, width })
        await expectNothingSticksOut(page)
      }
      await page.setViewportSize(PHONE)
      const small = await page
        .locator('a, button, input:not([type=hidden])')
        .evaluateAll(
          (targets) => targets.filter((target) => target.getBoundingClientRect().height < 43.9).length,
        )
      expect(small, 'targets that are too small').toBe(0)
    }
    await page.goto(url)
    await check()
    const show = language === 'en' ? 'Show document' : 'عرض المستند'
    await enterDate(page, ['1', '1', '1985'], show)
    await check()
    await enterDate(page, ['12', '4', '1985'], show)
    await expect(page.getByText('Amal Mansour')).toBeVisible()
    await check()
    await page.goto(`${url}/code`)
    await check()
    await withDatabase(server, (database) => database.execute('update link_sessions set has_code = true'))
    for (const path of ['reports', 'views']) {
      await page.goto(`${url}/${path}`)
      await check()
    }
    await page.goto(ended)
    await check()
    await page.goto(`${server.url}/r/unknown`)
    await check()
    await page.context().close()
  })
