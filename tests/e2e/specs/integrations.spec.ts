import { contract } from '@zelab/contract'
import { expect, test } from '../fixtures.ts'
import { withDatabase } from '../product-database.ts'

test('connects systems of other organizations', async ({ page, data, signIn, watch, server }) => {
  const lab = await data.lab()
  const doctor = await data.user('Doctor', lab)
  const patient = await data.patient(doctor)
  await signIn(data.admin)
  await page.goto(`/user/labs/${lab.id}?tab=integrations`)
  const clients = page.getByRole('region', { name: 'API Clients' })
  const receivers = page.getByRole('region', { name: 'Receivers' })

  await test.step('leads from the tab to the instructions for developers [API-OUT-151]', async () => {
    const opened = page.waitForEvent('popup')
    await page.getByRole('link', { name: 'Instructions for developers of other systems' }).click()
    const instructions = await opened
    await expect(instructions.getByRole('heading', { name: 'Connect another system' })).toBeVisible()
    await instructions.close()
  })

  const key = await test.step('shows a bearer key once [API-OUT-100]', async () => {
    await expect(clients.getByText('No system reads reports of this lab.')).toBeVisible()
    await clients.getByRole('button', { name: 'Add Client' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Client' })
    await dialog.getByLabel('Recipient').fill('Palm Hospital')
    await dialog.getByLabel('Purpose').fill('Treatment of its patients')
    await dialog.getByLabel('Signs In With').selectOption('Bearer key')
    await dialog.getByLabel('Days').fill('400')
    await dialog.getByRole('button', { name: 'Add Client' }).click()
    await expect(dialog.getByText('Please enter a whole number of days from 1 to 365')).toBeVisible()
    await dialog.getByLabel('Days').fill('90')
    await dialog.getByRole('button', { name: 'Add Client' }).click()
    const secret = page.getByRole('dialog', { name: 'Secret of the Connection' })
    const shown = (await secret.getByText(/^zlk_/).textContent()) ?? ''
    await secret.getByRole('button', { name: 'Done' }).click()
    await expect(clients.getByText('Palm Hospital')).toBeVisible()
    await page.reload()
    await expect(clients.getByText('Not used yet')).toBeVisible()
    await expect(page.getByText(shown)).toHaveCount(0)
    return shown
  })

  await test.step('answers the system with a report, until it is paused [API-OUT-101]', async () => {
    const report = await data.report(doctor, patient)
    const read = () =>
      page.request.get(`${server.url}/fhir/events`, { headers: { authorization: `Bearer ${key}` } })
    const answer = await read()
    expect(await answer.json()).toMatchObject({
      events: [{ type: 'report.published', data: { report: report.id, version: 1 } }],
    })
    await clients.getByRole('button', { name: 'Actions for Palm Hospital' }).click()
    await page.getByRole('menuitem', { name: 'Pause' }).click()
    await expect(clients.getByText('Paused', { exact: true })).toBeVisible()
    expect((await read()).status()).toBe(401)
  })

  await test.step('changes a client, which keeps its key [API-OUT-15]', async () => {
    await clients.getByRole('button', { name: 'Actions for Palm Hospital' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Client' })
    await expect(dialog.getByLabel('Purpose')).toHaveValue('Treatment of its patients')
    await dialog.getByLabel('Purpose').fill('Second opinions')
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(clients.getByText('Second opinions')).toBeVisible()
    await expect(clients.getByText('Key ends')).toBeVisible()
  })

  await test.step('asks for the password first after 15 minutes [API-OUT-102]', async () => {
    await withDatabase(server, (database) =>
      database.execute(
        "update sessions set created_at = created_at - interval '20 minutes', confirmed_at = null",
      ),
    )
    watch.allowHttp(403, /\/integration\/resume\//)
    await clients.getByRole('button', { name: 'Actions for Palm Hospital' }).click()
    await page.getByRole('menuitem', { name: 'Resume' }).click()
    const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await confirm.getByLabel('Password', { exact: true }).fill(data.admin.password)
    await confirm.getByRole('button', { name: 'Confirm' }).click()
    await expect(clients.getByText('Active', { exact: true })).toBeVisible()
  })

  await test.step('refuses an address inside the network at its field [API-OUT-103]', async () => {
    watch.allowHttp(400, /\/integration\/addReceiver\//)
    await receivers.getByRole('button', { name: 'Add Receiver' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Receiver' })
    await dialog.getByLabel('Recipient').fill('Sea Clinic')
    await dialog.getByLabel('Purpose').fill('Treatment')
    await dialog.getByLabel('Address').fill('https://127.0.0.1/hook')
    await dialog.getByRole('button', { name: 'Add Receiver' }).click()
    await expect(dialog.getByText(/^This address is in a network that may not be reached/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('keeps the common fields for HL7, and names what that lacks [API-OUT-10]', async () => {
    await receivers.getByRole('button', { name: 'Add Receiver' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Receiver' })
    await dialog.getByLabel('Recipient').fill('Sea Clinic')
    await dialog.getByLabel('Purpose').fill('Treatment')
    await dialog.getByLabel('Address').fill('nothing')
    await dialog.getByText('HL7', { exact: true }).click()
    await expect(dialog.getByLabel('Recipient')).toHaveValue('Sea Clinic')
    await dialog.getByText('Of one referrer').click()
    await dialog.getByRole('button', { name: 'Add Receiver' }).click()
    await expect(dialog.getByText('Please choose a referrer of this lab')).toBeVisible()
    await dialog.getByText('All of the lab').click()
    await expect(dialog.getByRole('textbox', { name: 'Host', exact: true })).toHaveAttribute(
      'aria-invalid',
      'true',
    )
    await expect(dialog.getByLabel('Certificates of Its Authority')).toHaveAttribute('aria-invalid', 'true')
    await dialog.getByRole('textbox', { name: 'Host', exact: true }).fill('hl7.clinic.example')
    await dialog.getByRole('textbox', { name: 'Port', exact: true }).fill('2575')
    await dialog.getByLabel('Name in Its Certificate').fill('hl7.clinic.example')
    await dialog.getByLabel('Certificates of Its Authority').fill('PEM')
    await dialog.getByRole('button', { name: 'Add Receiver' }).click()
    await expect(dialog.getByText('Please enter certificates in PEM form')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('ends a connection for good after a question [API-OUT-100]', async () => {
    await clients.getByRole('button', { name: 'Actions for Palm Hospital' }).click()
    await page.getByRole('menuitem', { name: 'End' }).click()
    await page.getByRole('dialog', { name: 'End connection' }).getByRole('button', { name: 'End' }).click()
    await expect(clients.getByText('No system reads reports of this lab.')).toBeVisible()
  })
})

test('staff see to which systems a report was sent, and a Doctor sends it again [API-OUT-104]', async ({
  page,
  data,
  signIn,
  server,
}) => {
  const lab = await data.lab()
  const doctor = await data.user('Doctor', lab)
  await withDatabase(server, (database) =>
    database.execute(
      `insert into integrations (lab_id, kind, name, purpose, country, created_by, url, sealed_secret, state, pause_cause)
       select $1, 'webhook', 'Sea Clinic', 'Treatment', 'AE', min(id), 'https://192.0.2.1/', '\\x00', 'paused', 'staff' from users`,
      [lab.id],
    ),
  )
  const patient = await data.patient(doctor)
  const report = await data.report(doctor, patient)
  const sent = page.getByRole('region', { name: 'Sent to Systems' })
  await signIn(doctor)
  await page.goto(`/user/reports/view/${report.id}`)
  await expect(sent.getByText('Sea Clinic')).toBeVisible()
  await expect(sent.getByText('Waiting')).toBeVisible()
  await withDatabase(server, (database) =>
    database.execute(
      "update integration_sendings set state = 'refused', version = 1, type = 'report.published', answer = '422', tries = 8 where report_id = $1",
      [report.id],
    ),
  )
  await page.reload()
  await expect(sent.getByText('Refused')).toBeVisible()
  await sent.getByRole('button', { name: 'Send Again to Sea Clinic' }).click()
  await expect(page.getByText('The report will be sent again')).toBeVisible()
  await expect(sent.getByText('Waiting')).toBeVisible()
  const api = await data.as(doctor)
  const { data: sendings } = await api.call(contract.integrations.getSendings, {
    params: { id: String(report.id) },
  })
  expect(sendings).toMatchObject([{ state: 'waiting' }, { state: 'superseded' }])

  await test.step('opens the log on what was refused, and shows one report [API-OUT-150]', async () => {
    const other = await data.report(doctor, patient)
    await withDatabase(server, (database) =>
      database.execute("update integration_sendings set state = 'refused' where report_id = $1", [other.id]),
    )
    await signIn(data.admin)
    await page.goto(`/user/labs/${lab.id}?tab=integrations`)
    await page.getByRole('button', { name: '1 refused: log of Sea Clinic' }).click()
    const log = page.getByRole('dialog', { name: 'Log of Sea Clinic' })
    await expect(log.getByText(`Report #${other.id}`)).toBeVisible()
    await expect(log.getByText(`Report #${report.id}`)).toHaveCount(0)
    await log.getByLabel('Outcome').selectOption('Any outcome')
    await log.getByLabel('Report Number').fill(`#${report.id}`)
    await expect(log.getByText(`Report #${report.id}`)).toHaveCount(2)
    await expect(log.getByText(`Report #${other.id}`)).toHaveCount(0)
    await log.getByLabel('Outcome').selectOption('Accepted')
    await expect(log.getByText('Nothing matches.')).toBeVisible()
  })
})
