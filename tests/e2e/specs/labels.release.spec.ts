import { contract } from '@zelab/contract'
import { expectAccessibleInBothSchemes } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { MM_PER_PX, pageSizes } from '../printed-pages.ts'
import { fillInbox } from '../inbox-files.ts'

test('prints labels for tubes, by which the inbox finds the patient', async ({
  page,
  data,
  signIn,
  openBrowser,
}, info) => {
  const technician = await data.user('Technician')
  const lab = technician.lab ?? { id: 0 }
  const admin = await data.as(data.admin)
  await admin.call(contract.visits.updateVisitSettings, {
    params: { id: String(lab.id) },
    body: { isOn: true },
  })
  const doctor = await data.user('Doctor', lab)
  const type = await data.reportType(doctor)
  const staff = await data.as(technician)
  const addVisit = async (patientId: number, orderNumber?: string) => {
    const { data: visit } = await staff.call(contract.visits.addVisit, {
      params: { id: String(patientId) },
      body: { reportTypeIds: [type.id], orderNumber },
    })
    return visit
  }
  const patient = await data.patient(technician, { fullName: 'Muhammad Abdulrahman Alhammadi' })
  const arabic = await data.patient(technician, { fullName: 'فاطمة عبدالرحمن محمد الهاشمي' })
  const visit = await addVisit(patient.id, 'ORD-2026-00417')
  const other = await addVisit(arabic.id)
  await signIn(technician)
  const openLabel = async (of: typeof visit) => {
    await page.goto(`/user/patients/view/${of.patientId}`)
    // The test cannot answer the system's print dialog.
    await page.evaluate(() => (window.print = () => undefined))
    await page.getByRole('button', { name: `Actions of visit #${of.id}` }).click()
    await page.getByRole('menuitem', { name: 'Print Label' }).click()
    return page.getByRole('dialog', { name: `Label of visit #${of.id}` })
  }

  await test.step('prints 50 x 25 mm, with long and Arabic names [LABEL-01]', async () => {
    for (const one of [visit, other]) {
      const dialog = await openLabel(one)
      await expect(dialog.getByRole('button', { name: 'Print Label' })).toBeFocused()
      await expectAccessibleInBothSchemes(page, '[role=dialog]')
      await page.screenshot({ path: info.outputPath(`label-${one.id}.png`) })
      await page.keyboard.press('Enter')
      await page.emulateMedia({ media: 'print' })
      const printed = await page
        .locator('body > div:not([data-portal]) > div:has(> img)')
        .evaluate((label) => {
          const { width, height, right, bottom } = label.getBoundingClientRect()
          const parts = [...label.querySelectorAll('p, bdi, span, img')]
          return {
            width,
            height,
            codes: [...label.querySelectorAll('img')].map((code) => code.getBoundingClientRect().width),
            fonts: parts.map((part) => Number.parseFloat(getComputedStyle(part).fontSize)),
            isCut: parts.some(
              (part) =>
                part.getBoundingClientRect().right > right ||
                part.getBoundingClientRect().bottom > bottom ||
                (part.matches('p') &&
                  (part.scrollHeight > part.clientHeight + 2 || part.scrollWidth > part.clientWidth)),
            ),
          }
        })
      expect([printed.width, printed.height].map((side) => Math.round(side * MM_PER_PX))).toEqual([50, 25])
      expect(Math.min(...printed.codes) * MM_PER_PX).toBeGreaterThan(7.4)
      expect(Math.min(...printed.fonts) * 0.75, 'points').toBeGreaterThanOrEqual(8)
      expect(printed.isCut).toBe(false)
      expect(pageSizes(await page.pdf({ preferCSSPageSize: true }))).toEqual([[50, 25]])
      await page.emulateMedia({ media: 'screen' })
      expect(await page.evaluate(() => 'printsAlone' in document.body.dataset)).toBe(false)
    }
  })

  await test.step('records the print [LABEL-01]', async () => {
    const reader = await data.as(doctor)
    const { data: history } = await reader.call(contract.activity.historyOfPatient, {
      params: { id: String(patient.id) },
    })
    expect(history.map(({ summary }) => summary)).toContain(`Printed patient ZL-${patient.id}`)
  })

  await test.step('finds the patient of a scan with the label in the inbox of the lab [LABEL-02]', async () => {
    const dialog = await openLabel(visit)
    const label = dialog.locator('div:has(> img)').last()
    // A scan has more pixels than the screen.
    await page.evaluate(() => (document.documentElement.style.zoom = '3'))
    const scan = { name: 'scan.png', mimeType: 'image/png', buffer: await label.screenshot() }
    await fillInbox(data, technician, [scan])
    const stranger = await data.user('Technician')
    await fillInbox(data, stranger, [{ ...scan, name: 'elsewhere.png' }])
    await page.goto('/user/inbox')
    await page.getByRole('link', { name: 'scan.png' }).click()
    await expect(page.getByRole('radio', { name: new RegExp(patient.fullName) })).toBeVisible()
    // A code alone is no certain match: nothing is published by itself.
    await expect(page.getByRole('button', { name: /^Publish/ }).first()).toBeVisible()
    const elsewhere = await openBrowser(stranger)
    await elsewhere.goto('/user/inbox')
    await elsewhere.getByRole('link', { name: 'elsewhere.png' }).click()
    await expect(elsewhere.getByText(`ZL-${patient.id}`).first()).toBeVisible()
    await expect(elsewhere.getByText(patient.fullName)).toHaveCount(0)
  })
})
