import type { Locator, Page } from '@playwright/test'

export const userForm = (page: Page) => {
  const passwords = page.getByRole('region', { name: 'Password', exact: true })
  return {
    name: page.getByRole('textbox', { name: 'Full Name', exact: true }),
    userType: (name: string): Locator => page.getByRole('radio', { name, exact: true }),
    userTypes: page.getByRole('radiogroup', { name: /^User Type/ }),
    lab: page.getByRole('combobox', { name: 'Lab', exact: true }),
    createLab: page.getByRole('button', { name: 'Create New Lab' }),
    phone: page.getByRole('textbox', { name: 'Phone Number', exact: true }),
    email: page.getByRole('textbox', { name: 'Email', exact: true }),
    password: passwords.getByLabel(/^Password/),
    confirmPassword: passwords.getByLabel(/^Confirm Password/),
    submit: page.getByRole('button', { name: /^Creat(e|ing) User/ }),
  }
}
