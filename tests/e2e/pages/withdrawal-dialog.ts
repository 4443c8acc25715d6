import type { Page } from '@playwright/test'

export const withdrawalDialog = (page: Page) => {
  const dialog = page.getByRole('dialog')
  return {
    dialog,
    reason: dialog.getByRole('combobox', { name: 'Reason', exact: true }),
    note: dialog.getByRole('textbox', { name: 'Note', exact: true }),
    withdraw: dialog.getByRole('button', { name: 'Withdraw Report', exact: true }),
    goOn: dialog.getByRole('button', { name: 'Continue', exact: true }),
    search: dialog.getByRole('searchbox', { name: 'Search by name, phone or ZL id' }),
    found: dialog.getByRole('list', { name: 'Patients found' }).getByRole('button'),
    readers: dialog.getByRole('list', { name: 'Who opened this report' }).getByRole('listitem'),
    exchange: dialog.getByRole('button', { name: 'Withdraw and Publish', exact: true }),
  }
}
