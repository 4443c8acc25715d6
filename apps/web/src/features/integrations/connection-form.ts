import type { ApiClient, IntegrationKind, PROCESSING_IDS, Receiver } from '@zelab/contract'
import { CLIENT_SCOPES, connectionForms } from '@zelab/contract'
import type { FieldErrors, Resolver, UseFormReturn } from 'react-hook-form'

const EMPTY = {
  ...{ name: '', purpose: '', legalBasis: '', includesSensitive: false },
  scopes: [...CLIENT_SCOPES],
  ...{ jwks: '', jwksUri: '', days: '90' },
  ...{ url: '', host: '', port: '', ca: '', serverName: '' },
  processingId: 'T' as (typeof PROCESSING_IDS)[number],
  ...{ sendingApplication: '', sendingFacility: '', receivingApplication: '', receivingFacility: '' },
  assigningAuthority: '',
}

/** As typed. Those of the kind are sent. */
export type ConnectionFields = typeof EMPTY & {
  kind: IntegrationKind
  country: string
  reach: { kind: 'lab' | 'referrer'; id: string }
  keyKind: 'jwks' | 'jwksUri' | 'days'
}
export type ConnectionForm = UseFormReturn<ConnectionFields, unknown, object>

type Connection = ApiClient | Receiver

export const isReceiver = (connection: Connection): connection is Receiver => 'waiting' in connection

const keyKindOf = (connection: Connection | undefined): ConnectionFields['keyKind'] => {
  if (!connection || isReceiver(connection) || connection.keyIds) return 'jwks'
  return connection.jwksUri === null ? 'days' : 'jwksUri'
}

export const fieldsOf = (
  of: 'client' | 'receiver',
  connection: Connection | undefined,
  country: string,
): ConnectionFields => {
  const stored: Partial<Record<string, unknown>> = { ...connection }
  const fields = Object.entries(EMPTY).map(([name, empty]) => [name, stored[name] ?? empty])
  const reach = connection?.reach
  return {
    ...(Object.fromEntries(fields) as typeof EMPTY),
    kind: of === 'client' ? of : connection && isReceiver(connection) ? connection.kind : 'webhook',
    country: connection?.country ?? country,
    reach: reach?.kind === 'referrer' ? { kind: 'referrer', id: String(reach.id) } : { kind: 'lab', id: '' },
    keyKind: keyKindOf(connection),
  }
}

/** Text that is no JSON is refused as a key set. */
const parsedKeys = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** A client keeps its keys unless others are given. */
const keysOf = (
  { keyKind, jwks, jwksUri, days }: ConnectionFields,
  connection: Connection | undefined,
): object => {
  const isStored = connection && 'jwksUri' in connection && connection.jwksUri === jwksUri
  const given = {
    jwks: connection && jwks.trim() === '' ? undefined : parsedKeys(jwks),
    jwksUri: isStored ? undefined : jwksUri,
    days: connection ? undefined : days,
  }
  return { jwks: undefined, jwksUri: undefined, days: undefined, [keyKind]: given[keyKind] }
}

export const connectionResolver =
  (connection: Connection | undefined): Resolver<ConnectionFields, unknown, object> =>
  (fields) => {
    const parsed = connectionForms[fields.kind].safeParse({ ...fields, ...keysOf(fields, connection) })
    if (parsed.success)
      return {
        values: { ...parsed.data, ...(connection && { updatedAt: connection.updatedAt }) },
        errors: {},
      }
    const problems = parsed.error.issues.map(({ path: [field], message }) => {
      const problem = { type: 'schema', message }
      return [field, field === 'reach' ? { id: problem } : problem] as const
    })
    return { values: {}, errors: Object.fromEntries(problems.toReversed()) as FieldErrors<ConnectionFields> }
  }
