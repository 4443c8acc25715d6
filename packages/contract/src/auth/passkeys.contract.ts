import { defineEndpoint, envelope } from '../endpoint.ts'
import { idParams, timestamp } from '../fields/query-fields.ts'
import { SUCCESS } from '../messages.ts'
import { z } from '../zod.ts'
import { sessionAnswer } from './auth.contract.ts'
import { identityCheckBody, passkeyAssertion, passkeyNameBody, passkeyRegistration } from './auth.forms.ts'

export const passkeySchema = z.object({
  id: z.number(),
  name: z.string(),
  createdAt: timestamp,
  lastUsedAt: z.nullable(timestamp),
  /** Otherwise it exists on one device only. */
  isSynced: z.boolean(),
  /** Added at another address of the product, where alone it works. */
  isOfFormerAddress: z.boolean(),
})
export type Passkey = z.output<typeof passkeySchema>

/** Why passkeys are off: APP_URL is not set, names an IP address, or is neither HTTPS nor localhost. */
export const PASSKEYS_OFF_REASONS = ['no-address', 'ip-address', 'not-secure'] as const
export type PasskeysOffReason = (typeof PASSKEYS_OFF_REASONS)[number]

/** `sign-in` without a password, `second-step` after one, `confirm` for an identity check. */
export const PASSKEY_PURPOSES = ['sign-in', 'second-step', 'confirm'] as const
export type PasskeyPurpose = (typeof PASSKEY_PURPOSES)[number]

const transports = z.optional(z.array(z.string()))
const credential = z.object({ id: z.string(), type: z.literal('public-key'), transports })

/** For `navigator.credentials.get`, as JSON of WebAuthn Level 3. */
const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(credential),
})

/** For `navigator.credentials.create`. */
const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.number(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(credential),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
})

/** For `PublicKeyCredential.signalAllAcceptedCredentials`. */
const acceptedPasskeys = z.object({
  rpId: z.string(),
  userId: z.string(),
  allAcceptedCredentialIds: z.array(z.string()),
})
export type AcceptedPasskeys = z.output<typeof acceptedPasskeys>

export const passkeyEndpoints = {
  options: defineEndpoint({
    method: 'POST',
    path: '/auth/passkey/options',
    changes: [],
    access: 'anyone',
    rateLimit: 'passkey',
    beforeSecondFactor: true,
    summary:
      'A challenge for a passkey, valid for two minutes in this browser. Only `confirm`, which needs a session, names the caller’s passkeys',
    body: z.object({ purpose: z.enum(PASSKEY_PURPOSES) }),
    response: envelope({ data: requestOptions }),
  }),
  login: defineEndpoint({
    method: 'POST',
    path: '/auth/passkey/login',
    changes: [],
    access: 'anyone',
    rateLimit: 'sign-in',
    summary: 'Sign in with a passkey, which counts as both factors; sets the session cookie',
    body: z.object({ response: passkeyAssertion }),
    message: SUCCESS.login,
    response: sessionAnswer,
  }),
  list: defineEndpoint({
    method: 'GET',
    path: '/auth/passkeys',
    shows: 'auth',
    access: 'staff',
    beforeSecondFactor: true,
    summary:
      'The caller’s passkeys, the newest first, why passkeys are off, and what the device is told so that it offers no removed one',
    response: envelope({
      data: z.array(passkeySchema),
      off: z.nullable(z.enum(PASSKEYS_OFF_REASONS)),
      accepted: z.nullable(acceptedPasskeys),
    }),
  }),
  addOptions: defineEndpoint({
    method: 'POST',
    path: '/auth/passkey/addOptions',
    changes: [],
    access: 'staff',
    beforeSecondFactor: true,
    summary: 'A challenge to add a passkey; requires an identity check',
    body: identityCheckBody,
    response: envelope({ data: creationOptions }),
  }),
  add: defineEndpoint({
    method: 'POST',
    path: '/auth/passkey/add',
    changes: ['auth'],
    afterRefusal: true,
    access: 'staff',
    beforeSecondFactor: true,
    summary:
      'Add a passkey; ends all other sessions. If it is the first second factor, returns the recovery codes once',
    body: z.extend(passkeyNameBody, { response: passkeyRegistration }),
    response: envelope({
      data: z.extend(passkeySchema, { recoveryCodes: z.optional(z.array(z.string())) }),
    }),
  }),
  rename: defineEndpoint({
    method: 'POST',
    path: '/auth/passkey/rename/:id',
    changes: ['auth'],
    afterRefusal: true,
    access: 'staff',
    summary: 'Rename a passkey of the caller',
    params: idParams,
    body: passkeyNameBody,
    message: SUCCESS.saved,
    response: envelope({ data: passkeySchema }),
  }),
  remove: defineEndpoint({
    method: 'POST',
    path: '/auth/passkey/remove/:id',
    changes: ['auth'],
    afterRefusal: true,
    access: 'staff',
    summary:
      'Remove a passkey of the caller, after an identity check; ends all other sessions. The last second factor of a role that needs one stays',
    params: idParams,
    body: identityCheckBody,
    response: envelope({}),
  }),
}
