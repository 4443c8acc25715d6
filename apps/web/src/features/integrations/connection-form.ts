import type { ApiClient, ClientScope, Receiver, ReceiverKind } from '@zelab/contract'
import { CLIENT_SCOPES, clientBody, integrationChanges, receiverBody } from '@zelab/contract'
import type { FieldErrors, Resolver, UseFormReturn } from 'react-hook-form'

/** All as typed. */
export interface ConnectionFields {
  name: string
  purpose: string
  country: string
  legalBasis: string
  reachKind: 'lab' | 'referrer'
  referrerId: string
  includesSensitive: boolean
  scopes: ClientScope[]
  keyKind: 'jwks' | 'jwksUri' | 'days'
  jwks: string
  jwksUri: string
  days: string
  kind: ReceiverKind
  url: string
  host: string
  port: string
  ca: string
  serverName: string
  processingId: 'T' | 'P'
  sendingApplication: string
  sendingFacility: string
  receivingApplication: string
  receivingFacility: string
  assigningAuthority: string
}
export type ConnectionForm = UseFormReturn<ConnectionFields, unknown, object>

export const isReceiver = (connection: ApiClient | Receiver): connection is Receiver =>
  'waiting' in connection

const EMPTY: ConnectionFields = {
  ...{ name: '', purpose: '', country: 'AE', legalBasis: '', reachKind: 'lab', referrerId: '' },
  ...{
    includesSensitive: false,
    scopes: [...CLIENT_SCOPES],
    keyKind: 'jwks',
    jwks: '',
    jwksUri: '',
    days: '90',
  },
  ...{ kind: 'webhook', url: '', host: '', port: '', ca: '', serverName: '', processingId: 'T' },
  ...{ sendingApplication: '', sendingFacility: '', receivingApplication: '', receivingFacility: '' },
  assigningAuthority: '',
}

export const fieldsOf = (connection: ApiClient | Receiver | undefined, country: string): ConnectionFields => {
  if (!connection) return { ...EMPTY, country }
  const { name, purpose, legalBasis, reach, includesSensitive } = connection
  const common = {
    ...EMPTY,
    ...{ name, purpose, country: connection.country, legalBasis: legalBasis ?? '', includesSensitive },
    reachKind: reach.kind,
    referrerId: reach.kind === 'referrer' ? String(reach.id) : '',
  }
  if (!isReceiver(connection)) {
    const { scopes, keyIds, jwksUri } = connection
    const keyKind = keyIds ? 'jwks' : jwksUri === null ? 'days' : 'jwksUri'
    return { ...common, scopes, keyKind, jwksUri: jwksUri ?? '' }
  }
  return {
    ...common,
    kind: connection.kind,
    url: connection.url ?? '',
    host: connection.host ?? '',
    port: String(connection.port ?? ''),
    ca: connection.ca ?? '',
    serverName: connection.serverName ?? '',
    processingId: connection.processingId ?? 'T',
    sendingApplication: connection.sendingApplication ?? '',
    sendingFacility: connection.sendingFacility ?? '',
    receivingApplication: connection.receivingApplication ?? '',
    receivingFacility: connection.receivingFacility ?? '',
    assigningAuthority: connection.assigningAuthority ?? '',
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

const commonOf = ({
  name,
  purpose,
  country,
  legalBasis,
  reachKind,
  referrerId,
  includesSensitive,
}: ConnectionFields) => ({
  ...{ name, purpose, country, legalBasis, includesSensitive },
  reach: reachKind === 'lab' ? { kind: 'lab' } : { kind: 'referrer', id: Number(referrerId) || 0 },
})

/** A client keeps its keys unless others are given. */
const clientOf = (
  { scopes, keyKind, jwks, jwksUri, days, ...fields }: ConnectionFields,
  storedUri: string | null | undefined,
) => ({
  ...commonOf(fields as ConnectionFields),
  scopes,
  ...(keyKind === 'jwks' && (storedUri === undefined || jwks.trim() !== '') && { jwks: parsedKeys(jwks) }),
  ...(keyKind === 'jwksUri' && jwksUri !== storedUri && { jwksUri }),
  ...(keyKind === 'days' && storedUri === undefined && { days }),
})

const receiverOf = ({ kind, url, ca, ...fields }: ConnectionFields, isNew: boolean) => {
  const { host, port, serverName, processingId, assigningAuthority } = fields
  const { sendingApplication, sendingFacility, receivingApplication, receivingFacility } = fields
  return {
    ...commonOf(fields as ConnectionFields),
    ...(isNew && { kind }),
    ca,
    ...(kind === 'webhook'
      ? { url }
      : {
          ...{ host, port, serverName, processingId, assigningAuthority },
          ...{ sendingApplication, sendingFacility, receivingApplication, receivingFacility },
        }),
  }
}

/** The field whose error an error of the request is. */
const fieldOf = (path: readonly PropertyKey[]) => (path[0] === 'reach' ? 'referrerId' : String(path[0]))

export const connectionResolver = (
  of: 'client' | 'receiver',
  connection: ApiClient | Receiver | undefined,
): Resolver<ConnectionFields, unknown, object> => {
  const isNew = connection === undefined
  const schema = isNew ? (of === 'client' ? clientBody : receiverBody) : integrationChanges
  const storedUri = connection && (isReceiver(connection) ? null : connection.jwksUri)
  return (fields) => {
    const sent = of === 'client' ? clientOf(fields, storedUri) : receiverOf(fields, isNew)
    const parsed = schema.safeParse(sent)
    if (parsed.success)
      return {
        values: isNew ? parsed.data : { ...parsed.data, updatedAt: connection.updatedAt },
        errors: {},
      }
    const problems = parsed.error.issues.map(
      ({ path, message }) => [fieldOf(path), { type: 'schema', message }] as const,
    )
    return { values: {}, errors: Object.fromEntries(problems.toReversed()) as FieldErrors<ConnectionFields> }
  }
}
