import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { contract, type InboxSources, type Lab } from '@zelab/contract'
import { expect } from '../fixtures.ts'
import { tabTo } from '../keyboard.ts'
import { test } from '../mail-fixtures.ts'
import { expectNothingSticksOut } from '../overflow.ts'
import { withDatabase } from '../product-database.ts'
import type { ProductServer } from '../product-server.ts'
import type { TestData } from '../test-data.ts'
import { toast } from '../toasts.ts'
import { writtenPdf } from '../written-pdf.ts'

const SAVED = 'Changes saved successfully'
const FINGERPRINT = `${'0123456789ABCDEF'.repeat(3)}0123456789ABCDEF`

const paramsOf = ({ id }: { id: number }) => ({ params: { id: String(id) } })
const cardOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const openLab = (page: Page, { id }: { id: number }) => page.goto(`/user/labs/${id}?tab=inbox`)

const openNewSource = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: 'Add Source' }).click()
  return page.getByRole('dialog', { name: 'Add Source' })
}

const openRules = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: 'Edit Rules' }).click()
  return page.getByRole('dialog', { name: 'Inbox Rules' })
}

const sourcesOf = async (data: TestData, lab: Lab): Promise<InboxSources> =>
  (await (await data.as(data.admin)).call(contract.inbox.getSources, paramsOf(lab))).data

const noteMissingFolder = (server: ProductServer, lab: Lab) =>
  withDatabase(server, (database) =>
    database.execute(
      "update inbox_sources set problem = 'folder-missing', problem_since = now() where lab_id = $1",
      [lab.id],
    ),
  )

test('adds, changes and removes a watched folder', async ({ page, data, signIn, server, inboxRoot }) => {
  const lab = await data.lab()
  await data.user('Doctor', lab, 'Nadia Rahman')
  await mkdir(path.join(inboxRoot, `lab-${lab.id}`))
  await signIn(data.admin)
  await openLab(page, lab)
  const card = cardOf(page, 'Inbox Sources')

  await test.step('beginning without any source [INBOX-110]', async () => {
    await expect(card.getByText('No sources yet')).toBeVisible()
    const dialog = await openNewSource(page)
    await expect(dialog.getByText(/ask your IT administrator to set HL7_PORT/)).toBeVisible()
    await expect(dialog.getByRole('radio')).toHaveCount(1)
    await expect(dialog.getByText(`Within ${inboxRoot}, for example front-desk/scans.`)).toBeVisible()
  })

  await test.step('adding it with the keyboard alone [INBOX-110]', async () => {
    const dialog = page.getByRole('dialog', { name: 'Add Source' })
    await tabTo(page, dialog.getByRole('textbox', { name: 'Name' }))
    await page.keyboard.type('Front desk scanner')
    await tabTo(page, dialog.getByRole('textbox', { name: 'Folder' }))
    await page.keyboard.type(`lab-${lab.id}/scans`)
    await page.keyboard.press('Enter')
    await expect(toast(page, SAVED)).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Add Source' })).toBeFocused()
    await expect(card.getByText(`${inboxRoot}/lab-${lab.id}/scans`)).toBeVisible()
    await expect(card.getByText('By staff')).toBeVisible()
    await expect(card.getByText('Nothing yet')).toBeVisible()
  })

  await test.step('reading the problem and the remedy [INBOX-111]', async () => {
    await noteMissingFolder(server, lab)
    await card.getByRole('button', { name: 'Check the sources again' }).click()
    const problem = card.getByRole('note')
    await expect(problem).toContainText(/Folder not found since \d+:\d\d [AP]M/)
    await expect(problem).toContainText('Check that the share is connected')
    await expect(problem).toContainText('The folder is never created.')
  })

  await test.step('publishing automatically only after a warning, in the name of a person [INBOX-112]', async () => {
    await card.getByRole('button', { name: 'Edit Front desk scanner' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Source' })
    await expect(dialog.getByText('The kind of a source cannot be changed.')).toBeVisible()
    const save = dialog.getByRole('button', { name: 'Save Changes' })
    await expect(save).toBeDisabled()
    await dialog.getByRole('checkbox', { name: 'Publish automatically' }).check()
    await expect(
      dialog.getByText('No person looks at these reports before they are published.'),
    ).toBeVisible()
    await save.click()
    const publisher = dialog.getByLabel('Publisher')
    await expect(publisher).toBeFocused()
    await publisher.selectOption('Nadia Rahman')
    await save.click()
    await expect(dialog).toBeHidden()
    await expect(card.getByText('Automatic, in the name of Nadia Rahman')).toBeVisible()
    expect((await sourcesOf(data, lab)).sources).toMatchObject([
      { publishesAutomatically: true, publisher: { fullName: 'Nadia Rahman' } },
    ])
  })

  await test.step('removing it after a confirmation [INBOX-113]', async () => {
    await card.getByRole('button', { name: 'Remove Front desk scanner' }).click()
    const dialog = page.getByRole('dialog', { name: 'Remove source' })
    await expect(dialog.getByText(/Its items stay in the inbox\.$/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await expect(toast(page, 'Source removed')).toBeVisible()
    await expect(card.getByText('No sources yet')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add Source' })).toBeFocused()
  })
})

test('explains a refused folder at its field and keeps the entry [INBOX-114]', async ({
  page,
  data,
  signIn,
  watch,
}) => {
  watch.allowHttp(400, '/lab/addInboxSource/')
  const lab = await data.lab()
  await signIn(data.admin)
  await openLab(page, lab)
  const dialog = await openNewSource(page)
  const folder = dialog.getByRole('textbox', { name: 'Folder' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Scanner')
  await folder.fill('../elsewhere')
  await dialog.getByRole('button', { name: 'Add Source' }).click()
  await expect(dialog.getByText('The folder must be inside INBOX_DIR')).toBeVisible()
  await expect(folder).toBeFocused()
  await expect(folder).toHaveValue('../elsewhere')
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Scanner')
  await folder.fill(`lab-${lab.id}`)
  await dialog.getByRole('button', { name: 'Add Source' }).click()
  await expect(dialog).toBeHidden()
  await expect(cardOf(page, 'Inbox Sources').getByRole('heading', { name: 'Scanner' })).toBeVisible()
})

test('adds an HL7 sender by the fingerprint of its certificate [INBOX-115]', async ({
  page,
  data,
  signIn,
}) => {
  const lab = await data.lab()
  // Pretends that HL7 is set up: the listener is not part of this test.
  await page.route('**/api/v1/lab/getInboxSources/*', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { data: InboxSources }
    await route.fulfill({ response, json: { ...body, data: { ...body.data, hl7Port: 2575 } } })
  })
  await signIn(data.admin)
  await openLab(page, lab)
  const dialog = await openNewSource(page)
  await dialog.getByRole('radio', { name: 'HL7 sender' }).check()
  await expect(dialog.getByText('The sender connects to port 2575 of this server.')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Folder' })).toBeHidden()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Hematology analyzer')
  const certificate = dialog.getByRole('textbox', { name: 'Certificate fingerprint' })
  const addresses = dialog.getByRole('textbox', { name: 'Addresses' })
  await certificate.fill('0123')
  await addresses.fill('10.1.2.3\n10.2.0.0/16\n')
  await dialog.getByRole('button', { name: 'Add Source' }).click()
  await expect(dialog.getByText(/^Please paste the SHA-256 fingerprint/)).toBeVisible()
  await expect(certificate).toBeFocused()
  await certificate.fill(`SHA256 Fingerprint=${FINGERPRINT.match(/../g)?.join(':') ?? ''}`)
  await expect(dialog.getByLabel('Character set')).toHaveValue('')
  await dialog.getByRole('button', { name: 'Add Source' }).click()
  await expect(dialog).toBeHidden()

  const card = cardOf(page, 'Inbox Sources')
  await expect(card.getByText('01234567…89abcdef')).toBeVisible()
  await expect(
    card.getByRole('button', { name: 'Copy the fingerprint of Hematology analyzer' }),
  ).toBeVisible()
  await expect(card.getByText('10.1.2.3, 10.2.0.0/16')).toBeVisible()
  await expect(card.getByText('As the message says')).toBeVisible()
  expect((await sourcesOf(data, lab)).sources).toMatchObject([
    { kind: 'hl7', certificate: FINGERPRINT.toLowerCase(), addresses: ['10.1.2.3', '10.2.0.0/16'] },
  ])
})

test('sources and rules fit a phone [INBOX-113]', async ({ page, data, signIn, server }) => {
  const lab = await data.lab()
  const technician = await data.user('Technician', lab)
  const api = await data.as(technician)
  await api.uploadInboxFile({ ...(await writtenPdf([{ text: 'Blood count' }])), name: 'scan.pdf' })
  const admin = await data.as(data.admin)
  await admin.call(contract.inbox.addSource, {
    ...paramsOf(lab),
    body: {
      kind: 'folder',
      name: 'Scanner of the reception on the second floor',
      isOn: true,
      publishesAutomatically: false,
      folder: `phone-${lab.id}/${'long-name-of-a-folder'.repeat(4)}`,
    },
  })
  await noteMissingFolder(server, lab)
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(data.admin)
  await openLab(page, lab)
  await expect(cardOf(page, 'Inbox Sources').getByRole('note')).toBeVisible()
  await expectNothingSticksOut(page)
  const dialog = await openRules(page)
  await dialog.getByRole('button', { name: 'Add Rule' }).click()
  await dialog.getByLabel('Files').selectOption('Any file')
  await dialog.getByRole('button', { name: 'Remove rule 1' }).click()
  await dialog.getByRole('button', { name: 'Try on the Last Files' }).click()
  await expect(dialog.getByRole('list', { name: 'Result' })).toContainText('scan.pdf')
  await expectNothingSticksOut(page)
})
