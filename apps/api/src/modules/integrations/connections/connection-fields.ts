import { X509Certificate } from 'node:crypto'
import {
  CONNECTION_FIELDS,
  HL7_NAME_LENGTH,
  VALIDATION,
  type ClientFields,
  type IntegrationChanges,
  type ReceiverFields,
} from '@zelab/contract'
import { conflict, invalidField, refusedField } from '../../../core/app-error.ts'
import type { Context } from '../../../core/context.ts'
import type { ConnectionFields, LockedConnection } from './connections.repository.ts'
import { readKeySet } from './public-keys.ts'

type Kind = LockedConnection['kind']

const REQUIRED: Record<Kind, readonly (keyof ConnectionFields)[]> = {
  client: [],
  webhook: ['url'],
  hl7: ['host', 'port', 'ca', 'serverName'],
}
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g
const CERTIFICATES_MAX = 20

const refuseForeignFields = (kind: Kind, fields: Readonly<Record<string, unknown>>): void => {
  for (const field of Object.values(CONNECTION_FIELDS).flatMap((ofKind) => Object.keys(ofKind)))
    if (!(field in CONNECTION_FIELDS[kind]) && fields[field] !== undefined && fields[field] !== null)
      throw invalidField(field, VALIDATION.invalid)
}

const checkCertificates = (ca: string): void => {
  const found = ca.match(CERTIFICATE) ?? []
  const rest = ca.replace(CERTIFICATE, '').trim()
  try {
    if (found.length === 0 || found.length > CERTIFICATES_MAX || rest.includes('-----')) throw new Error()
    for (const certificate of found) new X509Certificate(certificate)
  } catch {
    throw invalidField('ca', VALIDATION.certificates)
  }
}

const keysOf = ({ jwks, jwksUri }: Pick<IntegrationChanges, 'jwks' | 'jwksUri'>) => {
  if (jwks === undefined && jwksUri === undefined) return {}
  if (jwks === undefined) return { jwks: null, jwksUri: jwksUri ?? null }
  const keySet = readKeySet(jwks)
  if (!keySet) throw invalidField('jwks', VALIDATION.keySet)
  return { jwks: keySet, jwksUri: null }
}

/** The columns of the given fields. Absent fields are left out. */
const columnsOfFields = ({
  reach,
  jwks,
  jwksUri,
  updatedAt: _,
  ...fields
}: Partial<IntegrationChanges>): Partial<ConnectionFields> => ({
  ...fields,
  ...(reach && { referrerId: reach.kind === 'referrer' ? reach.id : null }),
  ...keysOf({ jwks, jwksUri }),
})

const withDefaults = (kind: Kind, labName: string, fields: Partial<ConnectionFields>) =>
  kind === 'hl7'
    ? {
        ...fields,
        processingId: fields.processingId ?? ('T' as const),
        sendingApplication: fields.sendingApplication ?? 'ZELAB',
        sendingFacility: fields.sendingFacility ?? labName.slice(0, HL7_NAME_LENGTH.max),
      }
    : fields

/** @returns the whole connection after the change, without what differs per kind of secret */
export const mergeFields = (
  kind: Kind,
  lab: { name: string; country: string },
  before: Partial<ConnectionFields>,
  given: Partial<IntegrationChanges>,
): Partial<ConnectionFields> => {
  const changes = columnsOfFields(given)
  const merged = withDefaults(kind, lab.name, { ...before, ...changes })
  if (merged.country !== lab.country && !merged.legalBasis)
    throw invalidField('legalBasis', VALIDATION.legalBasis)
  for (const field of REQUIRED[kind])
    if (merged[field] === undefined || merged[field] === null) throw invalidField(field, VALIDATION.required)
  return merged
}

const hostIn = (url: string, field: string): string => {
  if (!URL.canParse(url)) throw invalidField(field, VALIDATION.httpsAddress)
  return new URL(url).hostname
}

/** Refusals that need no database: fields of another kind, certificates, and addresses that may not be opened. */
export const createFieldCheck =
  ({ outbound, hl7Out }: Pick<Context, 'outbound' | 'hl7Out'>) =>
  async (kind: Kind, fields: Partial<IntegrationChanges> | ClientFields | ReceiverFields): Promise<void> => {
    const given: Partial<IntegrationChanges> = fields
    refuseForeignFields(kind, given)
    if (given.jwks && given.jwksUri) throw invalidField('jwks', VALIDATION.oneKindOfKey)
    if (given.ca) checkCertificates(given.ca)
    if (kind === 'hl7' && !hl7Out) throw conflict('HL7_OUT_NOT_SET_UP')
    for (const field of ['url', 'jwksUri', 'host'] as const) {
      const value = given[field]
      if (value === undefined) continue
      const refusal = await outbound.checkAddress(field === 'host' ? value : hostIn(value, field))
      if (refusal) throw refusedField(field, refusal)
    }
  }
