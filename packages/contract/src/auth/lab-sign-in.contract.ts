import { defineEndpoint, envelope } from '../endpoint.ts'
import { idParams, savedAt, seenAt, timestamp } from '../fields/query-fields.ts'
import { SUCCESS } from '../messages.ts'
import { z } from '../zod.ts'
import { openSignInBody, SIGN_IN_RULES } from './providers.forms.ts'

export const namedProvider = z.object({ id: z.number(), name: z.string() })
export type NamedProvider = z.output<typeof namedProvider>

const labSignInSchema = z.object({
  rule: z.enum(SIGN_IN_RULES),
  /** Passwords and passkeys work until then, although the rule says provider only. */
  openUntil: z.nullable(timestamp),
  openReason: z.nullable(z.string()),
  /** Those of the lab, then those of the installation. */
  providers: z.array(namedProvider),
  /** Active staff of the lab, those who signed in through a provider, and those who are linked to none. */
  staff: z.number(),
  signedIn: z.number(),
  notLinked: z.number(),
  /** Signed in through a provider that did not say when it asked them, and have no passkey. */
  withoutIdentityCheck: z.number(),
})
export type LabSignIn = z.output<typeof labSignInSchema>

/** For the Admin. */
export const labSignInEndpoints = {
  getLabSignIn: defineEndpoint({
    method: 'GET',
    path: '/lab/getSignIn/:id',
    shows: 'labs',
    access: 'labs:view',
    summary: 'How the staff of a lab sign in',
    params: idParams,
    response: envelope({ data: z.extend(labSignInSchema, savedAt) }),
  }),
  updateLabSignIn: defineEndpoint({
    method: 'PUT',
    path: '/lab/updateSignIn/:id',
    changes: ['labs'],
    afterRefusal: true,
    access: 'settings:security',
    summary:
      'Change how the staff of a lab sign in; provider only after two of them did. Saving it again ends an opening',
    params: idParams,
    body: z.extend(z.object({ rule: z.optional(z.enum(SIGN_IN_RULES)) }), seenAt),
    message: SUCCESS.saved,
    response: envelope({ data: z.extend(labSignInSchema, savedAt) }),
  }),
  openLabSignIn: defineEndpoint({
    method: 'POST',
    path: '/lab/openSignIn/:id',
    changes: ['labs'],
    afterRefusal: true,
    access: 'settings:security',
    summary:
      'Let the staff of a lab sign in with passwords and passkeys for some hours although it is provider only; mails all Admins and the Doctors of the lab',
    params: idParams,
    body: z.extend(openSignInBody, seenAt),
    message: SUCCESS.signInOpened,
    response: envelope({ data: z.extend(labSignInSchema, savedAt) }),
  }),
}
