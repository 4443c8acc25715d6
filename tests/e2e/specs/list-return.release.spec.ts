import { contract } from '@zelab/contract'
import { expect, test } from '../fixtures.ts'
import { PatientsPage } from '../pages/patients-page.ts'

test('returning to a list', async ({ page, data, signIn, calls }) => {
  const technician = await data.user('Technician')
  for (let index = 0; index < 24; index++)
    await data.patient(technician, {
      fullName: `Patient ${String.fromCharCode(65 + index)}`,
      gender: 'FEMALE',
    })
  await signIn(technician)
  const patients = new PatientsPage(page)
  await patients.open('?gender=female')
  await expect(patients.names).toHaveCount(10)

  await test.step('fetches the next page when the pointer is on its button, and the click shows it at once', async () => {
    const lists = calls.seen(contract.patients.list)
    await patients.next.hover()
    await expect.poll(() => lists.map((call) => new URL(call.url()).searchParams.get('page'))).toEqual(['2'])
    await (await lists[0]?.response())?.finished()
    const release = await calls.hold(contract.patients.list)
    await patients.next.click()
    await expect(patients.names.first()).toHaveText('Patient N')
    expect(lists).toHaveLength(1)
    release()
    await calls.restore()
  })

  await test.step('keeps page, filter and place', async () => {
    await page.setViewportSize({ width: 1024, height: 500 })
    const last = patients.names.last()
    await last.scrollIntoViewIfNeeded()
    const place = await page.evaluate(() => scrollY)
    expect(place).toBeGreaterThan(100)
    await last.click()
    await expect(page).toHaveURL(/\/user\/patients\/view\/\d+$/)
    await page.goBack()
    await expect(page).toHaveURL(/\?(page=2&gender=female|gender=female&page=2)$/)
    await expect(patients.names.first()).toHaveText('Patient N')
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(place)
  })
})
