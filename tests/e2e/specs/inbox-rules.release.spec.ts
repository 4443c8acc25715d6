import type { Locator, Page } from '@playwright/test'
import { contract } from '@zelab/contract'
import { expect, test } from '../fixtures.ts'
import { tabTo } from '../keyboard.ts'
import { writtenPdf } from '../written-pdf.ts'

const paramsOf = ({ id }: { id: number }) => ({ params: { id: String(id) } })

const openRules = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: 'Edit Rules' }).click()
  return page.getByRole('dialog', { name: 'Inbox Rules' })
}

test('lets the Admin try rules on the last files before they apply', async ({
  page,
  data,
  signIn,
  watch,
}) => {
  const lab = await data.lab()
  const technician = await data.user('Technician', lab)
  const hematology = await data.reportType(data.admin, `Hematology ${data.next()}`)
  const other = await data.reportType(data.admin, `Other ${data.next()}`)
  const api = await data.as(technician)
  const upload = async (name: string, text: string) =>
    api.uploadInboxFile({ ...(await writtenPdf([{ text }])), name })
  const items = async () =>
    (await api.call(contract.inbox.list, { query: { page: 1, limit: 100, view: 'open' } })).data
  await upload('E-1001_Layla Haddad_1990-05-21.pdf', 'Complete blood count')
  await upload('scan0001.pdf', 'Something else')
  await signIn(data.admin)
  await page.goto(`/user/labs/${lab.id}?tab=inbox`)
  const dialog = await openRules(page)
  const ruleOf = (position: number) => dialog.getByRole('group', { name: `Rule ${position}`, exact: true })
  const result = dialog.getByRole('region', { name: 'Result' })
  const save = dialog.getByRole('button', { name: 'Save Changes' })
  const tryOut = dialog.getByRole('button', { name: 'Try on the Last Files' })

  await test.step('writing the pattern with the buttons of its parts [INBOX-116]', async () => {
    const pattern = dialog.getByRole('textbox', { name: 'File name pattern' })
    await pattern.fill('{emrId}{name}')
    await tryOut.click()
    await expect(dialog.getByText(/^Please use fields such as \{emrId\}/)).toBeVisible()
    await pattern.fill('')
    await dialog.getByRole('button', { name: 'Insert {emrId}' }).click()
    await page.keyboard.type('_')
    await dialog.getByRole('button', { name: 'Insert {name}' }).click()
    await page.keyboard.type('_')
    await dialog.getByRole('button', { name: 'Insert {dateOfBirth}' }).click()
    await expect(pattern).toHaveValue('{emrId}_{name}_{dateOfBirth}')
  })

  await test.step('adding rules; a chosen type gives the title [INBOX-116]', async () => {
    await dialog.getByRole('button', { name: 'Add Rule' }).click()
    await expect(ruleOf(1).getByLabel('Files')).toBeFocused()
    await ruleOf(1).getByLabel('Files').selectOption('Any file')
    await ruleOf(1).getByLabel('Report type').selectOption(other.title)
    await expect(ruleOf(1).getByLabel('Title')).toHaveValue(other.title)
    await dialog.getByRole('button', { name: 'Add Rule' }).click()
    await ruleOf(2).getByLabel('Words').fill('BLOOD count')
    await ruleOf(2).getByLabel('Report type').selectOption(hematology.title)
    await ruleOf(2).getByLabel('Title').fill('Complete blood count')
    await expect(dialog.getByText('Rule 1 applies to every file: this rule is never used.')).toBeVisible()
  })

  await test.step('moving rules by the keyboard, which keeps the focus [INBOX-117]', async () => {
    const up = dialog.getByRole('button', { name: 'Move rule 2 up' })
    await tabTo(page, up)
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Rule 2 is now rule 1')).toBeAttached()
    await expect(ruleOf(1).getByLabel('Title')).toHaveValue('Complete blood count')
    await expect(dialog.getByRole('button', { name: 'Move rule 1 down' })).toBeFocused()
    await dialog.getByRole('button', { name: 'Remove rule 2' }).click()
    await expect(dialog.getByRole('group', { name: /^Rule \d/ })).toHaveCount(1)
    await expect(dialog.getByRole('button', { name: 'Remove rule 1' })).toBeFocused()
  })

  await test.step('previewing the result for the files, without saving [INBOX-118]', async () => {
    await tryOut.click()
    await expect(result.getByText('1 of 2 gets a type')).toBeVisible()
    await expect(result.getByText('1 of 2 file names follows the pattern')).toBeVisible()
    const rows = result.getByRole('row')
    await expect(rows.filter({ hasText: 'scan0001.pdf' })).toContainText('No rule')
    const sorted = rows.filter({ hasText: 'E-1001_Layla Haddad_1990-05-21.pdf' })
    await expect(sorted).toContainText('E-1001 · Layla Haddad')
    await expect(sorted).toContainText('Rule 1')
    await expect(sorted).toContainText(hematology.title)
    await ruleOf(1).getByLabel('Title').fill('Blood count')
    await expect(result.getByText(/^You have changed something since/)).toBeVisible()
    expect((await items()).map(({ reportType }) => reportType)).toEqual([null, null])
  })

  await test.step('keeping the entries when saving is refused [INBOX-119]', async () => {
    watch.allowHttp(400, '/lab/updateInboxSettings/')
    await api.call(contract.reportTypes.remove, paramsOf(other))
    await dialog.getByRole('button', { name: 'Add Rule' }).click()
    await ruleOf(2).getByLabel('Words').fill('lipid')
    await ruleOf(2).getByLabel('Report type').selectOption(other.title)
    await save.click()
    await expect(dialog.getByRole('alert')).toHaveText('Please select a report type')
    await expect(ruleOf(2).getByLabel('Words')).toHaveValue('lipid')
    await dialog.getByRole('button', { name: 'Remove rule 2' }).click()
  })

  await test.step('saving them for the files in the inbox and all that follow [INBOX-119]', async () => {
    await save.click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Edit Rules' })).toBeFocused()
    await expect(
      page.getByRole('region', { name: 'Inbox Rules' }).getByText('Text contains “BLOOD count”'),
    ).toBeVisible()
    await upload('E-1002_Omar Khan_1985-01-02.pdf', 'Blood count of today')
    const sorted = (await items()).filter(({ title }) => title === 'Blood count')
    expect(sorted.map(({ fileName }) => fileName).sort()).toEqual([
      'E-1001_Layla Haddad_1990-05-21.pdf',
      'E-1002_Omar Khan_1985-01-02.pdf',
    ])
    expect(sorted.every(({ reportType }) => reportType?.id === hematology.id)).toBe(true)
  })
})

test('unsaved rules are not lost when the page is left by mistake [INBOX-119]', async ({
  page,
  data,
  signIn,
}) => {
  const lab = await data.lab()
  await signIn(data.admin)
  await page.goto('/user/labs')
  await page.getByRole('link', { name: lab.name }).click()
  await page.getByRole('navigation', { name: lab.name }).getByRole('link', { name: 'Inbox' }).click()
  const dialog = await openRules(page)
  await dialog.getByRole('textbox', { name: 'File name pattern' }).fill('{emrId}_{ignore}')
  await page.goBack()
  const question = page.getByRole('dialog', { name: 'Leave this page?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog.getByRole('textbox', { name: 'File name pattern' })).toHaveValue('{emrId}_{ignore}')
})
