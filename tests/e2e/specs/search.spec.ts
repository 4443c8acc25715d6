import { contract } from '@zelab/contract'
import { expectAccessibleInBothSchemes } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { SearchDialog } from '../pages/search-dialog.ts'

test('finds records, pages and actions', async ({ page, data, signIn, openBrowser }) => {
  const lab = await data.lab()
  const doctor = await data.user('Doctor', lab)
  const receptionist = await data.user('Receptionist', lab)
  const patient = await data.patient(doctor, { fullName: 'Zubaida Marzouq', emrId: 'ZUB-1' })
  const report = await data.report(doctor, patient, { title: 'Zinc in serum' })
  await signIn(doctor)
  const find = new SearchDialog(page)
  await page.goto('/user/dashboard')

  await test.step('finds a patient by name, id, EMR id and phone, and opens the record [FIND-02]', async () => {
    for (const typed of ['zubaida', 'Zubayda Marzook', `ZL-${patient.id}`, 'zub-1', patient.phone.number]) {
      await find.open()
      await find.field.fill(typed)
      await expect(find.option('Zubaida Marzouq').first()).toContainText(`ZL-${patient.id}`)
      // A similar name is only a guess and has to be selected.
      if (typed === 'Zubayda Marzook') await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(`/user/patients/view/${patient.id}`)
      await expect(find.dialog).toBeHidden()
    }
  })

  await test.step('finds a report by title and number, and opens it [FIND-02]', async () => {
    for (const typed of ['zinc', `#${report.id}`]) {
      await find.open()
      await find.field.fill(typed)
      await find.group('Reports').getByRole('option').filter({ hasText: 'Zinc in serum' }).click()
      await expect(page).toHaveURL(`/user/reports/view/${report.id}`)
    }
  })

  await test.step('shows the status of a report beside its title [FIND-30]', async () => {
    const staff = await data.as(doctor)
    await staff.call(contract.deliveries.handOverPaper, {
      params: { id: String(report.id) },
      body: { version: 1 },
    })
    await find.open()
    await find.field.fill(`#${report.id}`)
    await expect(find.group('Reports').getByRole('option')).toContainText('Zinc in serumHanded over')
    await page.keyboard.press('Escape')
  })

  await test.step('shows the type of a report only if its title differs [FIND-33]', async () => {
    const title = `Serum zinc level ${patient.id}`
    await data.report(doctor, patient, { title, reportType: await data.reportType(data.admin, title) })
    await find.open()
    await find.field.fill(title)
    const found = find.group('Reports').getByRole('option')
    await expect(found).toHaveCount(1)
    await expect(found).toHaveText(new RegExp(`^${title}#\\d+ · Zubaida Marzouq`))
    await page.keyboard.press('Escape')
  })

  await test.step('finds pages and actions, without the server [FIND-02]', async () => {
    await page.route('**/search/records', () => {})
    await find.open()
    await find.field.fill('pat')
    await expect(find.group('Pages').getByRole('option')).toHaveText(['View Patients'])
    await expect(find.group('Actions').getByRole('option')).toHaveText(['Add Patient'])
    await find.option('Add Patient').click()
    await expect(page).toHaveURL('/user/patients/add')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await find.open()
    await find.field.fill('dark')
    await find.option('Switch to dark mode').click()
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await find.open()
    await find.field.fill('logout')
    await page.keyboard.press('Enter')
    const cancel = page.getByRole('dialog', { name: 'Logout' }).getByRole('button', { name: 'Cancel' })
    await expect(cancel).toBeFocused()
    await cancel.click()
  })

  await test.step('finds the way to publish for a patient, by the list or at once [FIND-02]', async () => {
    const address = `/user/patient/${patient.id}/report/publish`
    await find.open()
    await find.field.fill('zubaida')
    await find.option('Publish report for Zubaida Marzouq').click()
    await expect(page).toHaveURL(address)
    await page.goto('/user/dashboard')
    await find.open()
    await find.field.fill('zubaida')
    await page.keyboard.press('Control+Enter')
    await expect(page).toHaveURL(address)
  })

  await test.step('finds only what the user may use [FIND-02]', async () => {
    const desk = await openBrowser(receptionist)
    const search = new SearchDialog(desk)
    await desk.goto('/user/dashboard')
    await search.open()
    await expect(search.group('Pages').getByRole('option')).toHaveText([
      'Dashboard',
      'View Patients',
      'View Reports',
      'Deliveries',
      'Contact',
      'Profile',
    ])
    await expect(search.group('Actions').getByRole('option')).toHaveText([
      'Add Patient',
      /^Switch to/,
      'Logout',
    ])
    await search.field.fill('zubaida')
    await expect(search.option('Zubaida Marzouq')).toHaveCount(1)
    await desk.keyboard.press('Control+Enter')
    await expect(search.dialog).toBeVisible()
    const admin = await openBrowser(data.admin)
    const everything = new SearchDialog(admin)
    await admin.goto('/user/dashboard')
    await everything.open()
    await expect(everything.group('Pages')).toContainText('Settings')
    await expect(everything.group('Actions').getByRole('option').first()).toHaveText('Add User')
  })

  await test.step('finds no one, and offers to add the patient', async () => {
    await page.goto('/user/dashboard')
    await find.open()
    await find.field.fill('Qxwvtz')
    await expect(find.dialog).toContainText('No patient or report found for “Qxwvtz”')
    await expect(find.options).toHaveText(['Add Patient'])
  })
})

test('shows similar names only', async ({ page, data, signIn }) => {
  const doctor = await data.user('Doctor')
  await data.patient(doctor, { fullName: 'Hamad Kaya' })
  const khan = await data.patient(doctor, { fullName: 'Hamad Khan' })
  await data.patient(doctor, { fullName: 'Hamad Kassar' })
  await signIn(doctor)
  const find = new SearchDialog(page)

  await test.step('keeps every letter that is typed right after the shortcut [SAFE-07]', async () => {
    await page.goto('/user/dashboard')
    await find.button.waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('hammad kahn')
    await expect(find.field).toHaveValue('hammad kahn')
  })

  await test.step('shows the best of all words first and chooses none [SAFE-07]', async () => {
    await expect(find.dialog).toContainText('No exact match for “hammad kahn”')
    await expect(find.group('Patients').getByRole('option').first()).toContainText('Hamad Khan')
    await expect(find.dialog.locator('[aria-selected="true"]')).toHaveCount(0)
    await page.keyboard.press('Enter')
    await expect(find.dialog).toBeVisible()
    await expect(page).toHaveURL('/user/dashboard')
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('opens the one that is chosen [SAFE-07]', async () => {
    await page.keyboard.press('ArrowDown')
    await expect(await find.active()).toContainText('Hamad Khan')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/user/patients/view/${khan.id}`)
  })
})

test('helps before a text is typed', async ({ page, data, signIn }) => {
  const doctor = await data.user('Doctor')
  const [first, second] = [await data.patient(doctor), await data.patient(doctor)]
  const report = await data.report(doctor, first)
  await signIn(doctor)
  // The page name appears before the record; leaving then would not count as a view.
  for (const [path, name] of [
    [`patients/view/${first.id}`, first.fullName],
    [`patients/view/${second.id}`, second.fullName],
    [`reports/view/${report.id}`, report.title],
  ] as const) {
    await page.goto(`/user/${path}`)
    await expect(page.getByRole('main').getByText(name).first()).toBeVisible()
  }
  const find = new SearchDialog(page)

  await test.step('shows recently viewed records, and the pages [FIND-04]', async () => {
    await expect(async () => {
      await page.goto('/user/contact')
      await find.open()
      await expect(find.group('Recent patients').getByRole('option')).toContainText([
        second.fullName,
        first.fullName,
      ])
      await expect(find.group('Recent reports').getByRole('option')).toContainText([report.title])
    }).toPass()
    await expect(find.group('Pages').getByRole('option').first()).toHaveText('Dashboard')
  })

  await test.step('keeps nothing of it in the browser [FIND-04]', async () => {
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
    for (const word of [first.fullName, second.fullName, report.title]) expect(stored).not.toContain(word)
  })
})

test('explains a search that fails', async ({ page, data, signIn, calls }) => {
  const doctor = await data.user('Doctor')
  const patient = await data.patient(doctor, { fullName: 'Wilhelmina Contact' })
  await signIn(doctor)
  await page.goto('/user/dashboard')
  const find = new SearchDialog(page)
  await calls.refuse(contract.search.records, 503, 'The service is not available at the moment.')
  await find.open()
  await find.field.fill('contact')

  await test.step('says so [FIND-06]', async () => {
    await expect(find.dialog.getByRole('alert')).toContainText(
      'Patients and reports could not be searched. The service is not available at the moment.',
    )
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('leaves pages and actions usable [FIND-06]', async () => {
    await expect(find.options).toHaveText(['Contact'])
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/user/contact')
  })

  await test.step('tries again [FIND-06]', async () => {
    const asked = calls.seen(contract.search.records)
    await find.open()
    await find.field.fill('contact')
    await expect.poll(() => asked.at(-1)?.postDataJSON()).toEqual({ text: 'contact' })
    await expect(find.dialog.getByRole('alert')).toBeVisible()
    await calls.restore()
    await find.dialog.getByRole('button', { name: 'Retry' }).click()
    await expect(find.option('Wilhelmina Contact').first()).toContainText(`ZL-${patient.id}`)
    await expect(find.dialog.getByRole('alert')).toBeHidden()
  })
})
