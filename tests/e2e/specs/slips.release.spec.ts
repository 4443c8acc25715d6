import { contract } from '@zelab/contract'
import { SLIP_PAPERS } from '@zelab/contract/limits'
import { expect, test } from '../fixtures.ts'
import { MM_PER_PX, pageSizes } from '../printed-pages.ts'

const PT_PER_PX = 72 / 96

const SHEETS = {
  a4: [210, 297, 14],
  a5: [148, 210, 14],
  'roll-80': [80, null, 4],
  'roll-58': [58, null, 5],
} as const

test('prints slips on A4, A5 and rolls, with a readable code and text [SLIP-02]', async ({
  page,
  data,
  signIn,
}, info) => {
  const doctor = await data.user('Doctor')
  const lab = doctor.lab ?? { id: 0, name: '' }
  const admin = await data.as(data.admin)
  const setPaper = (slipPaper: (typeof SLIP_PAPERS)[number]) =>
    admin.call(contract.deliveries.updateLabSettings, { params: { id: String(lab.id) }, body: { slipPaper } })
  await admin.call(contract.visits.updateVisitSettings, {
    params: { id: String(lab.id) },
    body: { isOn: true, givesLinks: true },
  })
  await admin.call(contract.labs.update, {
    params: { id: String(lab.id) },
    body: { name: 'مختبر النور للتحاليل الطبية المتقدمة والبحوث السريرية في أبوظبي والعين' },
  })
  const patient = await data.patient(doctor)
  const type = await data.reportType(doctor)
  const client = await data.as(doctor)
  await client.call(contract.visits.addVisit, {
    params: { id: String(patient.id) },
    body: { reportTypeIds: [type.id] },
  })

  await test.step('lets the Admin choose the paper in the tab Sending', async () => {
    await signIn(data.admin)
    await page.goto(`/user/labs/${lab.id}?tab=sending`)
    await page.getByRole('button', { name: 'Edit Sending' }).click()
    await page.getByRole('dialog').getByRole('radio', { name: '58 mm roll' }).click()
    await page.keyboard.press('Enter')
    await expect(page.getByText('58 mm roll', { exact: true })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await signIn(doctor)
  for (const paper of SLIP_PAPERS)
    for (const language of ['English', 'Arabic'] as const)
      await test.step(`${paper}, ${language}`, async () => {
        await setPaper(paper)
        await page.goto(`/user/patients/view/${patient.id}`)
        // The test cannot answer the system's print dialog.
        await page.evaluate(() => (window.print = () => undefined))
        await page
          .getByRole('region', { name: 'Visits' })
          .getByRole('button', { name: 'Hand Over Link' })
          .click()
        await page.getByRole('radio', { name: language }).click()
        await page.getByRole('button', { name: 'Create Slip' }).click()
        await page.getByRole('button', { name: 'Print Slip' }).click()
        const [width, height, margin] = SHEETS[paper]
        await page.emulateMedia({ media: 'print' })
        await page.setViewportSize({ width: Math.floor((width - 2 * margin) / MM_PER_PX), height: 900 })
        const printed = await page
          .locator('body > div:not([data-portal])', { hasText: /\/r\/\w+/ })
          .evaluate((slip) => {
            const boxes = [...slip.querySelectorAll('p, bdi, a, img')]
            return {
              code: slip.querySelector('img')?.getBoundingClientRect().width ?? 0,
              font: Math.min(...boxes.map((box) => Number.parseFloat(getComputedStyle(box).fontSize))),
              height: slip.getBoundingClientRect().height,
              isCut: boxes.some((box) => {
                const { left, right } = box.getBoundingClientRect()
                return left < 0 || right > innerWidth
              }),
            }
          })
        expect(printed.isCut).toBe(false)
        expect(printed.code * MM_PER_PX).toBeGreaterThan(20)
        expect(printed.font * PT_PER_PX).toBeGreaterThanOrEqual(8)
        await page.screenshot({ path: info.outputPath(`${paper}-${language}.png`) })
        const sizes = pageSizes(await page.pdf({ preferCSSPageSize: true }))
        expect(sizes, 'one page').toHaveLength(1)
        const [printedWidth, printedHeight = 0] = sizes[0] ?? []
        expect(printedWidth).toBe(width)
        if (height === null) {
          const needed = printed.height * MM_PER_PX + 2 * margin
          expect(printedHeight).toBeGreaterThanOrEqual(Math.floor(needed))
          expect(printedHeight).toBeLessThan(needed + 5)
        } else expect(printedHeight).toBe(height)
        // The event of the end of printing removes the paper.
        expect(await page.evaluate(() => 'printsAlone' in document.body.dataset)).toBe(false)
        await page.emulateMedia({ media: 'screen' })
        await page.setViewportSize({ width: 1440, height: 900 })
        await page.getByRole('button', { name: 'Done' }).click()
      })
})
