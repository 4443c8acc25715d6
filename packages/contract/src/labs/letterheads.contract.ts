import { LETTERHEAD_CHANGED } from '../record-kinds.ts'
import { defineEndpoint, envelope } from '../endpoint.ts'
import { letterheadForm } from './labs.forms.ts'
import {
  LETTERHEAD_LOGO_PART,
  PICTURE_MAX_KB,
  REPORT_FILE_PART,
  SIGNATURE_PART,
  STAMP_CORNERS,
} from '../limits.ts'
import { idParams, savedAt, seenAt, timestamp } from '../fields/query-fields.ts'
import { SUCCESS } from '../messages.ts'
import { z } from '../zod.ts'

/** A file on which a letterhead is tried. */
export const TRIAL_FILE_MAX_MB = 10

export const KEY_PROBLEMS = [
  'not-readable',
  'not-a-p12',
  'wrong-password',
  'no-key',
  'unsupported-key',
  'expired',
  'not-yet-valid',
] as const
export type KeyProblem = (typeof KEY_PROBLEMS)[number]

/** `timestamp-failed`: the copy has a seal without a timestamp. */
export const SEAL_PROBLEMS = [...KEY_PROBLEMS, 'not-sealable', 'timestamp-failed'] as const
export type SealProblem = (typeof SEAL_PROBLEMS)[number]

export const letterheadSchema = z.object({
  isUsed: z.boolean(),
  accreditation: z.nullable(z.string()),
  corner: z.enum(STAMP_CORNERS),
  marginX: z.number(),
  marginY: z.number(),
  showsSignature: z.boolean(),
  /** Null without a logo; changes with every upload. */
  logoAddress: z.nullable(z.string()),
  hasReport: z.boolean(),
  /** The host in the verification address of new stamps. */
  host: z.string(),
  /** Hosts in earlier stamps, which must redirect to this one. */
  earlierHosts: z.array(z.object({ host: z.string(), reports: z.number() })),
  seal: z.nullable(
    z.object({
      problem: z.nullable(z.enum(KEY_PROBLEMS)),
      subject: z.nullable(z.string()),
      issuer: z.nullable(z.string()),
      validUntil: z.nullable(timestamp),
      isTimestamped: z.boolean(),
      /** Other accounts of the server can read the key or its password. */
      isExposed: z.boolean(),
    }),
  ),
})
export type Letterhead = z.output<typeof letterheadSchema>

export const letterheadEndpoints = {
  getLetterhead: defineEndpoint({
    method: 'GET',
    path: '/lab/getLetterhead/:id',
    shows: 'labs',
    access: 'labs:view',
    summary: 'The letterhead and stamp of a lab’s reports',
    params: idParams,
    response: envelope({ data: z.extend(letterheadSchema, savedAt) }),
  }),
  updateLetterhead: defineEndpoint({
    method: 'PUT',
    path: '/lab/updateLetterhead/:id',
    changes: LETTERHEAD_CHANGED,
    afterRefusal: true,
    access: 'labs:view',
    summary: 'Change the letterhead of a lab; reports that were stamped before stay as they are',
    params: idParams,
    body: z.extend(z.partial(letterheadForm), seenAt),
    message: SUCCESS.saved,
    response: envelope({ data: z.extend(letterheadSchema, savedAt) }),
  }),
  previewLetterhead: defineEndpoint({
    method: 'POST',
    path: '/lab/previewLetterhead/:id',
    changes: [],
    access: 'labs:view',
    changesNothing: true,
    summary:
      'The first page of the lab’s last report, or of an example when it has none, with this letterhead, as an image',
    params: idParams,
    body: letterheadForm,
    response: 'file',
    file: 'image',
  }),
  tryLetterhead: defineEndpoint({
    method: 'POST',
    path: '/lab/tryLetterhead/:id',
    changes: [],
    access: 'labs:view',
    changesNothing: true,
    summary: `The first page of an uploaded report file of at most ${TRIAL_FILE_MAX_MB} MB with the lab’s letterhead, as an image; the file is not stored`,
    params: idParams,
    filePart: REPORT_FILE_PART,
    response: 'file',
    file: 'image',
  }),
  readLetterheadLogo: defineEndpoint({
    method: 'GET',
    path: '/lab/letterheadLogo/:id',
    access: 'labs:view',
    summary: 'The logo of a lab’s letterhead; 404 without one',
    params: idParams,
    query: z.object({ v: z.catch(z.optional(z.string()), undefined) }),
    response: 'file',
    file: 'image',
  }),
  updateLetterheadLogo: defineEndpoint({
    method: 'POST',
    path: '/lab/letterheadLogo/:id',
    changes: LETTERHEAD_CHANGED,
    afterRefusal: true,
    access: 'labs:view',
    summary: `Set the logo of a lab’s letterhead: a PNG or JPEG image of at most ${PICTURE_MAX_KB} kB`,
    params: idParams,
    filePart: LETTERHEAD_LOGO_PART,
    message: SUCCESS.saved,
    response: envelope({ data: z.extend(letterheadSchema, savedAt) }),
  }),
  removeLetterheadLogo: defineEndpoint({
    method: 'DELETE',
    path: '/lab/letterheadLogo/:id',
    changes: LETTERHEAD_CHANGED,
    afterRefusal: true,
    access: 'labs:view',
    summary: 'Remove the logo of a lab’s letterhead',
    params: idParams,
    message: SUCCESS.saved,
    response: envelope({ data: z.extend(letterheadSchema, savedAt) }),
  }),
  getSignature: defineEndpoint({
    method: 'GET',
    path: '/user/getSignature',
    access: 'reports:publish',
    summary: 'The caller’s signature for the stamps of own reports',
    response: envelope({ data: z.object({ address: z.nullable(z.string()) }) }),
  }),
  readSignature: defineEndpoint({
    method: 'GET',
    path: '/user/signature',
    access: 'reports:publish',
    summary: 'The image of the caller’s own signature; 404 without one',
    query: z.object({ v: z.catch(z.optional(z.string()), undefined) }),
    response: 'file',
    file: 'image',
  }),
  updateSignature: defineEndpoint({
    method: 'POST',
    path: '/user/signature',
    changes: ['letterheads'],
    access: 'reports:publish',
    summary: `Set the image of the caller’s own signature: a PNG or JPEG image of at most ${PICTURE_MAX_KB} kB`,
    filePart: SIGNATURE_PART,
    message: SUCCESS.saved,
    response: envelope({ data: z.object({ address: z.nullable(z.string()) }) }),
  }),
  removeSignature: defineEndpoint({
    method: 'DELETE',
    path: '/user/signature',
    changes: ['letterheads'],
    access: 'reports:publish',
    summary: 'Remove the image of the caller’s own signature',
    message: SUCCESS.saved,
    response: envelope({ data: z.object({ address: z.nullable(z.string()) }) }),
  }),
}
