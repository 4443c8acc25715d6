import type { Page } from '@playwright/test'
import { contract } from '@zelab/contract'
import { expectAccessibleInBothSchemes, expectNoAxeViolations } from '../accessibility.ts'
import { textAs } from '../choose-file.ts'
import { expect, test } from '../fixtures.ts'
import { dropFiles, inboxPdf } from '../inbox-files.ts'
import { toast } from '../toasts.ts'

const uploads = (page: Page) => page.getByRole('region', { name: 'Uploads' })
const manyFiles = (count: number) =>
  Promise.all(Array.from({ length: count }, (_, number) => inboxPdf(`file-${number}.pdf`, 'Quality control')))

test('files on the way to the inbox', async ({ page, data, signIn, calls, watch }) => {
  const technician = await data.user('Technician')
  await signIn(technician)
  await page.goto('/user/inbox')
  const api = await data.as(technician)
  const countOpen = async () =>
    (await api.call(contract.inbox.list, { query: { page: 1, limit: 100, view: 'open' } })).pagination
      .totalItems

  await test.step('come from a button; other files are refused with a reason [INBOX-82]', async () => {
    watch.allowHttp(415, '/inbox/uploadFile')
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Choose Files' }).click(),
    ])
    await chooser.setFiles([...(await manyFiles(1)), textAs('letter.docx'), textAs('no-picture.png')])
    await expect(uploads(page).getByText('1 file added · 2 refused', { exact: true })).toBeVisible()
    await expect(uploads(page).getByRole('listitem').filter({ hasText: 'letter.docx' })).toContainText(
      'Refused',
    )
    await expectAccessibleInBothSchemes(page, uploads(page))
    await uploads(page).getByRole('button', { name: 'Hide' }).click()
  })

  await test.step('come at most 200 at a time, and an archive alone [INBOX-82]', async () => {
    const one = { name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') }
    await dropFiles(
      page,
      Array.from({ length: 201 }, () => one),
    )
    await expect(toast(page, 'Please add at most 200 files at a time, or one ZIP archive.')).toBeVisible()
    await dropFiles(page, [one, { ...one, name: 'b.zip', mimeType: 'application/zip' }])
    await expect(toast(page, 'Please add a ZIP archive by itself, without other files.')).toBeVisible()
    await expect(uploads(page)).toHaveCount(0)
  })

  await test.step('survive a reload, and none is added twice [INBOX-94]', async () => {
    const before = await countOpen()
    const release = await calls.hold(contract.inbox.upload)
    const seen = calls.seen(contract.inbox.upload)
    await dropFiles(page, await manyFiles(6))
    await expect(uploads(page).getByText('0 of 6 files sent', { exact: true })).toBeVisible()
    await expect.poll(() => seen.length).toBe(2)
    await expect(page.getByText('You can close this page.', { exact: false })).toBeVisible()
    await page.waitForFunction(async () => {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open('zelab-uploads')
        request.onsuccess = () => resolve(request.result)
      })
      return new Promise<boolean>((resolve) => {
        const count = database.transaction('files').objectStore('files').count()
        count.onsuccess = () => resolve(count.result === 6)
      })
    })
    // Two files are sent at a time, in either order.
    const keysOf = (requests: readonly { url(): string }[]) =>
      requests.map((request) => new URL(request.url()).searchParams.get('key')).sort()
    const firstKeys = keysOf(seen)
    await page.reload()
    await expect(uploads(page).getByText('0 of 6 files sent', { exact: true })).toBeVisible()
    await expect.poll(() => seen.length).toBe(4)
    expect(keysOf(seen.slice(2))).toEqual(firstKeys)
    release()
    await expect(uploads(page).getByText('6 files sent', { exact: true })).toBeVisible()
    expect(await countOpen()).toBe(before + 6)
    await calls.restore()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Inbox')
    await expect(uploads(page)).toHaveCount(0)
  })

  await test.step('go again after a busy answer and a lost connection [INBOX-95]', async () => {
    const before = await countOpen()
    await calls.refuse(contract.inbox.upload, 503, 'Busy')
    await dropFiles(page, await manyFiles(3))
    await expect(
      uploads(page).getByText('The upload continues automatically.', { exact: false }),
    ).toBeVisible()
    await calls.restore()
    await expect(uploads(page).getByText('3 files added', { exact: true })).toBeVisible()
    expect(await countOpen()).toBe(before + 3)
  })

  await test.step('disappear with a cancellation, and from the browser at sign-out [INBOX-94]', async () => {
    const before = await countOpen()
    await calls.hold(contract.inbox.upload)
    await dropFiles(page, await manyFiles(4))
    await uploads(page).getByRole('button', { name: 'Cancel the Rest' }).click()
    await expect(uploads(page)).toHaveCount(0)
    expect(await countOpen()).toBe(before)
    await dropFiles(page, await manyFiles(4))
    await expect(uploads(page).getByText('0 of 4 files sent', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: /^User menu of/ }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/')
    await expect
      .poll(() =>
        page.evaluate(async () => {
          const database = await new Promise<IDBDatabase>((resolve) => {
            const request = indexedDB.open('zelab-uploads')
            request.onsuccess = () => resolve(request.result)
          })
          return new Promise<number>((resolve) => {
            const count = database.transaction('files').objectStore('files').count()
            count.onsuccess = () => resolve(count.result)
          })
        }),
      )
      .toBe(0)
  })
})

test('lets the Admin choose the lab of the files', async ({ page, data, signIn }) => {
  const lab = await data.lab()
  await signIn(data.admin)
  await page.goto(`/user/inbox?labId=${lab.id}`)

  await test.step('asks for the lab before they are sent [INBOX-96]', async () => {
    await expect(page.getByText('No items found', { exact: true })).toBeVisible()
    await dropFiles(page, await manyFiles(1))
    const dialog = page.getByRole('dialog', { name: 'Which lab do these files belong to?' })
    await expect(dialog.getByLabel('Lab')).toHaveValue(String(lab.id))
    await expectNoAxeViolations(page, '[role=dialog]')
    await dialog.getByLabel('Lab').selectOption('')
    await dialog.getByRole('button', { name: 'Add Files' }).click()
    await expect(
      dialog.getByText('Please select the lab that these files belong to', { exact: true }),
    ).toBeVisible()
    await dialog.getByLabel('Lab').selectOption(String(lab.id))
    await dialog.getByRole('button', { name: 'Add Files' }).click()
    await expect(page.getByText('1 file added', { exact: true })).toBeVisible()
  })

  await test.step('shows the lab of each item [INBOX-96]', async () => {
    await expect(page.getByRole('table', { name: 'Open' })).toContainText(lab.name)
  })
})
