import { defineEndpoint, envelope } from '../endpoint.ts'
import { emailField, typedText } from '../fields/fields.ts'
import { idParams } from '../fields/query-fields.ts'
import { SUCCESS } from '../messages.ts'
import { z } from '../zod.ts'
import { sessionAnswer } from './auth.contract.ts'
import { identityCheckBody, identityProofFields } from './auth.forms.ts'
import { labSignInEndpoints, namedProvider } from './lab-sign-in.contract.ts'
import { providerAddresses, providerSchema, providerSignInSchema, wayInSchema } from './provider-records.ts'
import { providerBody, providerChangesBody } from './providers.forms.ts'

/**
 * `link`: an account that is signed in. `confirm`: an identity check, in a second window. `invitation`: with the token of
 * its link.
 */
export const PROVIDER_PURPOSES = ['sign-in', 'link', 'confirm', 'invitation'] as const
export type ProviderPurpose = (typeof PROVIDER_PURPOSES)[number]

/** Of a sign-in through a provider: `problem` in the address of the page that it ends at. */
export const PROVIDER_PROBLEMS = [
  'PROVIDER_DOWN',
  'PROVIDER_REFUSED',
  'PROVIDER_NOT_ASKED',
  'NO_ROLE',
  'NOT_LINKED',
  'PROVIDER_TAKEN',
  'IDENTITY_CHECK_REQUIRED',
  'SECOND_FACTOR_CODE_REQUIRED',
  'SECOND_FACTOR_PASSKEY_REQUIRED',
  'TOO_MANY_ATTEMPTS',
  'RESET_LINK_INVALID',
] as const
export type ProviderProblem = (typeof PROVIDER_PROBLEMS)[number]

/** The second window reports on this BroadcastChannel that it has ended: a `problem`, or null. */
export const PROVIDER_CHANNEL = 'identity'

/** For people who sign in, and for providers. */
export const oidcEndpoints = {
  listProviders: defineEndpoint({
    method: 'GET',
    path: '/auth/oidc/providers',
    shows: 'settings',
    access: 'anyone',
    rateLimit: 'providers',
    summary:
      'Providers to offer for the domain of an email address, its own ones first, and whether passkeys can be used',
    query: z.object({ domain: z.optional(typedText().check(z.maxLength(253))) }),
    response: envelope({
      data: z.array(z.extend(namedProvider, { isOfDomain: z.boolean() })),
      hasPasskeys: z.boolean(),
    }),
  }),
  start: defineEndpoint({
    method: 'GET',
    path: '/auth/oidc/:id/start',
    access: 'anyone',
    rateLimit: 'providers',
    beforeSecondFactor: true,
    summary: 'Send the browser to a provider; ends at the callback, or at a page that says the problem',
    params: idParams,
    query: z.object({
      purpose: z.catch(z.enum(PROVIDER_PURPOSES), 'sign-in'),
      token: z.optional(typedText().check(z.maxLength(200))),
      /** Typed by the person, for the page of the provider; left out unless it is an email address. */
      email: z.catch(z.optional(emailField()), undefined),
      /** A path of the application; the dashboard by default. */
      returnTo: z.optional(typedText().check(z.maxLength(500))),
    }),
    response: 'redirect',
  }),
  getInvitation: defineEndpoint({
    method: 'POST',
    path: '/auth/oidc/invitation',
    changes: [],
    access: 'anyone',
    rateLimit: 'providers',
    changesNothing: true,
    summary:
      'Whether the lab of an invited user accepts no password, and the providers to continue with while the link can be used with one',
    body: z.object({ token: typedText().check(z.regex(/^[\w-]{1,200}$/)) }),
    response: envelope({ isProviderOnly: z.boolean(), data: z.array(namedProvider) }),
  }),
  callback: defineEndpoint({
    method: 'GET',
    path: '/auth/oidc/:id/callback',
    access: 'anyone',
    rateLimit: 'providers',
    beforeSecondFactor: true,
    summary: 'Called by the provider’s answer in the browser; always redirects',
    params: idParams,
    query: z.looseObject({}),
    response: 'redirect',
  }),
  secondStep: defineEndpoint({
    method: 'POST',
    path: '/auth/oidc/second-step',
    changes: [],
    access: 'anyone',
    rateLimit: 'sign-in',
    summary:
      'Complete a sign-in through a provider that does not check a second factor; sets the session cookie',
    body: z.object(identityProofFields),
    message: SUCCESS.login,
    response: sessionAnswer,
  }),
  backchannelLogout: defineEndpoint({
    method: 'POST',
    path: '/auth/oidc/:id/backchannel-logout',
    changes: [],
    access: 'anyone',
    rateLimit: 'provider-logout',
    isSigned: true,
    summary: 'OpenID Connect Back-Channel Logout: ends the sessions that the logout token names',
    params: idParams,
    body: z.looseObject({}),
    response: envelope({}),
  }),
  ways: defineEndpoint({
    method: 'GET',
    path: '/auth/ways',
    shows: 'auth',
    access: 'staff',
    beforeSecondFactor: true,
    summary: 'The caller’s ways of signing in, and the providers that can be linked',
    response: envelope({ data: z.array(wayInSchema), linkable: z.array(namedProvider) }),
  }),
  unlink: defineEndpoint({
    method: 'POST',
    path: '/auth/oidc/:id/unlink',
    changes: ['auth'],
    afterRefusal: true,
    access: 'staff',
    beforeSecondFactor: true,
    summary:
      'Unlink the caller’s account from a provider, after an identity check; the last way of signing in stays',
    params: idParams,
    body: identityCheckBody,
    message: SUCCESS.providerUnlinked,
    response: envelope({}),
  }),
}

/** For the Admin. */
export const providerEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/provider/getAll',
    shows: 'settings',
    access: 'settings:security',
    summary: 'OpenID Connect providers by name',
    response: envelope({ data: z.array(providerSchema) }),
  }),
  reserve: defineEndpoint({
    method: 'POST',
    path: '/provider/reserve',
    changes: [],
    shows: 'settings',
    access: 'settings:security',
    changesNothing: true,
    summary: 'The addresses of a provider that is added with this reservation, to register them first',
    response: envelope({ data: z.object({ reservation: z.string(), ...providerAddresses }) }),
  }),
  create: defineEndpoint({
    method: 'POST',
    path: '/provider/create',
    changes: ['settings', 'labs'],
    afterRefusal: true,
    access: 'settings:security',
    summary: 'Add a provider, after an identity check; reads its configuration first',
    body: providerBody,
    message: SUCCESS.providerAdded,
    response: envelope({ data: providerSchema }),
  }),
  update: defineEndpoint({
    method: 'POST',
    path: '/provider/update/:id',
    changes: ['settings', 'labs'],
    afterRefusal: true,
    access: 'settings:security',
    summary: 'Change a provider, after an identity check; reads its configuration first',
    params: idParams,
    body: providerChangesBody,
    message: SUCCESS.saved,
    response: envelope({ data: providerSchema }),
  }),
  test: defineEndpoint({
    method: 'POST',
    path: '/provider/test/:id',
    changes: ['settings', 'labs'],
    afterRefusal: true,
    access: 'settings:security',
    changesNothing: true,
    summary:
      'Read the configuration and the keys of a provider now, and try the client at its token endpoint',
    params: idParams,
    message: SUCCESS.providerAnswers,
    response: envelope({
      data: z.object({
        keys: z.number(),
        /** After the first 50. */
        ignoredKeys: z.number(),
        endsSessions: z.boolean(),
        tellsLogouts: z.boolean(),
      }),
    }),
  }),
  getDependents: defineEndpoint({
    method: 'GET',
    path: '/provider/getDependents/:id',
    shows: 'settings',
    access: 'settings:security',
    summary: 'Users who could not sign in without this provider, up to 100 by name',
    params: idParams,
    response: envelope({
      data: z.array(z.object({ id: z.number(), fullName: z.string(), email: z.string() })),
      total: z.number(),
    }),
  }),
  getSignIns: defineEndpoint({
    method: 'GET',
    path: '/provider/getSignIns/:id',
    shows: 'settings',
    access: 'settings:security',
    summary:
      'The last answer about each of up to 20 users who signed in through a provider, the newest first',
    params: idParams,
    response: envelope({ data: z.array(providerSignInSchema) }),
  }),
  remove: defineEndpoint({
    method: 'POST',
    path: '/provider/remove/:id',
    changes: ['settings', 'labs'],
    afterRefusal: true,
    access: 'settings:security',
    summary:
      'Remove a provider, after an identity check: ends its sessions, and mails a link to set a password to users who could not sign in otherwise',
    params: idParams,
    message: SUCCESS.providerRemoved,
    response: envelope({}),
  }),
  ...labSignInEndpoints,
}
