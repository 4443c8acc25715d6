import {
  boundedText,
  choiceField,
  clearable,
  countryField,
  idField,
  multilineField,
  textField,
  wholeNumber,
} from '../fields/fields.ts'
import { VALIDATION } from '../messages.ts'
import { timestamp } from '../fields/query-fields.ts'
import { momentField } from '../visits/visits.forms.ts'
import { z } from '../zod.ts'
import {
  CA_MAX_LENGTH,
  CLIENT_KEY_DAYS,
  CLIENT_SCOPES,
  HL7_AUTHORITY_LENGTH,
  HL7_NAME_LENGTH,
  INTEGRATION_NAME_LENGTH,
  INTEGRATION_PURPOSE_LENGTH,
  KEY_SET_KEYS_MAX,
  LEGAL_BASIS_LENGTH,
  PROCESSING_IDS,
  URL_MAX_LENGTH,
} from './integration-records.ts'

const webAddressField = textField(VALIDATION.httpsAddress).check(
  z.maxLength(URL_MAX_LENGTH, { error: VALIDATION.httpsAddress }),
  z.regex(/^https:\/\/[^\s/?#@]+([/?#]\S*)?$/i, { error: VALIDATION.httpsAddress }),
)

const reachField = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('lab') }),
    z.object({ kind: z.literal('referrer'), id: idField(VALIDATION.referrer) }),
  ],
  { error: VALIDATION.required },
)

const common = {
  name: boundedText(INTEGRATION_NAME_LENGTH, VALIDATION.integrationName, VALIDATION.integrationName),
  purpose: boundedText(
    INTEGRATION_PURPOSE_LENGTH,
    VALIDATION.integrationPurpose,
    VALIDATION.integrationPurpose,
  ),
  country: countryField,
  /** Required for another country than the installation's. */
  legalBasis: clearable(boundedText(LEGAL_BASIS_LENGTH, VALIDATION.legalBasis, VALIDATION.legalBasis)),
  reach: reachField,
  includesSensitive: z._default(z.boolean({ error: VALIDATION.invalid }), false),
}

const keySetField = z.object(
  {
    keys: z
      .array(z.looseObject({ kty: textField(VALIDATION.keySet), kid: textField(VALIDATION.keySet) }), {
        error: VALIDATION.keySet,
      })
      .check(
        z.minLength(1, { error: VALIDATION.keySet }),
        z.maxLength(KEY_SET_KEYS_MAX, { error: VALIDATION.keySet }),
      ),
  },
  { error: VALIDATION.keySet },
)
const scopesField = z
  .array(z.enum(CLIENT_SCOPES, { error: VALIDATION.scopes }), { error: VALIDATION.scopes })
  .check(
    z.minLength(1, { error: VALIDATION.scopes }),
    z.maxLength(CLIENT_SCOPES.length, { error: VALIDATION.scopes }),
  )

const clientFields = {
  scopes: scopesField,
  /** A JSON Web Key Set with public keys. */
  jwks: z.optional(keySetField),
  jwksUri: z.optional(webAddressField),
}

/** With exactly one of `jwks`, `jwksUri` and `days`, the lifetime of a bearer key. */
export const clientBody = z.object({
  ...common,
  ...clientFields,
  days: z.optional(wholeNumber(CLIENT_KEY_DAYS, 'days')),
})
export type ClientFields = z.output<typeof clientBody>

const hl7Name = clearable(boundedText(HL7_NAME_LENGTH, VALIDATION.hl7Name, VALIDATION.hl7Name))
/** A name, or name&object identifier&ISO. */
const authorityField = clearable(
  boundedText(HL7_AUTHORITY_LENGTH, VALIDATION.hl7Authority, VALIDATION.hl7Authority).check(
    z.regex(/^[^&|^~\\]+(&\d+(\.\d+)*&ISO)?$/, { error: VALIDATION.hl7Authority }),
  ),
)
const hostField = boundedText({ min: 1, max: 253 }, VALIDATION.host, VALIDATION.host)
const certificatesField = multilineField(VALIDATION.certificates).check(
  z.maxLength(CA_MAX_LENGTH, { error: VALIDATION.certificates }),
)
const portField = z.coerce
  .number<number | string>({ error: VALIDATION.port })
  .check(
    z.int({ error: VALIDATION.port }),
    z.minimum(1, { error: VALIDATION.port }),
    z.maximum(65_535, { error: VALIDATION.port }),
  )
const webhookFields = {
  url: webAddressField,
  /** Certificates (PEM) of the authority of the receiver; public ones by default. */
  ca: clearable(certificatesField),
}
const hl7Fields = {
  host: hostField,
  port: portField,
  ca: certificatesField.check(z.minLength(1, { error: VALIDATION.required })),
  /** The name in the certificate of the receiver. */
  serverName: hostField,
  /** T for tests, P for production. */
  processingId: z.optional(choiceField(PROCESSING_IDS, VALIDATION.invalid)),
  sendingApplication: hl7Name,
  sendingFacility: hl7Name,
  receivingApplication: hl7Name,
  receivingFacility: hl7Name,
  /** The authority that assigns record numbers and ids of patients. */
  assigningAuthority: authorityField,
}

/** The fields of each kind of connection. Those of another kind are refused. */
export const CONNECTION_FIELDS = { client: clientFields, webhook: webhookFields, hl7: hl7Fields }
export const connectionForms = {
  client: clientBody,
  webhook: z.object({ ...common, ...webhookFields }),
  hl7: z.object({ ...common, ...hl7Fields }),
}

const receiverFields = z.partial(z.object({ ...hl7Fields, ...webhookFields })).shape

/** A webhook has `url`; HL7 has `host`, `port`, `ca` and `serverName`. */
export const receiverBody = z.object({
  ...common,
  kind: z.enum(['webhook', 'hl7'], { error: VALIDATION.required }),
  ...receiverFields,
})
export type ReceiverFields = z.output<typeof receiverBody>

/** Absent fields stay as they are. */
export const integrationChanges = z.object({
  ...z.partial(z.object(common)).shape,
  includesSensitive: z.optional(z.boolean({ error: VALIDATION.invalid })),
  ...z.partial(z.object(clientFields)).shape,
  ...receiverFields,
  updatedAt: z.optional(timestamp),
})
export type IntegrationChanges = z.output<typeof integrationChanges>

export const replayBody = z.object({ since: momentField })
