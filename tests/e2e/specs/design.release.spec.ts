import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { expectNothingSticksOut } from '../overflow.ts'

const headline = (page: Page) => page.getByRole('heading', { level: 1 })

/** Clicks a position instead of an element, because the link covers the cell's content. */
const press = async (place: Locator, button: 'left' | 'middle' = 'left') => {
  await place.page().waitForLoadState('networkidle')
  await place.hover({ force: true })
  await place.page().mouse.down({ button })
  await place.page().mouse.up({ button })
}

test('opens a record from its row in a list', async ({ page, context, data, signIn }) => {
  const doctor = await data.user('Doctor')
  const patient = await data.patient(doctor)
  const report = await data.report(doctor, patient)
  await signIn(doctor)
  const address = `/user/reports/view/${report.id}`
  const row = page.getByRole('row').nth(1)

  await test.step('follows a press anywhere on the row [DESIGN-03]', async () => {
    for (const [list, cell] of [
      ['/user/reports', 4],
      [`/user/patients/view/${patient.id}`, 2],
    ] as const) {
      await page.goto(list)
      // A placeholder row cannot be pressed.
      await expect(row).toContainText(report.title)
      await press(row.locator('td').nth(cell))
      await expect(page).toHaveURL(address)
    }
  })

  await test.step('opens in another tab with Ctrl and with the middle button [DESIGN-03]', async () => {
    await page.goto('/user/patients')
    await expect(row.getByRole('link', { name: patient.fullName, exact: true })).toBeVisible()
    for (const button of ['left', 'middle'] as const) {
      const opening = context.waitForEvent('page')
      if (button === 'left') await page.keyboard.down('ControlOrMeta')
      await press(row.locator('td').nth(4), button)
      if (button === 'left') await page.keyboard.up('ControlOrMeta')
      const opened = await opening
      await expect(opened).toHaveURL(`/user/patients/view/${patient.id}`)
      await opened.close()
    }
    await expect(page).toHaveURL('/user/patients')
  })

  await test.step('takes one stop less for the keyboard: the title is the link [DESIGN-03]', async () => {
    await page.goto('/user/reports')
    const title = row.getByRole('link', { name: report.title, exact: true })
    await title.focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(address)
  })

  await test.step('leaves its own controls to themselves [DESIGN-03]', async () => {
    await page.goto('/user/reports')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      row.getByRole('button', { name: `${report.title}.pdf` }).click(),
    ])
    expect(file.suggestedFilename()).toContain(report.title)
    await expect(page).toHaveURL('/user/reports')
    await row.getByRole('link', { name: patient.fullName }).click()
    await expect(page).toHaveURL(`/user/patients/view/${patient.id}`)
  })

  await test.step('works on the dashboard, too [DESIGN-03]', async () => {
    await page.goto('/user/dashboard')
    const recent = page.getByRole('group', { name: 'Recent reports' }).getByRole('listitem')
    await press(recent.getByText(report.reportType.title, { exact: true }))
    await expect(page).toHaveURL(address)
  })

  await test.step('leads to its patient on a phone [DESIGN-03]', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/user/patients')
    await press(page.getByRole('article', { name: patient.fullName }).getByText('EMR ID'))
    await expect(page).toHaveURL(`/user/patients/view/${patient.id}`)
  })
})

test('shows every column of a table', async ({ page, data, signIn, openBrowser }) => {
  const doctor = await data.user('Doctor')
  for (let count = 0; count < 10; count++) await data.report(doctor, await data.patient(doctor))
  const LONG_ADDRESS = 'Building 1204, Sheikh Zayed Road, Al Quoz Third, Abu Dhabi Emirate'
  await data.patient(doctor, {
    address: { line1: 'Building 1204, Sheikh Zayed Road, Al Quoz Third', city: 'Abu Dhabi Emirate' },
  })
  await signIn(doctor)

  const COLUMNS = {
    '/user/reports': ['Report Title', 'Patient', 'Report Type', 'Uploaded By', 'Upload Date', 'Actions'],
    '/user/patients': [
      'ID',
      'Full Name',
      'Contact Information',
      'Personal Details',
      'EMR ID',
      'Registration Info',
      'Actions',
    ],
    '/user/users': ['User Details', 'Contact Information', 'Role', 'Lab Details', 'Joined Date', 'Actions'],
  }
  /** Checks that all columns and row contents are inside the table, and that no cell covers another. */
  const expectWhole = async (path: keyof typeof COLUMNS, page: Page) => {
    await page.goto(path)
    const row = page.getByRole('row').nth(1)
    await expect(row.locator('td').first()).toBeVisible()
    await expect(page.getByRole('columnheader')).toHaveText(COLUMNS[path])
    for (const header of await page.getByRole('columnheader').all()) await expect(header).toBeVisible()
    const problems = await page.getByRole('table').evaluate((table) => {
      const sheet = table.getBoundingClientRect()
      return [...table.querySelectorAll('tr')].slice(0, 2).flatMap((line) => {
        const cells = [...line.children].map((cell) => ({ cell, box: cell.getBoundingClientRect() }))
        return cells.flatMap(({ cell, box }, index) => [
          ...([...cell.querySelectorAll('*:not([aria-hidden])')].some(
            (part) => part.getBoundingClientRect().right > box.right + 1,
          )
            ? [`cut: ${cell.textContent}`]
            : []),
          ...(box.right > sheet.right + 1 ? [`outside: ${cell.textContent}`] : []),
          ...cells
            .slice(index + 1)
            .filter(
              (other) =>
                other.box.left < box.right - 1 &&
                other.box.right > box.left + 1 &&
                other.box.top < box.bottom - 1 &&
                other.box.bottom > box.top + 1,
            )
            .map((other) => `${other.cell.textContent} covers ${cell.textContent}`),
        ])
      })
    })
    expect(problems).toEqual([])
    await expectNothingSticksOut(page)
  }
  const paths = ['/user/reports', '/user/patients'] as const

  await test.step('shows every column on a small laptop, without scrolling to the side [DESIGN-04]', async () => {
    for (const width of [1024, 768]) {
      await page.setViewportSize({ width, height: 500 })
      for (const path of paths) {
        await expectWhole(path, page)
        await expect(page.getByRole('row').nth(1).getByRole('link').last()).toBeInViewport({ ratio: 0.99 })
      }
    }
  })

  await test.step('wraps a long address, and cuts none [DESIGN-04]', async () => {
    await page.goto('/user/patients')
    const address = page.getByRole('row').nth(1).getByText(LONG_ADDRESS, { exact: true })
    const isCut = (item: Element) => item.scrollWidth > item.clientWidth
    for (const width of [1440, 1024]) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(() => address.evaluate(isCut)).toBe(false)
    }
    await page.setViewportSize({ width: 1024, height: 500 })
  })

  await test.step('shows them next to the open sidebar, where the table scrolls sideways at the end [DESIGN-04]', async () => {
    await page.goto('/user/patients')
    await page.getByRole('button', { name: 'Toggle sidebar' }).click()
    await expect(page.getByTestId('sidebar').getByText('View Reports', { exact: true })).toBeVisible()
    for (const width of [1200, 1024, 768]) {
      await page.setViewportSize({ width, height: 900 })
      for (const path of paths) await expectWhole(path, page)
    }
    const action = page.getByRole('row').nth(1).getByRole('link').last()
    await expect(action).not.toBeInViewport()
    const table = page.getByRole('group', { name: 'Patients' })
    await table.hover({ position: { x: 100, y: 60 } })
    await page.mouse.wheel(400, 0)
    await expect(action).toBeInViewport({ ratio: 0.99 })
    await page.setViewportSize({ width: 1024, height: 500 })
    await page.keyboard.press('Control+b')
  })

  await test.step('shows every column of users [DESIGN-04]', async () => {
    const admin = await openBrowser(data.admin)
    for (const width of [1024, 768]) {
      await admin.setViewportSize({ width, height: 500 })
      await expectWhole('/user/users', admin)
      await expect(admin.getByRole('button', { name: 'Reset Password' }).first()).toBeInViewport({
        ratio: 0.99,
      })
    }
  })

  await test.step('keeps its head in sight [DESIGN-04]', async () => {
    await page.goto('/user/reports')
    await expect(page.getByRole('row').nth(10)).toBeVisible()
    await page.getByRole('row').nth(10).scrollIntoViewIfNeeded()
    await page.mouse.wheel(0, 400)
    await expect(page.getByRole('columnheader', { name: 'Report Title' })).toBeInViewport()
    await expect(headline(page)).not.toBeInViewport()
  })
})

test('pages align, and touch targets are large enough', async ({ page, data, signIn }) => {
  const doctor = await data.user('Doctor')
  const patient = await data.patient(doctor)
  const report = await data.report(doctor, patient)
  await signIn(doctor)
  const paths = [
    '/user/dashboard',
    '/user/patients',
    '/user/patients/add',
    `/user/patients/view/${patient.id}`,
    '/user/reports',
    `/user/reports/view/${report.id}`,
    '/user/settings/report-types',
    '/user/profile',
  ]

  const edges = new Set<number | undefined>()
  for (const path of paths) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    edges.add((await headline(page).boundingBox())?.x)

    await test.step(`buttons have 44 px on a phone: ${path} [DESIGN-08]`, async () => {
      await page.setViewportSize({ width: 390, height: 844 })
      // The list becomes cards with the next frame.
      await page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      )
      await expect(headline(page)).toBeVisible()
      const tooSmall = () =>
        page
          .locator('main :is(button, select, input:not([type=checkbox], [type=radio]), [class*=Button-root])')
          .evaluateAll((controls) =>
            controls
              .filter((control) => control.checkVisibility())
              .filter((control) => {
                const { width, height } = control.getBoundingClientRect()
                // A small button in a line of text may be missed by 10 px.
                const margin = control.closest('dd, p') ? 20 : 0
                return width > 0 && Math.min(width, height) + margin < 43.9
              })
              .map(
                (control) => `${control.getAttribute('aria-label') ?? ''} ${control.outerHTML.slice(0, 120)}`,
              ),
          )
      await expect.poll(tooSmall, path).toEqual([])
    })
  }

  await test.step('every headline [DESIGN-07]', () => {
    expect([...edges]).toHaveLength(1)
  })

  await test.step('keeps the button above the report type off its field [DESIGN-08]', async () => {
    await page.goto(`/user/patient/${patient.id}/report/publish`)
    const field = await page.getByRole('combobox', { name: 'Report Type' }).boundingBox()
    const button = await page.getByRole('button', { name: 'New Report Type' }).boundingBox()
    expect((button?.y ?? Infinity) + (button?.height ?? 0)).toBeLessThanOrEqual(field?.y ?? 0)
  })
})
