import type { User } from '@zelab/contract'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { useBrand } from '../../lib/brand.ts'
import { removeUser, setUser } from '../../lib/session-store.ts'
import {
  expectRefused,
  fieldOf,
  fill,
  mountFormForEachTest,
  press,
  shownToasts,
} from '../../testing/form-page.tsx'
import { GeneralSettingsSection } from './general-settings.tsx'

const SETTINGS = {
  productName: 'Zelab',
  timeZone: 'Asia/Dubai',
  dateOrder: 'dmy',
  defaultPageSize: 10,
  logoAddress: null,
  uploadLimitMb: 10,
  retentionYears: 10,
  supportEmail: null,
  supportPhone: null,
  supportHours: null,
  updatedAt: null,
}
const brand = useBrand.getState()
// The test mail goes to this address.
beforeEach(() => setUser({ email: 'ada@zelab.test' } as User))
afterEach(() => {
  removeUser()
  useBrand.setState(brand)
})

const { sent, refuseWith } = mountFormForEachTest('/user/settings/general', GeneralSettingsSection, {
  'settings/general': SETTINGS,
})

it('marks errors at the field, and keeps the entries when the server refuses [INSTALL-07, ERR-01]', async () => {
  await fill('Support Hours', 'Always')
  await fill('Product Name', 'X')
  await press('Save Changes')
  expectRefused([['Product Name', 'X', 'Product name must be at least 2 characters']])
  expect(sent).toEqual([])
  refuseWith(503, 'Not now')
  await fill('Product Name', 'Harbour Labs')
  await press('Save Changes')
  expect(shownToasts()).toEqual(['Not now'])
  expect(fieldOf('Product Name').value).toBe('Harbour Labs')
  expect(fieldOf('Support Hours').value).toBe('Always')
  await press('Discard')
  expect(fieldOf('Product Name').value).toBe('Zelab')
})
