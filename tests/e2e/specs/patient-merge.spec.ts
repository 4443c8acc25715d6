import type { Page } from '@playwright/test'
import { contract } from '@zelab/contract'
import { expectAccessibleInBothSchemes } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { detail } from '../pages/details.ts'
import { MergePage } from '../pages/merge-page.ts'
import { toast } from '../toasts.ts'

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const personal = (page: Page) => region(page, 'Personal Information')
const titles = (page: Page) =>
  page.getByRole('table', { name: 'Medical reports' }).locator('tbody td:first-child')

test('merging two records, and undoing it', async ({ page, data, signIn, calls, openBrowser }) => {
  const doctor = await data.user('Doctor')
  const same = { dob: '1969-08-17', gender: 'FEMALE', address: { line1: '7 Palm Street', city: 'Sharjah' } }
  const stays = await data.patient(doctor, {
    ...same,
    fullName: 'Layla Hassan',
    emrId: '',
    phone: '+971501112233',
  })
  const goes = await data.patient(doctor, {
    ...same,
    fullName: 'Leila Hasan',
    emrId: 'EMR-GOES',
    phone: '+971504445566',
  })
  await data.report(doctor, stays, { title: 'Own report' })
  await data.report(doctor, goes, { title: 'Moving report' })
  const withdrawn = await data.report(doctor, goes)
  await (
    await data.as(doctor)
  ).call(contract.reports.withdraw, { params: { id: String(withdrawn.id) }, body: {} })
  await signIn(data.admin)
  const merge = new MergePage(page)
  await page.goto(`/user/patients/view/${stays.id}`)
  await page.getByRole('link', { name: 'Merge', exact: true }).click()

  await test.step('offers likely records first, and finds any other', async () => {
    await expect(merge.candidates('Possible duplicates')).toHaveCount(1)
    await expect(merge.candidates('Possible duplicates')).toContainText(`ZL-${goes.id}`)
    await merge.search.fill('Leila Hasan')
    await expect(merge.candidates('Found records').first()).toContainText(`ZL-${goes.id}`)
    await page.getByRole('button', { name: `Choose Leila Hasan, ZL-${goes.id}` }).click()
    await expect(page).toHaveURL(`/user/patients/merge/${stays.id}?other=${goes.id}`)
  })

  await test.step('shows both side by side with what would move [MERGE-06]', async () => {
    await expect(
      merge.choice('Record that stays').getByRole('radio', { name: `ZL-${stays.id}` }),
    ).toBeChecked()
    await expect(merge.line('Reports')).toContainText('1 report')
    await expect(merge.line('Reports')).toContainText('2 reports, 1 of them withdrawn')
    await expect(merge.line('City')).toContainText('SharjahSharjah')
    await expect(
      page.getByText(`Moving from ZL-${goes.id} to ZL-${stays.id}: 2 reports, 1 of them withdrawn.`),
    ).toBeVisible()
    await expectAccessibleInBothSchemes(page, 'main')
  })

  await test.step('picks a value for each field, and suggests what one has and the other has not [MERGE-06]', async () => {
    await expect(merge.choice('Full Name').getByRole('radio', { name: 'Layla Hassan' })).toBeChecked()
    await expect(merge.choice('EMR ID').getByRole('radio', { name: 'EMR-GOES' })).toBeChecked()
    await merge.choice('Phone Number').getByRole('radio', { name: '+971 50 444 5566' }).check()
  })

  await test.step('asks for a reason, then once more [MERGE-06]', async () => {
    const sent = calls.seen(contract.patients.merge)
    await merge.submit.click()
    await expect(
      page.getByText('Please give a reason of at least 3 characters', { exact: true }),
    ).toBeVisible()
    await expect(merge.reason).toBeFocused()
    await merge.reason.fill('Registered twice')
    await merge.submit.click()
    await expect(merge.question).toContainText(
      `Are you sure you want to merge ZL-${goes.id} (Leila Hasan) into ZL-${stays.id} (Layla Hassan)? This moves 2 reports, 1 of them withdrawn.`,
    )
    await expect(merge.question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    expect(sent).toHaveLength(0)
    await merge.question.getByRole('button', { name: 'Merge' }).click()
    await expect(toast(page, 'Patient records merged successfully')).toBeVisible()
    await expect(page).toHaveURL(`/user/patients/view/${stays.id}`)
    expect(sent[0]?.postDataJSON()).toMatchObject({ choices: { emrId: 'merged', phone: 'merged' } })
  })

  await test.step('leads to the surviving record, which has it all', async () => {
    await expect(detail(personal(page), 'EMR ID')).toHaveText('EMR-GOES')
    await expect(detail(personal(page), 'Phone Number')).toHaveText('+971504445566')
    await expect(titles(page)).toHaveText(['Moving report', 'Own report'])
  })

  await test.step('shows there the records merged into it [MERGE-07]', async () => {
    const card = region(page, 'Merged Records')
    await expect(card).toContainText(`ZL-${goes.id} Leila Hasan`)
    await expect(card).toContainText('2 reports moved')
    await expect(card).toContainText('Registered twice')
    await expectAccessibleInBothSchemes(page, card)
  })

  await test.step('leads there from the old id with a note, for everybody [MERGE-08]', async () => {
    const desk = await openBrowser(await data.user('Receptionist', doctor.lab ?? undefined))
    await desk.goto(`/user/patients/view/${goes.id}`)
    await expect(desk).toHaveURL(`/user/patients/view/${stays.id}`)
    await expect(desk.getByText(`ZL-${goes.id} was merged into this record`)).toBeVisible()
    await expect(detail(personal(desk), 'Full Name')).toHaveText('Layla Hassan')
    await expect(region(desk, 'Merged Records')).toHaveCount(0)
  })

  await test.step('undoes the latest merge [MERGE-07]', async () => {
    await page.getByRole('button', { name: `Undo Merge of ZL-${goes.id}` }).click()
    const question = page.getByRole('dialog', { name: 'Undo merge' })
    await expect(question).toContainText(`ZL-${goes.id} (Leila Hasan) becomes a separate record again`)
    await question.getByRole('button', { name: 'Undo Merge' }).click()
    await expect(toast(page, 'The merge was undone')).toBeVisible()
    await expect(titles(page)).toHaveText(['Own report'])
    await expect(detail(personal(page), 'Phone Number')).toHaveText('+971501112233')
    await expect(region(page, 'Merged Records')).toContainText('Undone')
    await expect(page.getByRole('button', { name: /Undo merge/i })).toHaveCount(0)
    await page.goto(`/user/patients/view/${goes.id}`)
    await expect(detail(personal(page), 'Full Name')).toHaveText('Leila Hasan')
  })
})

test('records that cannot be merged', async ({ page, data, signIn, watch }) => {
  const patient = await data.patient(await data.user('Doctor'))
  const foreign = await data.patient(await data.user('Doctor'))
  await signIn(data.admin)
  watch.allowHttp(409, '/patient/previewMerge')
  const merge = new MergePage(page)
  await merge.openFor(patient, foreign)
  await expect(page.getByRole('alert')).toContainText('Only records of the same lab can be merged')
  await page.getByRole('button', { name: 'Choose Another Record' }).click()
  await expect(merge.search).toBeVisible()
  await merge.search.fill('No one of this name')
  await expect(page.getByText('No patients found', { exact: true })).toBeVisible()
})

test('compares a record again that changed since the comparison', async ({ page, data, signIn, watch }) => {
  const doctor = await data.user('Doctor')
  const given = { fullName: 'First Name', dob: '1985-04-12', phone: '+971501112233', address: {} }
  const patient = await data.patient(doctor, given)
  const other = await data.patient(doctor, { fullName: 'Other Name' })
  await signIn(data.admin)
  const merge = new MergePage(page)
  await merge.openFor(patient, other)
  await merge.reason.fill('Registered twice')
  await (
    await data.as(doctor)
  ).call(contract.patients.update, {
    params: { id: String(patient.id) },
    body: { ...given, fullName: 'Changed Name' },
  })
  watch.allowHttp(409, '/patient/merge')
  await merge.submit.click()
  await merge.question.getByRole('button', { name: 'Merge' }).click()
  await expect(page.getByRole('alert')).toContainText('Another user changed this record in the meantime')
  await expect(merge.choice('Full Name')).toContainText('Changed Name')
  await expect(merge.reason).toHaveValue('Registered twice')
  await merge.submit.click()
  await merge.question.getByRole('button', { name: 'Merge' }).click()
  await expect(detail(personal(page), 'Full Name')).toHaveText('Changed Name')
})

test('turns the form of a merged record into the surviving one’s', async ({ page, data, signIn }) => {
  const doctor = await data.user('Doctor')
  const [stays, goes] = [await data.patient(doctor), await data.patient(doctor)]
  const admin = await data.as(data.admin)
  await admin.call(contract.patients.merge, {
    body: { survivorId: stays.id, mergedId: goes.id, reason: 'Registered twice' },
  })
  await signIn(data.admin)
  for (const form of ['edit', 'merge']) {
    await page.goto(`/user/patients/${form}/${goes.id}`)
    await expect(page).toHaveURL(`/user/patients/${form}/${stays.id}`)
  }
})
