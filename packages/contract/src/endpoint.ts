import type { Permission } from './access.ts'
import type { ClientScope } from './integrations/integration-records.ts'
import type { RecordKind } from './record-kinds.ts'
import { z } from './zod.ts'

/** `staff` is any signed-in staff user. A scope is for clients with a token or key; cookies mean nothing there. */
export type Access = 'anyone' | 'staff' | Permission | ClientScope

/** Rate limit of anonymous calls. `none-needed`: the endpoint does not hash, send email or search. */
export type AnonymousRateLimit =
  | 'sign-in'
  | 'passkey'
  | 'reset-mail'
  | 'password-reset'
  | 'sms-receipt'
  | 'client-assertion'
  | 'providers'
  | 'provider-logout'
  | 'none-needed'

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

export type Envelope = z.ZodMiniObject<z.core.$ZodLooseShape>

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: `/${string}`
  /** `/api/v1` by default. */
  base?: '/fhir'
  access: Access
  rateLimit?: AnonymousRateLimit
  summary: string
  params?: z.ZodMiniObject
  query?: z.ZodMiniObject
  body?: z.ZodMiniType
  /** A repeated request with the same `Idempotency-Key` header changes data once and returns the same record. */
  idempotent?: true
  /** Uses one transaction per entry or step. Aborts when the caller's session ends. */
  repeats?: true
  /** Called by other servers, which send no Origin header: the route requires a signature of the body. */
  isSigned?: true
  changesNothing?: boolean
  /** The records that screens show again after a write. Required for every method but GET. */
  changes?: readonly RecordKind[]
  /** Also shows them again after a refusal, since the page may be outdated. */
  afterRefusal?: true
  /** The records of a read; those of its module by default. */
  shows?: RecordKind
  /** Also open to users who have yet to set up a required second factor or passkey. */
  beforeSecondFactor?: boolean
  filePart?: string
  /**
   * An envelope, `file` for an endpoint that streams a file, `fhir` for one that answers as its standard says, or
   * `redirect` for one that browsers open, which never answers with a body.
   */
  response: Envelope | 'file' | 'fhir' | 'redirect'
  /** The message of a success; `OK` by default. */
  message?: string
  /** Answer with status 202: the request is stored, and someone else completes it. */
  accepted?: { response: Envelope; message: string }
  /**
   * `stored`: as uploaded. `image`: small, counts like a read. `export`: many records, counts toward the caller's
   * concurrent exports. Required for endpoints that stream a file, and allowed only there and for the files of FHIR.
   */
  file?: 'stored' | 'image' | 'export'
  /**
   * How access to patient data is recorded. `list`: the route is served by `serveList`. `view`: the service records the
   * view of one record. `change`: by the entry of the change. Required for JSON with patient data; exports are always
   * recorded.
   */
  patientData?: 'list' | 'view' | 'change'
}

export const API_BASE = '/api/v1'
export const addressOf = ({ base, path }: Pick<Endpoint, 'base' | 'path'>): string =>
  (base ?? API_BASE) + path

type ParamsMatchPath<E extends Endpoint> = [ParamNames<E['path']>] extends [never]
  ? { params?: never }
  : { params: z.ZodMiniObject<Record<ParamNames<E['path']>, z.ZodMiniType>> }

type RateLimitMatchesAccess<E extends Endpoint> = E['access'] extends 'anyone'
  ? { rateLimit: AnonymousRateLimit }
  : { rateLimit?: never }

type FileMatchesResponse<E extends Endpoint> = E['response'] extends 'file'
  ? { file: 'stored' | 'image' | 'export' }
  : E['response'] extends 'fhir'
    ? { file?: 'stored' }
    : { file?: never }

type ChangesMatchMethod<E extends Endpoint> = E['method'] extends 'GET'
  ? { changes?: never }
  : { changes: readonly RecordKind[] }

/**
 * Declares an endpoint. Fails to compile when `params` differs from the `:names` of `path`, when a public endpoint has
 * no rate limit, when a file endpoint does not declare its kind, or when a write does not declare what it changes.
 */
export const defineEndpoint = <const E extends Endpoint>(
  endpoint: E &
    ParamsMatchPath<E> &
    RateLimitMatchesAccess<E> &
    FileMatchesResponse<E> &
    ChangesMatchMethod<E>,
): E => endpoint

export const envelope = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.object({ success: z.literal(true), message: z.string(), ...shape })

export const failureSchema = z.object({
  success: z.literal(false),
  /** A `RefusalCode`, which is stable when the text changes. */
  code: z.string(),
  message: z.string(),
  errors: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  /** The conflicting records, if the endpoint's description mentions them. */
  data: z.optional(z.unknown()),
})
export type Failure = z.output<typeof failureSchema>

type Field<E, Key extends string> = E extends { [P in Key]: infer Schema } ? Schema : undefined
type Output<Schema> = Schema extends z.ZodMiniType ? z.output<Schema> : undefined
type Input<Schema> = Schema extends z.ZodMiniType ? z.input<Schema> : undefined
type OptionalWhenUndefined<Key extends string, Value> = [Value] extends [undefined]
  ? { [P in Key]?: never }
  : { [P in Key]: Value }

export interface HandlerInput<E extends Endpoint> {
  params: Output<Field<E, 'params'>>
  query: Output<Field<E, 'query'>>
  body: Output<Field<E, 'body'>>
}

export type CallInput<E extends Endpoint> = OptionalWhenUndefined<'params', Input<Field<E, 'params'>>> & {
  query?: Input<Field<E, 'query'>>
} & OptionalWhenUndefined<'body', Input<Field<E, 'body'>>>

export type Answer<E extends Endpoint> =
  | Output<E['response']>
  | (E extends { accepted: { response: infer Schema extends z.ZodMiniType } } ? z.output<Schema> : never)

type Unwrapped<Fields> = [keyof Fields] extends [never]
  ? unknown
  : [keyof Fields] extends ['data']
    ? Fields['data' & keyof Fields]
    : Fields

type Result<Schema> = Schema extends z.ZodMiniType
  ? Unwrapped<Omit<z.input<Schema>, 'success' | 'message'>>
  : never

/** The fields of the envelope; its `data` alone if it has no other field. */
export type HandlerResult<E extends Endpoint> =
  | Result<E['response']>
  | (E extends { accepted: { response: infer Schema } } ? Result<Schema> : never)

export const ERROR_STATUS = {
  INVALID: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  TOO_LARGE: 413,
  UNSUPPORTED_MEDIA: 415,
  THROTTLED: 429,
  UNEXPECTED: 500,
  UNAVAILABLE: 503,
  INSUFFICIENT_STORAGE: 507,
} as const

export type ErrorKind = keyof typeof ERROR_STATUS
