import { contract } from '@zelab/contract'
import { awaitRelease } from '../awaiting-release.ts'
import { criticalCard } from '../critical-results.ts'
import { expect } from '../fixtures.ts'
import { dropFiles, identityOf, inboxPdf, nameOf } from '../inbox-files.ts'
import { ReportPage } from '../pages/report-page.ts'
import { withdrawalDialog } from '../pages/withdrawal-dialog.ts'
import { samplePng, type SampleFile } from '../sample-files.ts'
import { toast } from '../toasts.ts'
import { WAIT_MS } from '../../../test-limits.ts'
import type { Job } from './job.ts'

export const releaseTen = async ({ page, data, begin }: Job): Promise<void> => {
  const doctor = await data.user('Doctor')
  const titles = await awaitRelease(data, doctor, 10)
  await begin(doctor)
  await page
    .getByRole('list', { name: 'To Do' })
    .getByRole('listitem')
    .filter({ hasText: titles[0] ?? '' })
    .getByRole('link', { name: 'Amal Mansour', exact: true })
    .click()
  for (const title of titles) {
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Release', exact: true })).toBeEnabled()
    await expect(page.getByText('The file names this patient')).toBeVisible()
    await page.keyboard.press('Control+Enter')
    await expect(toast(page, `Released 1 report: ${title} of Amal Mansour`)).toBeVisible()
  }
  await expect(page.getByText('No report awaits release')).toBeVisible()
}

export const recordCall = async ({ page, data, begin }: Job): Promise<void> => {
  const doctor = await data.user('Doctor')
  const admin = await data.as(data.admin)
  await admin.call(contract.critical.updateCriticalSettings, {
    params: { id: String(doctor.lab?.id) },
    body: { isOn: true },
  })
  const patient = await data.patient(doctor)
  const { id } = await data.report(doctor, patient)
  const staff = await data.as(doctor)
  const { data: shown } = await staff.call(contract.reports.getById, { params: { reportId: String(id) } })
  const { version, sha256 } = shown
  await staff.call(contract.critical.flag, { params: { id: String(id) }, body: { version, sha256 } })
  const { dialog } = criticalCard(page, doctor)
  await begin(doctor)
  await page.getByRole('button', { name: `Record Call: ${patient.fullName}` }).click()
  await expect(dialog.getByRole('radio', { name: 'Read back', exact: true })).toBeFocused()
  await page.keyboard.press('Space')
  await dialog.getByRole('checkbox', { name: `${patient.fullName} and ZL-${patient.id}` }).click()
  await page.keyboard.press('Tab')
  for (const said of ['Potassium', '6.9', 'mmol/L', 'Dr. Sara Nasser', 'Referring doctor']) {
    await page.keyboard.type(said)
    await page.keyboard.press('Tab')
  }
  await dialog.getByRole('button', { name: 'Record Call' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Record Call/ })).toHaveCount(0)
}

/** Two kinds of reports, of which two files have no number of their patient and are checked one by one. */
export const publishTwentyFiles = async ({ page, data, begin }: Job): Promise<void> => {
  const technician = await data.user('Technician')
  const types = [
    await data.reportType(technician, `Blood panel ${data.next()}`),
    await data.reportType(technician, `Urine panel ${data.next()}`),
  ]
  const files: SampleFile[] = []
  for (let number = 0; number < 20; number += 1) {
    const patient = await data.patient(technician, {
      fullName: nameOf(number),
      dob: `19${50 + number}-03-04`,
    })
    const said = number < 2 ? identityOf(patient).slice(0, 2) : identityOf(patient)
    files.push(await inboxPdf(`result-${number}.pdf`, ...said, types[number % 2]?.title ?? ''))
  }
  await begin(technician)
  await dropFiles(page, files)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Inbox' }).click()
  await expect(page.getByRole('link', { name: 'Open 20', exact: true })).toBeVisible({ timeout: WAIT_MS })
  await page.getByRole('button', { name: 'Select all 20' }).click()
  await expect(page.getByText('20 selected, 18 ready to publish', { exact: true })).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Publish 18 reports' }).click()
  const outcome = page.getByRole('dialog', { name: '18 reports published' })
  await expect(outcome.getByRole('button', { name: 'Close', exact: true }).last()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Open 2', exact: true })).toBeVisible()
  await page.getByRole('table', { name: 'Open' }).getByRole('link').first().click()
  for (let left = 2; left > 0; left -= 1) {
    await expect(page.getByText(`1 of ${left}`, { exact: true })).toBeVisible()
    const file = await page.getByRole('heading', { level: 1 }).textContent()
    const name = nameOf(Number(/\d+/.exec(file ?? '')?.[0]))
    await expect(page.getByRole('region', { name: `Item ${file}`, exact: true })).toBeFocused()
    const publish = page.getByRole('button', { name: `Publish for ${name}` })
    await page.getByRole('radio', { name }).click()
    // The file has to be shown before.
    await expect(publish).toBeEnabled()
    await page.keyboard.press('Control+Enter')
    await expect(toast(page, `Published for ${name}`)).toBeVisible()
  }
  await expect(page.getByText('The inbox is empty', { exact: true })).toBeVisible()
}

export const publishForRightPatient = async ({ page, data, begin }: Job): Promise<void> => {
  const technician = await data.user('Technician')
  const wrong = await data.patient(technician, { fullName: 'Sara Haddad', dob: '1985-04-12' })
  const right = await data.patient(technician, { fullName: 'Sara Haddad', dob: '1991-11-30' })
  await data.report(technician, wrong, { file: samplePng() })
  const { reason, search, found, goOn, exchange } = withdrawalDialog(page)
  const { keyboard } = page
  await begin(technician)
  await page.getByRole('list', { name: 'Recent reports' }).getByRole('link', { name: 'Sara Haddad' }).click()
  await new ReportPage(page).choose('Withdraw')
  await expect(reason).toBeFocused()
  await keyboard.type('Wrong p')
  // Past the note and the choice to publish.
  for (const key of ['Tab', 'Tab', 'Tab']) await keyboard.press(key)
  await expect(search).toBeFocused()
  await keyboard.type(`ZL-${right.id}`)
  await keyboard.press('Enter')
  await expect(found).toHaveCount(0)
  await goOn.click()
  await exchange.click()
  await expect(new ReportPage(page).card('Patient Information')).toContainText(`ZL-${right.id}`)
}
