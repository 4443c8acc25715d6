import { contract } from '@zelab/contract'
import { expectAccessibleInBothSchemes } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'

test('shows the contact page', async ({ page, calls, data, signIn }) => {
  const admin = await data.as(data.admin)
  const enter = (body: { supportEmail: string; supportPhone: string; supportHours: string }) =>
    admin.call(contract.settings.updateGeneral, { body: { ...body, uploadLimitMb: 10 } })
  await enter({ supportEmail: '', supportPhone: '', supportHours: '' })
  await signIn(await data.user('Receptionist'))

  await test.step('invents nothing where nothing was entered [CONTACT-01, CONTACT-02]', async () => {
    await page.goto('/user/dashboard')
    await page.getByRole('link', { name: 'Contact', exact: true }).click()
    await expect(page).toHaveURL('/user/contact')
    await expect(page.getByRole('heading', { level: 1, name: 'Contact', exact: true })).toBeVisible()
    await expect(page.getByText('No support contact has been entered yet')).toBeVisible()
  })

  await test.step('names who can help [CONTACT-03]', async () => {
    const admins = page.getByRole('region', { name: 'Administrators' })
    await expect(admins.getByRole('link').first()).toHaveAttribute('href', /^mailto:.+@/)
    const name = await admins.getByRole('term').first().innerText()
    await expect(page.getByText('can enter one under Settings.')).toContainText(name)
  })

  await test.step('shows the entries of the Admin’s Settings [CONTACT-01]', async () => {
    await enter({
      supportEmail: 'support@zelab.test',
      supportPhone: '+97142223344',
      supportHours: 'Sunday to Thursday',
    })
    await page.reload()
    const main = page.getByRole('main')
    await expect(main.getByRole('link', { name: 'support@zelab.test' })).toHaveAttribute(
      'href',
      'mailto:support@zelab.test',
    )
    await expect(main.getByRole('link', { name: '+97142223344' })).toHaveAttribute('href', 'tel:+97142223344')
    await expect(main.getByText('Sunday to Thursday')).toBeVisible()
    await expectAccessibleInBothSchemes(page, 'main')
  })

  await test.step('shows the message when it cannot be loaded [ERR-01]', async () => {
    await calls.refuse(contract.settings.getContact, 503, 'No answer')
    await page.reload()
    await expect(page.getByRole('alert').getByText('No answer')).toBeVisible()
    await calls.restore()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('Sunday to Thursday')).toBeVisible()
  })
})
