import { expect, test } from '../fixtures.ts'
import { PatientsPage } from '../pages/patients-page.ts'

test('shows many patients in the list', async ({ page, data, signIn }) => {
  const doctor = await data.user('Doctor')
  for (let count = 0; count < 16; count++)
    await data.patient(doctor, {
      fullName: `Khalid Al Mansoori ${String.fromCharCode(65 + count)}`,
      email: `khalid.al.mansoori.${count}@mail.example`,
      // Every third profile is incomplete and has a badge.
      address: count % 3 === 0 ? {} : { line1: `${count} Airport Road`, city: 'Abu Dhabi' },
    })
  await signIn(doctor)
  const patients = new PatientsPage(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await patients.open('?limit=20')
  // A first visit may show the fallback font, which is wider on this system.
  await page.evaluate(() => document.fonts.load('1em Inter'))
  await page.reload()
  await expect(patients.rows).toHaveCount(16)
  const boxOf = async (index: number) =>
    (await patients.rows.nth(index).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }

  await test.step('shows at least twelve on a laptop, the first above 320 px [DESK-01]', async () => {
    await expect.poll(async () => (await boxOf(0)).y).toBeLessThan(320)
    const twelfth = await boxOf(11)
    expect(twelfth.y + twelfth.height).toBeLessThanOrEqual(900)
  })

  await test.step('shows each number, email and address whole, in one line [PATLIST-60]', async () => {
    for (const width of [1440, 1280, 1024]) {
      await page.setViewportSize({ width, height: 900 })
      await page.reload()
      await expect(patients.rows).toHaveCount(16)
      const lines = await patients.rows.getByRole('listitem').evaluateAll((items) =>
        items.map((item) => ({
          text: item.textContent,
          isCut: item.scrollWidth > item.clientWidth,
          hasOneLine: item.clientHeight < 24,
        })),
      )
      expect(lines.length).toBe(16 * 3)
      expect(
        lines.filter(({ isCut, hasOneLine }) => isCut || !hasOneLine),
        `${width} px`,
      ).toEqual([])
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.reload()
  })

  await test.step('shows rows of 36 px when compact [DESK-01]', async () => {
    await page.getByRole('button', { name: 'Table view' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Compact rows' }).click()
    await page.keyboard.press('Escape')
    const lineBelow = 1
    await expect.poll(async () => (await boxOf(0)).height).toBeLessThanOrEqual(36 + lineBelow)
    expect((await boxOf(1)).height).toBeLessThanOrEqual(36 + lineBelow)
  })
})
