import {
  API_BASE,
  type LabSignIn,
  type Provider,
  type ProviderSignIn,
  type Saved,
  type WayIn,
} from '@zelab/contract'
import type { Page } from '@playwright/test'
import { ADMIN, DOCTOR, openDialog, type Screen } from './screens.ts'

const SINCE = '2026-06-01T08:00:00.000Z'
const HOSPITAL = { id: 1, name: 'City Hospital' }
const UNIVERSITY = { id: 2, name: 'University of Dubai' }

const PROVIDER: Provider = {
  ...HOSPITAL,
  lab: { id: 1, name: 'Al Noor Diagnostics' },
  issuer: 'https://login.cityhospital.example/realms/staff',
  clientId: 'zelab',
  hasSecret: true,
  keySet: null,
  redirectUri: 'https://reports.example/api/v1/auth/oidc/1/callback',
  logoutUri: 'https://reports.example/api/v1/auth/oidc/1/backchannel-logout',
  postLogoutUri: 'https://reports.example/',
  returnsAfterLogout: true,
  trustsEmails: false,
  refreshesAccounts: false,
  asksForAccount: false,
  defaultRole: null,
  scopes: ['openid', 'email', 'profile'],
  domains: ['cityhospital.example'],
  rolesClaim: 'realm_access.roles',
  roles: { 'lab-doctors': 'Doctor', 'lab-technicians': 'Technician' },
  createsAccounts: true,
  checksSecondFactor: true,
  acr: null,
  sessionHours: 8,
  accounts: 24,
  lastUsedAt: SINCE,
  lastProblem: null,
  lastProblemAt: null,
  updatedAt: SINCE,
}
const PROVIDERS: Provider[] = [
  PROVIDER,
  {
    ...PROVIDER,
    ...UNIVERSITY,
    lab: null,
    issuer: 'https://id.uod.example',
    hasSecret: false,
    keySet: { keys: [{ kty: 'EC', crv: 'P-256', use: 'sig', alg: 'ES256', kid: '1' }] },
    domains: [],
    rolesClaim: null,
    roles: {},
    createsAccounts: false,
    accounts: 1,
    lastUsedAt: null,
    lastProblem: 'The provider did not answer within 5 seconds',
    lastProblemAt: SINCE,
  },
]
const WAYS: WayIn[] = [
  { kind: 'passkey', id: 1, name: 'Chrome on Windows' },
  { kind: 'provider', ...HOSPITAL, linkedAt: SINCE, lastUsedAt: SINCE },
]
const SIGN_IN: Saved<LabSignIn> = {
  rule: 'provider',
  openUntil: '2126-06-01T18:00:00.000Z',
  openReason: 'The identity system of the hospital has been down since the morning.',
  providers: [HOSPITAL, UNIVERSITY],
  staff: 27,
  signedIn: 21,
  notLinked: 3,
  withoutIdentityCheck: 2,
  updatedAt: SINCE,
}

const SIGN_INS: ProviderSignIn[] = [
  { userId: 5, fullName: 'Noura Salem', signedInAt: SINCE, acr: 'urn:mfa', authenticatedAt: SINCE },
  { userId: 6, fullName: 'Omar Haddad', signedInAt: SINCE, acr: null, authenticatedAt: null },
]

const answerWith = (page: Page, address: string, answer: object) =>
  page.route(`**${API_BASE}/${address}`, (route) =>
    route.fulfill({ json: { success: true, message: 'OK', ...answer } }),
  )
const offered = (page: Page) =>
  answerWith(page, 'auth/oidc/providers*', {
    data: [
      { ...HOSPITAL, isOfDomain: true },
      { ...UNIVERSITY, isOfDomain: false },
    ],
    hasPasskeys: true,
  })
const withWays = (page: Page) => answerWith(page, 'auth/ways', { data: WAYS, linkable: [UNIVERSITY] })
const withProviders = (page: Page) => answerWith(page, 'provider/getAll', { data: PROVIDERS })
const withSignIn = (changes: Partial<LabSignIn>) => (page: Page) =>
  answerWith(page, 'lab/getSignIn/1', { data: { ...SIGN_IN, ...changes } })

const SECURITY = { address: '/user/settings/general?tab=security', as: ADMIN, before: withProviders }
const STAFF = { address: '/user/labs/1?tab=staff', as: ADMIN }

const menuItem = (item: string) => async (page: Page) => {
  await page.getByRole('button', { name: `Actions: ${UNIVERSITY.name}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** Dialogs and states of sign-in providers, with their answers made up. */
export const providerStates: Screen[] = [
  {
    name: 'login-providers',
    address: '/',
    before: offered,
    act: async (page) => {
      await openDialog('Get Started')(page)
      await page.getByRole('button', { name: `Sign in with ${HOSPITAL.name}` }).waitFor()
    },
  },
  {
    name: 'login-provider-down',
    address: '/?problem=PROVIDER_DOWN',
    before: offered,
    act: (page) => page.getByRole('alert').waitFor(),
  },
  { name: 'login-provider-second-step', address: '/?problem=SECOND_FACTOR_CODE_REQUIRED' },
  {
    name: 'reset-password-invited',
    address: '/reset-password?token=x&email=doctor@cityhospital.example',
    before: offered,
    act: (page) => page.getByRole('button', { name: `Continue with ${HOSPITAL.name}` }).waitFor(),
  },
  {
    name: 'reset-password-provider-only',
    address: '/reset-password?token=x&email=doctor@cityhospital.example',
    before: (page) =>
      answerWith(page, 'auth/oidc/invitation', { isProviderOnly: true, data: [HOSPITAL, UNIVERSITY] }),
    act: (page) => page.getByRole('button', { name: `Continue with ${UNIVERSITY.name}` }).waitFor(),
  },
  {
    name: 'profile-ways',
    address: '/user/profile?problem=PROVIDER_TAKEN',
    as: DOCTOR,
    before: withWays,
    act: (page) => page.getByRole('button', { name: `Unlink ${HOSPITAL.name}` }).scrollIntoViewIfNeeded(),
  },
  {
    name: 'profile-confirm-provider',
    address: '/user/profile',
    as: DOCTOR,
    before: withWays,
    act: async (page) => {
      await openDialog(`Unlink ${HOSPITAL.name}`)(page)
      await page.getByRole('button', { name: `Confirm with ${HOSPITAL.name}` }).waitFor()
    },
  },
  {
    name: 'profile-no-password',
    address: '/user/profile',
    as: DOCTOR,
    before: withWays,
    act: async (page) => {
      await page.getByRole('button', { name: `Unlink ${HOSPITAL.name}` }).waitFor()
      await openDialog('Change Password')(page)
    },
  },
  { ...SECURITY, name: 'settings-providers', act: (page) => page.getByText('Last problem').waitFor() },
  {
    ...SECURITY,
    name: 'settings-providers-failed',
    before: (page) =>
      page.route(`**${API_BASE}/provider/getAll`, (route) =>
        route.fulfill({ status: 500, json: { success: false, message: 'Something went wrong', errors: [] } }),
      ),
    act: (page) => page.getByRole('alert').first().waitFor(),
  },
  { ...SECURITY, name: 'settings-add-provider', act: openDialog('Add Provider') },
  { ...SECURITY, name: 'settings-edit-provider', act: menuItem('Edit') },
  { ...SECURITY, name: 'settings-provider-addresses', act: menuItem('Addresses') },
  {
    ...SECURITY,
    name: 'settings-provider-sign-ins',
    before: async (page) => {
      await withProviders(page)
      await answerWith(page, 'provider/getSignIns/*', { data: SIGN_INS })
    },
    act: menuItem('Last Sign-Ins'),
  },
  {
    ...SECURITY,
    name: 'settings-remove-provider',
    before: async (page) => {
      await withProviders(page)
      await answerWith(page, 'provider/getDependents/*', {
        data: [{ id: 5, fullName: 'Noura Salem', email: 'noura@uod.example' }],
        total: 1,
      })
    },
    act: menuItem('Remove'),
  },
  {
    ...STAFF,
    name: 'lab-sign-in-none',
    before: withSignIn({
      rule: 'any',
      openUntil: null,
      openReason: null,
      providers: [],
      staff: 3,
      signedIn: 0,
      notLinked: 3,
      withoutIdentityCheck: 0,
    }),
  },
  { ...STAFF, name: 'lab-sign-in-open', before: withSignIn({}) },
  {
    ...STAFF,
    name: 'lab-open-sign-in',
    before: withSignIn({ openUntil: null, openReason: null }),
    act: openDialog('Open for Some Hours'),
  },
  {
    ...STAFF,
    name: 'lab-edit-sign-in',
    before: withSignIn({ rule: 'any', openUntil: null, openReason: null, signedIn: 1 }),
    act: openDialog('Edit Sign-in'),
  },
]
