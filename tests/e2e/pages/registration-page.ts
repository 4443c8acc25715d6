import type { Locator, Page } from '@playwright/test'
import { typePhone } from './fields.ts'

export interface RegistrationEntries {
  fullName?: string
  emrId?: string
  phone?: string
  email?: string
  dob?: string
  gender?: 'MALE' | 'FEMALE' | 'OTHER'
  line1?: string
  city?: string
}

export class RegistrationPage {
  readonly page: Page
  readonly fullName: Locator
  readonly emrId: Locator
  readonly phone: Locator
  readonly email: Locator
  readonly dob: Locator
  readonly gender: Locator
  readonly line1: Locator
  readonly city: Locator
  readonly submit: Locator

  constructor(page: Page) {
    this.page = page
    const textbox = (name: string) => page.getByRole('textbox', { name, exact: true })
    this.fullName = textbox('Full Name')
    this.emrId = textbox('EMR ID')
    this.phone = textbox('Phone Number')
    this.email = textbox('Email')
    this.dob = page.getByRole('textbox', { name: 'Date of Birth' })
    this.gender = page.getByRole('combobox', { name: 'Gender', exact: true })
    this.line1 = textbox('Street Address')
    // With suggestions, the city is a combobox.
    this.city = page.getByLabel('City', { exact: true })
    this.submit = page.getByRole('button', { name: /^Regist(er Patient|ering\.\.\.)$/ })
  }

  async open(): Promise<void> {
    await this.page.goto('/user/patients/add')
  }

  async fill({ phone, gender, ...texts }: RegistrationEntries): Promise<void> {
    for (const [name, text] of Object.entries(texts) as [keyof typeof texts, string][])
      await this[name].fill(text)
    if (phone !== undefined) await typePhone(this.phone, phone)
    if (gender !== undefined) await this.gender.selectOption(gender)
  }

  duplicateQuestion(): Locator {
    return this.page.getByRole('dialog', { name: 'Phone number already in use' })
  }

  async confirmDifferentPerson(): Promise<void> {
    await this.duplicateQuestion().getByRole('button', { name: 'This is a different person' }).click()
  }

  duplicates(): Locator {
    return this.page.getByRole('note').filter({ hasText: 'Possible duplicates' })
  }

  differentPerson(): Locator {
    return this.duplicates().getByRole('checkbox', { name: 'This is a different person' })
  }
}
