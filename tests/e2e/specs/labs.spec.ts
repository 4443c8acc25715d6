import type { Page } from '@playwright/test'
import { contract } from '@zelab/contract'
import { expectNoAxeViolations } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { toast } from '../toasts.ts'

const cardOf = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) })

const openForm = async (page: Page) => {
  await page.getByRole('button', { name: 'Add Lab' }).click()
  const modal = page.getByRole('dialog', { name: 'Create New Lab' })
  const field = (name: string) => modal.getByRole('textbox', { name, exact: true })
  return {
    modal,
    name: field('Lab Name'),
    line1: field('Address Line 1'),
    city: field('City'),
    submit: modal.getByRole('button', { name: 'Create Lab' }),
    question: page.getByRole('dialog', { name: 'Add lab' }),
  }
}

test('shows the labs screen', async ({ page, calls, data, signIn }) => {
  const admin = await data.as(data.admin)
  const full = await data.lab()
  const { data: bare } = await admin.call(contract.labs.create, {
    body: { name: `Bare Lab ${data.next()}`, address: { line1: '1 Sand Road', city: 'Ajman' } },
  })
  const { id, name, address, email } = full
  await admin.call(contract.labs.update, {
    params: { id: String(id) },
    body: { name, address, email: email ?? '', phone: '+97143334455' },
  })
  await signIn(data.admin)
  await page.goto('/user/labs')

  await test.step('arranges cards in a grid [LABS-01]', async () => {
    const cards = page.getByRole('list', { name: 'Labs' }).getByRole('article')
    await expect(cards.first()).toBeVisible()
    const [first, second] = [await cards.nth(0).boundingBox(), await cards.nth(1).boundingBox()]
    expect(first?.y).toBe(second?.y)
    expect(first?.x).not.toBe(second?.x)
  })

  await test.step('shows name [LABS-02], address [LABS-05], phone [LABS-06], email [LABS-08], date [LABS-10]', async () => {
    const card = cardOf(page, name)
    await expect(card).toHaveCount(1)
    await expect(card.getByText('12 Harbour Road, Dubai', { exact: true })).toBeVisible()
    await expect(card.getByText('+97143334455', { exact: true })).toBeVisible()
    await expect(card.getByText('desk@lab.test', { exact: true })).toBeVisible()
    const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'Asia/Dubai' })
    await expect(card.getByText(`Created ${today.format(new Date())}`, { exact: true })).toBeVisible()
  })

  await test.step('shows all of them as Active [LABS-03, LABS-04]', async () => {
    const cards = page.getByRole('article')
    await expect(cards.getByText('Active', { exact: true })).toHaveCount(await cards.count())
  })

  await test.step('omits lines for missing values [LABS-07, LABS-09]', async () => {
    const card = cardOf(page, bare.name)
    await expect(card.getByRole('listitem')).toHaveText(['1 Sand Road, Ajman'])
    await expect(cardOf(page, name).getByRole('listitem')).toHaveCount(3)
  })

  await test.step('offers to add one at the top right [LABS-11]', async () => {
    const box = await page.getByRole('button', { name: 'Add Lab' }).boundingBox()
    const heading = await page.getByRole('heading', { level: 1 }).boundingBox()
    expect(box?.x).toBeGreaterThan(1000)
    expect(Math.abs((box?.y ?? 0) - (heading?.y ?? 999))).toBeLessThan(60)
  })

  await test.step('shows an empty state [LABS-12, LABS-13]', async () => {
    await calls.answer(contract.labs.list, { success: true, message: '', data: [] })
    await page.reload()
    await expect(page.getByText('No labs found', { exact: true })).toBeVisible()
    await expect(page.getByText('Create your first lab to get started', { exact: true })).toBeVisible()
  })
})

test('adding a lab', async ({ page, calls, data, signIn }) => {
  const labName = `Coast Lab ${data.next()}`
  const sent = calls.seen(contract.labs.create)
  await signIn(data.admin)
  await page.goto('/user/labs')
  const { modal, name, line1, city, submit, question } = await openForm(page)

  await test.step('asks for confirmation, with the focus on Cancel, which keeps the form and sends nothing [LABS-20, LABS-21]', async () => {
    await name.fill(labName)
    await line1.fill('5 Palm Street')
    await city.fill('Dubai')
    await city.press('Enter')
    const sentence = `Are you sure you want to add ${labName} lab? This action is irreversible.`
    await expect(question.getByText(sentence, { exact: true })).toBeVisible()
    const cancel = question.getByRole('button', { name: 'Cancel', exact: true })
    await expect(cancel).toBeFocused()
    await expectNoAxeViolations(page, '[role=dialog]')
    await cancel.click()
    await expect(question).toBeHidden()
    await expect(name).toHaveValue(labName)
    await modal.getByRole('button', { name: 'Cancel' }).click()
    await expect(modal).toBeHidden()
    expect(sent).toHaveLength(0)
  })

  await test.step('adds it on Add Lab, the email left empty, and shows it without a reload [LABS-19, LABS-20, LABS-22, LABS-23, VAL-LAB-06]', async () => {
    await openForm(page)
    await name.fill(labName)
    await line1.fill('5 Palm Street')
    await city.fill('Dubai')
    await submit.click()
    await question.getByRole('button', { name: 'Add Lab', exact: true }).click()
    await expect(toast(page, 'Lab added successfully')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(cardOf(page, labName)).toBeVisible()
    expect(sent).toHaveLength(1)
  })
})

test('shows the page of a lab', async ({ page, data, signIn, watch }) => {
  const lab = await data.lab()
  const doctor = await data.user('Doctor', lab)
  const patient = await data.patient(doctor)
  await data.report(doctor, patient)
  await signIn(data.admin)
  await page.goto('/user/labs')

  await test.step('opens from its card, with numbers, contact and staff [LABPAGE-03, LABPAGE-06]', async () => {
    await page.getByRole('link', { name: lab.name, exact: true }).click()
    await expect(page).toHaveURL(`/user/labs/${lab.id}`)
    await expect(page.getByRole('heading', { level: 1, name: lab.name })).toBeVisible()
    const overview = page.getByRole('region', { name: 'Overview' })
    const used = page.getByRole('region', { name: 'What this lab uses' })
    await expect(used.getByRole('link', { name: 'Critical: Off' })).toHaveAttribute('href', /\?tab=critical$/)
    await expect(used.getByRole('link')).toHaveCount(8)
    await expect(overview).toContainText(/Patients\s*1/)
    await expect(overview).toContainText(/Reports\s*1/)
    await expect(overview).toContainText(/Last Activity\s*(just now|1 minute ago)/)
    await page.getByRole('navigation', { name: lab.name }).getByRole('link', { name: 'Staff' }).click()
    await expect(page.getByRole('region', { name: 'Staff' })).toContainText(doctor.email)
    await expectNoAxeViolations(page)
  })

  await test.step('leads to each user, and back [LABPAGE-03]', async () => {
    await page.getByRole('link', { name: doctor.fullName, exact: true }).click()
    await expect(page).toHaveURL(`/user/users/edit/${doctor.id}`)
    await page.goBack()
    await page.getByRole('button', { name: 'Go Back' }).click()
    await expect(page).toHaveURL('/user/labs')
  })

  await test.step('shows that the lab does not exist [LABPAGE-04]', async () => {
    watch.allowHttp(404, '/lab/getOverview/')
    await page.goto('/user/labs/999999')
    await expect(page.getByRole('heading', { level: 1, name: 'Lab Not Found' })).toBeVisible()
    await page.goto('/user/labs/nonsense')
    await expect(page.getByRole('heading', { level: 1, name: 'Lab Not Found' })).toBeVisible()
  })
})
