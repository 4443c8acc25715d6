import { test as base } from './fixtures.ts'
import { ImportPage } from './pages/import-page.ts'
import type { StaffUser } from './test-data.ts'

export const GOOD_ROWS = [
  'Huda Salem,+971505550001,1980-02-01,12',
  'محمد العلي,00971505550002,1981-02-01,13',
  'Karim Aziz,+971505550003,1982-02-01,14',
]

export const test = base.extend<{ doctor: StaffUser; imports: ImportPage }>({
  doctor: async ({ data }, use) => use(await data.user('Doctor')),
  imports: async ({ page, signIn, doctor }, use) => {
    await signIn(doctor)
    const imports = new ImportPage(page)
    await imports.open()
    await use(imports)
  },
})
