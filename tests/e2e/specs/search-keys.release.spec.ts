import { contract } from '@zelab/contract'
import { expect, test } from '../fixtures.ts'
import { SearchDialog } from '../pages/search-dialog.ts'

test('opens the search', async ({ page, data, signIn }) => {
  const doctor = await data.user('Doctor')
  const patient = await data.patient(doctor)
  const report = await data.report(doctor, patient)
  await signIn(doctor)
  const find = new SearchDialog(page)

  for (const path of [
    '/user/dashboard',
    '/user/patients',
    '/user/patients/add',
    `/user/patients/view/${patient.id}`,
    `/user/patient/${patient.id}/report/publish`,
    '/user/reports',
    `/user/reports/view/${report.id}`,
    '/user/contact',
    '/user/profile',
  ])
    await test.step(`opens with Ctrl+K and Cmd+K on ${path} [FIND-01]`, async () => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      for (const keys of ['Control+k', 'Meta+k']) {
        await page.keyboard.press(keys)
        await expect(find.field).toBeFocused()
        await page.keyboard.press(keys)
        await expect(find.dialog).toBeHidden()
      }
    })

  await test.step('opens from within a field, and gives the focus back [FIND-01, FIND-05]', async () => {
    await page.goto('/user/patients/add')
    const name = page.getByLabel('Full Name')
    await name.fill('Half typed')
    await page.keyboard.press('Control+k')
    await expect(find.field).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(find.dialog).toBeHidden()
    await expect(name).toBeFocused()
    await expect(name).toHaveValue('Half typed')
  })

  await test.step('opens from the field in the header, which shows the keys [FIND-01]', async () => {
    await expect(find.button).toContainText('Ctrl K')
    await find.button.click()
    await expect(find.field).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(find.button).toBeFocused()
  })

  await test.step('opens from an icon on a phone, over the whole screen [FIND-01]', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(find.button).not.toContainText('Ctrl K')
    await find.button.click()
    await expect(find.field).toBeFocused()
    expect((await find.dialog.boundingBox())?.width).toBe(390)
    await find.dialog.getByRole('button', { name: 'Close search' }).click()
    await expect(find.dialog).toBeHidden()
  })

  await test.step('opens within a frame, once its part of the program is there [FIND-01]', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    const framesUntilOpen = () =>
      page.evaluate(async () => {
        const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
        await nextFrame()
        document.body.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'k', code: 'KeyK', ctrlKey: true, bubbles: true }),
        )
        let count = 0
        while (!document.querySelector('[role="dialog"] [role="combobox"]') && count < 60) {
          await nextFrame()
          count++
        }
        return count
      })
    // On a busy machine, a frame may come in between; a dialog that needs two frames never appears in one.
    await expect(async () => {
      const frames = await framesUntilOpen()
      await page.keyboard.press('Escape')
      await expect(find.dialog).toBeHidden()
      expect(frames).toBeLessThanOrEqual(1)
    }).toPass()
  })
})

test('follows the keys of the search', async ({ page, data, signIn, calls }) => {
  const doctor = await data.user('Doctor')
  const names = ['Yelena Abernathy', 'Yelena Bosworth', 'Yelena Cavendish']
  const patients: { id: number }[] = []
  for (const fullName of names) patients.push(await data.patient(doctor, { fullName }))
  await signIn(doctor)
  await page.goto('/user/dashboard')
  const find = new SearchDialog(page)
  await find.open()
  await find.field.fill('yelena')
  await expect(find.group('Patients').getByRole('option')).toHaveCount(3)

  await test.step('moves through the results, round and round [FIND-05]', async () => {
    const expectActive = async (text: string) => {
      const active = await find.active()
      await expect(active).toContainText(text)
      await expect(active).toHaveAttribute('aria-selected', 'true')
      await expect(find.dialog.locator('[aria-selected="true"]')).toHaveCount(1)
      await expect(find.field).toBeFocused()
    }
    await expectActive('Yelena Cavendish')
    await page.keyboard.press('ArrowDown')
    await expectActive('Yelena Bosworth')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expectActive('Publish report for Yelena Abernathy')
    await page.keyboard.press('Home')
    await expectActive('Yelena Cavendish')
    await page.keyboard.press('End')
    await expectActive('Publish report for Yelena Abernathy')
    await page.keyboard.press('ArrowDown')
    await expectActive('Yelena Cavendish')
  })

  await test.step('announces the results [FIND-05]', async () => {
    await expect(find.field).toHaveAttribute('aria-expanded', 'true')
    const listId = await find.field.getAttribute('aria-controls')
    await expect(page.locator(`[id="${listId}"]`)).toHaveRole('listbox')
    await expect(find.status).toHaveText('6 results')
    await find.field.fill('yelena bo')
    await expect(find.status).toHaveText('2 results')
    await find.field.fill('settings of no one')
    await expect(find.dialog).toContainText('No patient or report found')
    await find.field.fill('yelena')
    await expect(find.status).toHaveText('6 results')
  })

  await test.step('Enter before the answer opens its first result [FIND-05]', async () => {
    const release = await calls.hold(contract.search.records)
    await find.field.fill('yelena abernathy')
    await page.keyboard.press('Enter')
    await expect(find.dialog).toBeVisible()
    await expect(find.group('Patients').getByRole('option')).toHaveCount(3)
    release()
    await expect(page).toHaveURL(`/user/patients/view/${patients[0]?.id}`)
    await expect(find.dialog).toBeHidden()
  })

  await test.step('opens the first result with Enter before the first answer of all, too [FIND-05]', async () => {
    await calls.restore()
    await page.goto('/user/dashboard')
    const release = await calls.hold(contract.search.records)
    await find.open()
    await find.field.fill('yelena bosworth')
    await page.keyboard.press('Enter')
    await expect(find.options).toHaveCount(0)
    release()
    await expect(page).toHaveURL(`/user/patients/view/${patients[1]?.id}`)
  })
})
