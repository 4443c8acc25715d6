import { blankable, boundedText, clearable, idField, textField, typedText } from '../fields/fields.ts'
import { HL7_CHARSETS, INBOX_SOURCE_KINDS, INBOX_SOURCE_NAME_LENGTH, TEXT_MAX_LENGTH } from '../limits.ts'
import { VALIDATION } from '../messages.ts'
import { z } from '../zod.ts'

export const INBOX_SOURCE_PROBLEMS = [
  'folder-missing',
  'folder-not-readable',
  'folder-not-writable',
  'folders-not-set-up',
  'hl7-not-set-up',
  'inbox-full',
  'storage-unavailable',
  'publisher-unsuitable',
] as const
export type InboxSourceProblem = (typeof INBOX_SOURCE_PROBLEMS)[number]

// Reports errors between fields together with those of fields.
const always = { when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null }

const NAME_ERROR = `Please use ${INBOX_SOURCE_NAME_LENGTH.min} to ${INBOX_SOURCE_NAME_LENGTH.max} characters`
const CERTIFICATE_ERROR = 'Please paste the SHA-256 fingerprint of the certificate: 64 digits and letters'
const ADDRESS_ERROR = VALIDATION.inboxAddress

const fingerprintField = z.pipe(
  typedText(CERTIFICATE_ERROR).check(z.trim(), z.maxLength(120, { error: CERTIFICATE_ERROR })),
  z
    .pipe(
      z.transform((typed: string) =>
        typed
          .replace(/^sha256[^=]*=/i, '')
          .replace(/[:\s]/g, '')
          .toLowerCase(),
      ),
      z.string(),
    )
    .check(z.regex(/^[0-9a-f]{64}$/, { error: CERTIFICATE_ERROR })),
)

/** The server checks that each is an address or a network. */
const addressesField = z
  .array(textField(ADDRESS_ERROR).check(z.minLength(2, { error: ADDRESS_ERROR }), z.maxLength(60)))
  .check(z.minLength(1, { error: ADDRESS_ERROR }), z.maxLength(20, { error: ADDRESS_ERROR }))

const folderField = boundedText({ min: 1, max: TEXT_MAX_LENGTH }, VALIDATION.required, VALIDATION.invalid)

const sourceFields = z.object({
  kind: z.enum(INBOX_SOURCE_KINDS, { error: VALIDATION.invalid }),
  name: boundedText(INBOX_SOURCE_NAME_LENGTH, NAME_ERROR, NAME_ERROR),
  isOn: z.boolean(),
  publishesAutomatically: z.boolean(),
  publisherId: clearable(idField(VALIDATION.required)),
  /** Below INBOX_DIR, such as `front-desk/scans`. */
  folder: blankable(folderField),
  certificate: blankable(fingerprintField),
  addresses: z.optional(addressesField),
  /** Overrides MSH-18. */
  charset: clearable(z.enum(HL7_CHARSETS, { error: VALIDATION.invalid })),
})

export const inboxSourceForm = sourceFields.check(
  z.refine(({ kind, folder }) => kind !== 'folder' || Boolean(folder), {
    error: VALIDATION.required,
    path: ['folder'],
    ...always,
  }),
  z.refine(({ kind, certificate }) => kind !== 'hl7' || Boolean(certificate), {
    error: CERTIFICATE_ERROR,
    path: ['certificate'],
    ...always,
  }),
  z.refine(({ kind, addresses }) => kind !== 'hl7' || (addresses?.length ?? 0) > 0, {
    error: ADDRESS_ERROR,
    path: ['addresses'],
    ...always,
  }),
  z.refine(({ publishesAutomatically, publisherId }) => !publishesAutomatically || Boolean(publisherId), {
    error: VALIDATION.required,
    path: ['publisherId'],
    ...always,
  }),
)
export type InboxSourceFields = z.output<typeof inboxSourceForm>

/** The server checks a source with its changes as `inboxSourceForm` does. */
export const inboxSourceChanges = z
  .extend(z.partial(sourceFields), {
    folder: clearable(folderField),
    certificate: clearable(fingerprintField),
  })
  .check(
    z.refine(({ kind, folder }) => kind !== 'folder' || folder !== null, {
      error: VALIDATION.required,
      path: ['folder'],
      ...always,
    }),
    z.refine(({ kind, certificate }) => kind !== 'hl7' || certificate !== null, {
      error: CERTIFICATE_ERROR,
      path: ['certificate'],
      ...always,
    }),
  )
export type InboxSourceChanges = z.output<typeof inboxSourceChanges>
