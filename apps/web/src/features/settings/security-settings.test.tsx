import { expect, it } from 'vitest'
import {
  expectRefused,
  fieldOf,
  fill,
  mountFormForEachTest,
  press,
  shownToasts,
} from '../../testing/form-page.tsx'
import { SecuritySettingsSection } from './security-settings.tsx'

const { sent, refuseWith } = mountFormForEachTest('/user/settings/general', SecuritySettingsSection, {
  settings: {
    idleMinutes: 60,
    absoluteHours: 12,
    signInAttempts: 5,
    signInAttemptsPerAddress: 20,
    signInWindowMinutes: 15,
    secondFactorRoles: [],
    passkeyRoles: [],
    passkeysFrom: null,
  },
})

it('refuses a limit out of its range before it is sent [SETTINGS-01, INSTALL-07]', async () => {
  await fill('Idle Limit (minutes)', '1')
  await fill('Attempts on an Account', '2')
  await press('Save Changes')
  expectRefused([
    ['Idle Limit (minutes)', '1', 'Please enter a whole number of minutes from 5 to 720'],
    ['Attempts on an Account', '2', 'Please enter a whole number of attempts from 3 to 100'],
  ])
  expect(sent).toEqual([])
})

it('shows the server’s refusals and keeps the entries [ERR-01]', async () => {
  refuseWith(503, 'Come back later')
  await fill('Idle Limit (minutes)', '50')
  await press('Save Changes')
  expect(sent[0]).toMatchObject({ body: { idleMinutes: 50 } })
  expect(shownToasts()).toEqual(['Come back later'])
  expect(fieldOf('Idle Limit (minutes)').value).toBe('50')
})
