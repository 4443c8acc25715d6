import type { Locator, Page } from '@playwright/test'

export class SearchDialog {
  readonly page: Page
  readonly button: Locator
  readonly dialog: Locator
  readonly field: Locator
  readonly options: Locator
  readonly status: Locator

  constructor(page: Page) {
    this.page = page
    this.button = page.getByRole('banner').getByRole('button', { name: 'Search patients, reports and pages' })
    this.dialog = page.getByRole('dialog', { name: 'Search patients, reports and pages' })
    this.field = this.dialog.getByRole('combobox')
    this.options = this.dialog.getByRole('listbox', { name: 'Results' }).getByRole('option')
    this.status = this.dialog.getByRole('status')
  }

  async open(): Promise<void> {
    await this.button.waitFor()
    await this.page.keyboard.press('Control+k')
    await this.field.waitFor()
  }

  group(name: string): Locator {
    return this.dialog.getByRole('group', { name, exact: true })
  }

  option(text: string | RegExp): Locator {
    return this.options.filter({ hasText: text })
  }

  async active(): Promise<Locator> {
    const id = await this.field.getAttribute('aria-activedescendant')
    return this.page.locator(`[id="${id}"]`)
  }
}
