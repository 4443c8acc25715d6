import type { Page } from '@playwright/test'
import { contract, VALIDATION } from '@zelab/contract'
import { expectNoAxeViolations } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { newestMailTo } from '../outbox.ts'
import type { ProductServer } from '../product-server.ts'
import { toast, toasts } from '../toasts.ts'

const SENT = 'Password reset link sent successfully'
const ADVICE =
  "Please enter your new password. Make sure it's at least 8 characters long and includes a mix of letters, numbers, and symbols."

const linkIn = async (server: ProductServer, email: string) => {
  const link = /https?:\/\/\S+\/reset-password\?[^\s"<]+/.exec(await newestMailTo(server, email))?.[0]
  return link ?? ''
}

const resetForm = (page: Page) => ({
  password: page.getByLabel('New Password', { exact: true }),
  confirm: page.getByLabel('Confirm Password', { exact: true }),
  submit: page.getByRole('button', { name: /^Reset/ }),
})

test('asking for a reset link', async ({ page, calls, data }) => {
  const doctor = await data.user('Doctor')
  const sent = calls.seen(contract.auth.forgotPassword)
  await page.goto('/')
  await page.getByRole('button', { name: /^Doctor/ }).click()
  await page.getByRole('link', { name: /Forgot password/ }).click()
  const email = page.getByLabel('Email')
  const send = page.getByRole('button', { name: 'Send Reset Link' })

  await test.step('opens from the login dialog’s link [FORGOT-01]', async () => {
    await expect(page).toHaveURL('/forgot-password')
    await expect(page.getByRole('heading', { level: 1, name: 'Forgot Password', exact: true })).toBeVisible()
  })

  await test.step('sends the email and says so [FORGOT-02, FORGOT-03, A11Y-16]', async () => {
    const release = await calls.hold(contract.auth.forgotPassword)
    await email.fill(doctor.email)
    await email.press('Enter')
    await expect(page.getByRole('button', { name: 'Sending Link...' })).toBeDisabled()
    release()
    await expect(toast(page, SENT)).toBeVisible()
    await expect(page.getByRole('note')).toContainText(`If ${doctor.email} belongs to an account`)
    expect(sent).toHaveLength(1)
    expect(sent[0]?.postDataJSON()).toEqual({ email: doctor.email })
  })

  await test.step('answers alike for an unknown email [FORGOT-03, FORGOT-04]', async () => {
    await page.reload()
    await email.fill('unknown@zelab.test')
    await send.click()
    await expect(toast(page, SENT)).toBeVisible()
    expect((await sent[1]?.response())?.status()).toBe(200)
  })

  await test.step('shows the server’s message when it fails [FORGOT-05]', async () => {
    await page.reload()
    await calls.refuse(contract.auth.forgotPassword, 503, 'No mail is going out today')
    await email.fill(doctor.email)
    await send.click()
    await expect(toast(page, 'No mail is going out today')).toBeVisible()
    await calls.restore()
  })
})

test('refuses an empty email on the server [FORGOT-05]', async ({ page, watch }) => {
  watch.allowHttp(400, contract.auth.forgotPassword.path)
  await page.goto('/forgot-password')
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(toast(page, VALIDATION.email)).toBeVisible()
  await page.getByRole('link', { name: 'Login' }).click()
  await expect(page).toHaveURL('/')
})

test('shows the form for a new password', async ({ page, calls }) => {
  const sent = calls.seen(contract.auth.resetPassword)
  await page.goto('/reset-password?token=some-token&email=someone%40zelab.test')
  const { password, confirm, submit } = resetForm(page)

  await test.step('shows its words and fields [RESET-01, RESET-02, RESET-03, RESET-04, RESET-07]', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Reset Password', exact: true })).toBeVisible()
    await expect(page.getByText(ADVICE, { exact: true })).toBeVisible()
    await expect(password).toBeVisible()
    await expect(confirm).toBeVisible()
    await expect(submit).toHaveText('Reset Password')
  })

  for (const [field, index, cites] of [
    [password, 0, '[RESET-05]'],
    [confirm, 1, '[RESET-06]'],
  ] as const)
    await test.step(`shows and hides each field separately ${cites}`, async () => {
      await expect(field).toHaveAttribute('type', 'password')
      await page.getByRole('button', { name: 'Show password' }).nth(index).click()
      await expect(field).toHaveAttribute('type', 'text')
      await expect(index === 0 ? confirm : password).toHaveAttribute('type', 'password')
      await page.getByRole('button', { name: 'Hide password' }).click()
      await expect(field).toHaveAttribute('type', 'password')
    })

  await test.step('wants 8 characters, spaces around them not counted [RESET-14, RESET-16]', async () => {
    await password.fill('   1234567   ')
    await confirm.fill('   1234567   ')
    await submit.click()
    await expect(page.getByText('Password must be at least 8 characters', { exact: true })).toBeVisible()
    await expect(password).toHaveAttribute('aria-invalid', 'true')
    expect(sent).toHaveLength(0)
  })

  await test.step('wants the same password twice [RESET-17]', async () => {
    await password.fill('a long passphrase')
    await confirm.fill('a long pass phrase')
    await submit.click()
    await expect(page.getByText("Passwords don't match", { exact: true })).toBeVisible()
    expect(sent).toHaveLength(0)
    await expectNoAxeViolations(page, 'form')
  })

  await test.step('leads back to the login [RESET-09, RESET-10]', async () => {
    await expect(page.getByText('Remember your password?')).toBeVisible()
    await page.getByRole('link', { name: 'Login', exact: true }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('button', { name: 'Get Started' })).toBeVisible()
  })
})

test('setting a new password', async ({ page, calls, data, server, watch }) => {
  watch.allowHttp(401, contract.auth.login.path)
  const doctor = await data.user('Doctor')
  const admin = await data.as(data.admin)
  await admin.call(contract.auth.forgotPassword, { body: { email: doctor.email } })
  const link = await linkIn(server, doctor.email)
  const sent = calls.seen(contract.auth.resetPassword)
  const { password, confirm, submit } = resetForm(page)

  await test.step('works from the mailed link, signed out [RESET-12, RESET-19, GUARD-22]', async () => {
    await page.goto(link)
    await expect(page.getByRole('heading', { level: 1, name: 'Reset Password' })).toBeVisible()
    await expect(page).toHaveURL('/reset-password')
  })

  await test.step('still works after a reload [RESET-20]', async () => {
    await page.reload()
    await expect(page).toHaveURL('/reset-password')
  })

  await test.step('says that it is on its way, trimmed [RESET-08, RESET-12, RESET-14, RESET-15]', async () => {
    const release = await calls.hold(contract.auth.resetPassword)
    await password.fill('  my new passphrase ')
    await confirm.fill('my new passphrase   ')
    await confirm.press('Enter')
    await expect(submit).toHaveText('Resetting Password...')
    await expect(submit).toBeDisabled()
    const query = new URL(link).searchParams
    await expect.poll(() => sent.length).toBe(1)
    expect(sent[0]?.postDataJSON()).toEqual({
      password: 'my new passphrase',
      confirmPassword: 'my new passphrase',
      token: query.get('token'),
      email: doctor.email,
    })
    release()
  })

  await test.step('ends on the landing page [RESET-11, RESET-13]', async () => {
    await expect(toast(page, 'Password reset successfully')).toBeVisible()
    await expect(page).toHaveURL('/')
  })

  await test.step('makes the new password the one that counts [RESET-13]', async () => {
    await page.getByRole('button', { name: 'Get Started' }).click()
    const dialog = page.getByRole('dialog')
    const login = dialog.getByRole('button', { name: 'Login as User' })
    await dialog.getByLabel('Email').fill(doctor.email)
    await dialog.getByLabel('Password', { exact: true }).fill(doctor.password)
    await login.click()
    await expect(toast(page, 'Invalid email or password')).toBeVisible()
    await dialog.getByLabel('Password', { exact: true }).fill('my new passphrase')
    await login.click()
    await expect(page).toHaveURL('/user/dashboard')
  })
})

test('shows why a link that is bad or was used fails, and stays [RESET-18]', async ({
  page,
  data,
  server,
  watch,
}) => {
  watch.allowHttp(400, contract.auth.resetPassword.path)
  const doctor = await data.user('Doctor')
  const admin = await data.as(data.admin)
  await admin.call(contract.auth.forgotPassword, { body: { email: doctor.email } })
  const link = await linkIn(server, doctor.email)
  const { password, confirm, submit } = resetForm(page)
  const reset = async () => {
    await password.fill('my new passphrase')
    await confirm.fill('my new passphrase')
    await submit.click()
  }

  await page.goto(link)
  await reset()
  await expect(page).toHaveURL('/')
  for (const address of [link, '/reset-password?token=invented&email=a%40zelab.test', '/reset-password']) {
    await page.goto(address)
    await reset()
    await expect(toasts(page).filter({ hasText: VALIDATION.resetLink })).toBeVisible()
    await expect(page).toHaveURL(/\/reset-password/)
    await expect(password).toHaveValue('my new passphrase')
  }
})
