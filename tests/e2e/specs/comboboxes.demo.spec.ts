import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { screenNamed, test } from '../demo-fixtures.ts'
import { showScreen } from '../screenshots/camera.ts'
import { ADMIN, DEMO_PASSWORD, openDialog, type Records, type Screen } from '../screenshots/screens.ts'
import { signIn } from '../sign-in.ts'

const SOURCES = join(import.meta.dirname, '../../../apps/web/src')

interface Place {
  /** Source file of the list. */
  file: string
  label: string | RegExp
  screen: (records: Records) => Screen
}

const shown = (name: string) => (records: Records) => screenNamed(name, records)
const ofLab = (tab: string, act: Screen['act']) => (): Screen => ({
  name: tab,
  address: `/user/labs/3?tab=${tab}`,
  as: ADMIN,
  ...(act && { act }),
})
const withUserType = (records: Records): Screen => ({
  ...screenNamed('user-add', records),
  act: (page) => page.getByRole('radio', { name: 'Doctor', exact: true }).check(),
})

const PLACES: Place[] = [
  { file: 'entities/report/report-type-picker.tsx', label: 'Report Type', screen: shown('publish') },
  { file: 'entities/report/report-type-picker.tsx', label: 'Report Type', screen: shown('report-amend') },
  { file: 'entities/visit/referrer-field.tsx', label: 'Referrer', screen: shown('visits-dialog') },
  {
    file: 'entities/visit/expected-types-field.tsx',
    label: 'Expected reports',
    screen: shown('visits-dialog'),
  },
  {
    file: 'entities/visit/expected-types-field.tsx',
    label: 'Expected reports',
    screen: shown('visits-registration'),
  },
  {
    file: 'features/visits/visit-dialog.tsx',
    label: 'Reports of this visit',
    screen: shown('visits-dialog'),
  },
  {
    file: 'features/critical/settings/staff-field.tsx',
    label: /^Told after half/,
    screen: ofLab('critical', (page) => page.getByRole('button', { name: 'Edit', exact: true }).click()),
  },
  {
    file: 'features/release/settings/lab-release.tsx',
    label: 'Report types',
    screen: ofLab('release', async (page) => {
      await openDialog('Edit Release')(page)
      await page.getByRole('radio', { name: 'Two people for selected report types' }).check()
    }),
  },
  { file: 'features/users/user-fieldset.tsx', label: 'Lab', screen: withUserType },
  { file: 'features/users/user-fieldset.tsx', label: 'Lab', screen: shown('user-edit') },
  {
    file: 'features/patient-import/start-step.tsx',
    label: 'Lab',
    screen: (records) => ({ ...screenNamed('patients-import', records), as: ADMIN }),
  },
  { file: 'features/activity/activity-filter-bar.tsx', label: 'Person', screen: shown('activity-log') },
  {
    file: 'features/settings/installation-fields.tsx',
    label: 'Time Zone',
    screen: shown('settings-general'),
  },
  { file: 'ui/form/country-field.tsx', label: 'Country', screen: shown('settings-general') },
  {
    file: 'features/settings/providers/provider-dialog.tsx',
    label: 'Lab',
    screen: shown('settings-add-provider'),
  },
]

const EXPLANATION = /Choose an entry of the list/

/** The text of the field, and the entries of a list of several choices. */
const stateOf = async (field: Locator) => ({
  text: await field.inputValue(),
  entries: await field
    .locator('xpath=ancestor::*[contains(@class, "InputWrapper-root")][1]')
    .evaluate((root) => Array.from(root.querySelectorAll('.mantine-Pill-label'), (one) => one.textContent)),
})

const chosenText = (page: Page) => page.evaluate(() => window.getSelection()?.toString())

/** One worker, because of the demo data. */
test.describe.configure({ mode: 'default' })

test('covers all lists to choose from by typing [FORM-40]', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
    .filter((file) => /<Search(Multi)?Select\s/.test(readFileSync(join(SOURCES, file), 'utf8')))
    .map((file) => file.replaceAll('\\', '/'))
  expect(new Set(PLACES.map(({ file }) => file))).toEqual(new Set(files))
})

for (const [index, { file, label, screen }] of PLACES.entries())
  test(`${label.toString()} (${file}, ${index}) chooses nothing that a person did not choose [FORM-40]`, async ({
    browser,
    server: { url },
    records,
  }) => {
    const context = await browser.newContext({ reducedMotion: 'reduce' })
    const page = await context.newPage()
    const place = screen(records)
    if (place.as) await signIn(page, url, { email: place.as, password: DEMO_PASSWORD })
    await showScreen(page, url, place)
    const field = page.getByRole('combobox', { name: label }).first()
    await expect(field).toBeEditable()
    const before = await stateOf(field)

    await test.step('selects the text on a click [FORM-41]', async () => {
      await field.click()
      expect(await chosenText(page)).toBe(before.text)
    })

    await test.step('changes nothing when a character is taken back', async () => {
      await page.keyboard.press('End')
      await page.keyboard.type('a')
      await page.keyboard.press('Backspace')
      await page.keyboard.press('Tab')
      await expect(field).not.toBeFocused()
      expect(await stateOf(field)).toEqual(before)
      await expect(field).not.toHaveAccessibleDescription(EXPLANATION)
    })

    await test.step('changes nothing with the list that an arrow key opened, or with Escape', async () => {
      await field.focus()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Escape')
      await page.keyboard.press('End')
      await page.keyboard.type('a')
      await page.keyboard.press('Backspace')
      await page.keyboard.press('Tab')
      expect(await stateOf(field)).toEqual(before)
    })

    await test.step('keeps and marks a text of several entries, and one of none', async () => {
      for (const text of ['a', 'zzqq']) {
        await field.click()
        await page.keyboard.press('ControlOrMeta+A')
        await page.keyboard.type(text)
        await page.keyboard.press('Shift+Tab')
        await expect(field).not.toBeFocused()
        const added = (await stateOf(field)).entries.filter((entry) => !before.entries.includes(entry))
        // Leaving the field chooses the only entry of this text, if the demo data have only one.
        if (added.length > 0) {
          expect(added).toEqual([expect.stringMatching(new RegExp(text, 'i'))])
          await field.press('ArrowDown')
          await expect(field).toHaveAttribute('aria-expanded', 'true')
          const others = page.getByRole('listbox').getByRole('option')
          await expect(others.filter({ hasText: text })).toHaveCount(0)
          await page.keyboard.press('Escape')
          await field.press('Backspace')
          expect((await stateOf(field)).entries).toEqual(before.entries)
          continue
        }
        await expect(field).toHaveValue(text)
        await expect(field).toHaveAccessibleDescription(EXPLANATION)
        expect((await stateOf(field)).entries).toEqual(before.entries)
      }
    })

    await test.step('drops the mark when the text is erased', async () => {
      await field.click()
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.press('Delete')
      await page.keyboard.press('Tab')
      await expect(field).not.toHaveAccessibleDescription(EXPLANATION)
      await expect(field).toHaveValue('')
    })
    await context.close()
  })
