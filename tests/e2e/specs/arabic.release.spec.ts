import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { PatientsPage } from '../pages/patients-page.ts'
import { PublishPage } from '../pages/publish-page.ts'
import { samplePng } from '../sample-files.ts'

const NAME = 'ليلى حداد'
/** In a left-to-right line, (CBC) and 2 would change places. */
const TITLE = 'تعداد الدم الكامل (CBC) – متابعة 2'

const expectInOrder = async (place: Locator) => {
  const title = place.locator('bdi[lang=ar]').filter({ hasText: TITLE }).first()
  await expect(title).toBeVisible()
  await expect(title).toHaveCSS('direction', 'rtl')
}

const arabicFonts = (page: Page) =>
  page.evaluate(
    () =>
      [...document.fonts].filter(({ family, status }) => family.includes('Arabic') && status === 'loaded')
        .length,
  )

test('Arabic names and titles', async ({ page, data, signIn }) => {
  const technician = await data.user('Technician')
  await data.patient(technician, { fullName: 'Mona Darwish' })
  const reportType = await data.reportType(technician)
  await signIn(technician)
  const patients = new PatientsPage(page)
  const publishing = new PublishPage(page)

  await test.step('load no Arabic font where there is no Arabic text [AR-11]', async () => {
    await patients.open()
    await expect(patients.names).toHaveText(['Mona Darwish'])
    expect(await arabicFonts(page)).toBe(0)
  })

  const patient = await data.patient(technician, { fullName: NAME })

  await test.step('start from the right when typed, clear of the icon of their field [AR-09]', async () => {
    await patients.open()
    const field = patients.searchBox
    await field.pressSequentially('حداد')
    await expect(field).toHaveCSS('direction', 'rtl')
    const icon = await field.locator('xpath=..').locator('[data-position=left]').boundingBox()
    expect(icon?.width).toBeGreaterThan(20)
    await expect(field).toHaveCSS('padding-left', `${icon?.width}px`)
    await expect(patients.names).toHaveText([NAME])
    await field.fill('Mona')
    await expect(field).toHaveCSS('direction', 'ltr')
  })

  await test.step('form headings of joined letters in the font of the product [AR-11]', async () => {
    await page.goto(`/user/patients/view/${patient.id}`)
    const name = page.getByRole('heading', { name: NAME }).locator('bdi[lang=ar]')
    await expect(name).toHaveCSS('letter-spacing', /^(normal|0px)$/)
    await expect.poll(() => arabicFonts(page)).toBeGreaterThan(0)
  })

  await test.step('keep their order in the publish question [AR-08] [AR-09]', async () => {
    await publishing.open(patient.id)
    await publishing.upload(samplePng())
    await publishing.chooseType(reportType)
    await publishing.title.fill('')
    await publishing.title.pressSequentially(TITLE)
    await publishing.remark.pressSequentially('نتيجة 1')
    for (const field of [publishing.title, publishing.remark])
      await expect(field).toHaveCSS('direction', 'rtl')
    await publishing.submit.click()
    await expectInOrder(publishing.question)
    await publishing.confirm.click()
  })

  await test.step('keep it in the list, on the page of the report and on paper [AR-08]', async () => {
    await expectInOrder(page.getByRole('table', { name: 'Reports' }))
    await page.getByRole('link', { name: TITLE, exact: true }).click()
    await expect(page.getByRole('heading', { name: reportType.title })).toBeVisible()
    await expectInOrder(page.getByRole('main'))
    await page.emulateMedia({ media: 'print' })
    await expectInOrder(page.getByRole('main'))
    await page.emulateMedia({ media: null })
  })
})
