import { contract } from '@zelab/contract'
import { expect, test } from '../fixtures.ts'
import { toast } from '../toasts.ts'

test('lets the Admin write the messages of a lab', async ({ page, data, signIn }) => {
  const admin = await data.as(data.admin)
  const { id, name, address, email } = await data.lab(`Harbour ${data.next()}`)
  await admin.call(contract.labs.update, {
    params: { id: String(id) },
    body: { name, address, email: email ?? '', phone: '+97143334455' },
  })
  await signIn(data.admin)
  await page.goto(`/user/labs/${id}?tab=sending`)
  const opener = page.getByRole('button', { name: 'Message Texts' })
  const dialog = page.getByRole('dialog', { name: 'Message Texts' })
  const text = dialog.getByRole('textbox', { name: 'Text' })
  const preview = dialog.getByRole('region', { name: 'Preview' })
  const choose = (field: string, option: string) => dialog.getByLabel(field).selectOption(option)
  const save = dialog.getByRole('button', { name: 'Save Changes' })
  const stored = async () =>
    (await admin.call(contract.messageTemplates.getMessageTemplates, { params: { id: String(id) } })).data

  await test.step('beginning with the built-in text and a preview of the message [SMS-11]', async () => {
    await opener.click()
    await expect(text).toHaveValue('{lab}: a document is ready. {link} Until {until}. {phone}')
    await expect(preview).toContainText(`${name}: a document is ready. http`)
    await expect(preview).toContainText('+97143334455')
    await expect(preview).toContainText(/\d+ characters, 1 SMS/)
    await expect(save).toBeDisabled()
  })

  await test.step('inserting parts and counting the SMS [SMS-11]', async () => {
    await text.fill('Dear patient, your report is at ')
    await save.click()
    await expect(dialog.getByText(/^Please use only \{lab\}/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Insert {link}' }).click()
    await expect(text).toHaveValue('Dear patient, your report is at {link}')
    await expect(text).toBeFocused()
    for (let key = 0; key < '{link}'.length; key++) await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.press('Delete')
    await expect(preview).not.toContainText('http')
    await dialog.getByRole('button', { name: 'Insert {link}' }).click()
    await expect(preview).toContainText('http')
    await page.keyboard.type(` ${'x'.repeat(150)}`)
    await expect(preview).toContainText(/2\d\d characters, 2 SMS/)
    await text.fill('Your report: {link} – {lab}')
    // The dash is not in GSM 03.38.
    await expect(preview).toContainText(/characters, [12] SMS/)
    await save.click()
    await expect(toast(page, 'Changes saved successfully')).toBeVisible()
    expect(await stored()).toEqual([
      { language: 'en', purpose: 'report', template: 'Your report: {link} – {lab}' },
    ])
  })

  await test.step('writing Arabic from right to left, without a link where none is sent [SMS-11]', async () => {
    await choose('Language', 'Arabic')
    await expect(text).toHaveAttribute('dir', 'rtl')
    await expect(text).toHaveValue(/^\{lab\}: المستند/)
    await choose('Message', 'A report was withdrawn')
    await expect(dialog.getByRole('button', { name: /^Insert/ })).toHaveText(['{lab}', '{phone}'])
    await expect(preview.locator('[dir=rtl]')).toContainText(name)
  })

  await test.step('keeping unsaved texts of other messages [SMS-11]', async () => {
    await text.fill('{lab}: أُلغي المستند')
    await choose('Language', 'English')
    await choose('Message', 'A report is ready')
    await expect(text).toHaveValue('Your report: {link} – {lab}')
    await choose('Message', 'A report was withdrawn')
    await choose('Language', 'Arabic')
    await expect(text).toHaveValue('{lab}: أُلغي المستند')
  })

  await test.step('returning to the built-in text [SMS-11]', async () => {
    await choose('Language', 'English')
    await choose('Message', 'A report is ready')
    await dialog.getByRole('button', { name: 'Return to the Built-in Text' }).click()
    await expect(text).toHaveValue(/^\{lab\}: a document is ready/)
    await expect.poll(stored).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    await expect(opener).toBeFocused()
  })
})

test('lets the Admin set the sender of messages and the age of adults [SMS-10]', async ({
  page,
  data,
  signIn,
}) => {
  const { id } = await data.lab()
  await signIn(data.admin)
  await page.goto(`/user/labs/${id}?tab=sending`)
  const edit = page.getByRole('button', { name: 'Edit Sending' })
  await edit.click()
  const advanced = page.getByText('Advanced', { exact: true })
  const sender = page.getByRole('textbox', { name: 'Sender name' })
  const age = page.getByRole('spinbutton', { name: 'A guardian’s access ends at age' })
  const save = page.getByRole('button', { name: 'Save Changes' })
  await expect(age).toBeHidden()
  await advanced.click()
  await expect(age).toHaveValue('18')
  await sender.fill('H')
  await age.fill('30')
  await save.click()
  await expect(page.getByText(/^Please use 3 to 11 English letters/)).toBeVisible()
  await expect(page.getByText('Please enter a whole number of years from 14 to 25')).toBeVisible()
  await sender.fill('Harbour')
  await age.fill('21')
  await save.click()
  await expect(toast(page, 'Changes saved successfully')).toBeVisible()
  await expect(sender).toBeHidden()
  await expect(edit).toBeFocused()
  await page.reload()
  await expect(page.getByText('Harbour', { exact: true })).toBeVisible()
  await expect(page.getByText('Ends at age 21')).toBeVisible()
})
