import { contract } from '@zelab/contract'
import { expect } from '../fixtures.ts'
import { addHospital, linkAccount, logOut, openLogin, signInThrough, typeAccount } from '../hospital.ts'
import { newestMailTo } from '../outbox.ts'
import { test } from '../provider-fixtures.ts'

// One worker, because each has a product and a provider.
test.describe.configure({ mode: 'default' })

const DASHBOARD = /\/user\/dashboard$/

test('lets an invited user continue with the provider instead of a password [OIDC-47]', async ({
  page,
  data,
  server,
  hospital,
}) => {
  const lab = await data.lab()
  const admin = await data.as(data.admin)
  const provider = await addHospital(admin, hospital, { lab, number: data.next() })
  const email = `rania@${provider.domain}`
  const body = { name: 'Rania Saleh', userTypeId: '2', labId: lab.id, phone: '+971503456789', email }
  await admin.call(contract.users.invite, { body })
  hospital.people['rania.saleh'] = {}
  const [link = ''] = /http\S+\/reset-password\?\S+/.exec(await newestMailTo(server, email)) ?? []

  await page.goto(link)
  await page.getByRole('button', { name: `Continue with ${provider.name}` }).click()
  await typeAccount(page, 'rania.saleh')
  await expect(page).toHaveURL(DASHBOARD)
  await logOut(page)

  await test.step('refuses the used link, and signs in with the provider', async () => {
    await page.goto(link)
    await page.getByRole('button', { name: `Continue with ${provider.name}` }).click()
    await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
    await signInThrough(page, provider, 'rania.saleh')
    await expect(page).toHaveURL(DASHBOARD)
  })
  await admin.call(contract.providers.remove, { params: { id: String(provider.id) } })
})

test('offers the provider of the last sign-in before an email is typed [OIDC-78]', async ({
  page,
  data,
  server,
  hospital,
}) => {
  const doctor = await data.user('Doctor')
  const admin = await data.as(data.admin)
  const provider = await addHospital(admin, hospital, { lab: doctor.lab, number: data.next() })
  hospital.people['sami.haddad'] = {}
  await linkAccount(server, provider, doctor, 'sami.haddad')
  const button = page.getByRole('button', { name: `Sign in with ${provider.name}` })

  const dialog = await openLogin(page)
  await expect(dialog.getByLabel('Email')).toBeVisible()
  await expect(button).toBeHidden()
  await signInThrough(page, provider, 'sami.haddad')
  await expect(page).toHaveURL(DASHBOARD)
  await logOut(page)
  await openLogin(page)
  await expect(button).toBeVisible()

  await test.step('stops when another email is typed, or the provider is removed', async () => {
    await dialog.getByLabel('Email').fill('me@elsewhere.test')
    await expect(button).toBeHidden()
    await admin.call(contract.providers.remove, { params: { id: String(provider.id) } })
    await openLogin(page)
    await expect(dialog.getByLabel('Email')).toBeVisible()
    await expect(button).toBeHidden()
  })
})
