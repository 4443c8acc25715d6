import type { Permission } from './access.ts'
import { z } from './zod.ts'

/** Who may call an endpoint. `staff` is any signed-in staff user. */
export type Access = 'anyone' | 'staff' | Permission

/**
 * The rate limit of calls without a session. `none-needed`: the endpoint does not hash, send email or search.
 */
export type AnonymousRateLimit = 'sign-in' | 'reset-mail' | 'password-reset' | 'sms-receipt' | 'none-needed'

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: `/${string}`
  access: Access
  /** Declared by public endpoints only. */
  rateLimit?: AnonymousRateLimit
  summary: string
  params?: z.ZodMiniObject
  query?: z.ZodMiniObject
  body?: z.ZodMiniType
  /**
   * A repeated request with the same `Idempotency-Key` header changes data once and returns the same record. Clients
   * send a key with each such request; other endpoints ignore the header.
   */
  idempotent?: true
  /**
   * Works through a list, with a transaction for each entry. Like uploads and streamed files, the work ends with the
   * caller's session.
   */
  repeats?: true
  /** Called by other servers, which send no Origin: the route requires a signature of the body. */
  isSigned?: true
  /** Only reads, although it is not a GET. */
  changesNothing?: boolean
  /** Also open to users who still have to set up a required second factor. */
  beforeSecondFactor?: boolean
  /** The name of the file part of a multipart request. */
  filePart?: string
  /** An envelope, or `file` for an endpoint that streams a file. */
  response: z.ZodMiniType | 'file'
  /**
   * The kind of file: `stored` as uploaded, a small `image`, which counts like a read, or an `export` of many records,
   * which counts toward the caller's concurrent exports. Required for endpoints that stream a file, and allowed only there.
   */
  file?: 'stored' | 'image' | 'export'
  /**
   * How access to patient data is recorded. `list`: the route calls `recordList`. `view`: the service records the view of
   * one record. `change`: the entry of the change itself. Declared by every endpoint whose JSON shows patient data;
   * an export is always recorded.
   */
  patientData?: 'list' | 'view' | 'change'
}

type ParamsMatchPath<E extends Endpoint> = [ParamNames<E['path']>] extends [never]
  ? { params?: never }
  : { params: z.ZodMiniObject<Record<ParamNames<E['path']>, z.ZodMiniType>> }

type RateLimitMatchesAccess<E extends Endpoint> = E['access'] extends 'anyone'
  ? { rateLimit: AnonymousRateLimit }
  : { rateLimit?: never }

type FileMatchesResponse<E extends Endpoint> = E['response'] extends 'file'
  ? { file: 'stored' | 'image' | 'export' }
  : { file?: never }

/**
 * Declares one endpoint. Fails to compile when `params` differs from the `:names` of `path`, when a public endpoint has
 * no rate limit, or when a file endpoint does not declare its kind.
 */
export const defineEndpoint = <const E extends Endpoint>(
  endpoint: E & ParamsMatchPath<E> & RateLimitMatchesAccess<E> & FileMatchesResponse<E>,
): E => endpoint

/** The success envelope (AMB-76) with the given fields. */
export const envelope = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.object({ success: z.literal(true), message: z.string(), ...shape })

export const failureSchema = z.object({
  success: z.literal(false),
  /** A `RefusalCode`, which stays the same when the text changes. */
  code: z.string(),
  message: z.string(),
  errors: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  /** The conflicting records, if the endpoint's description says so. */
  data: z.optional(z.unknown()),
})
export type Failure = z.output<typeof failureSchema>

type Field<E, Key extends string> = E extends { [P in Key]: infer Schema } ? Schema : undefined
type Output<Schema> = Schema extends z.ZodMiniType ? z.output<Schema> : undefined
type Input<Schema> = Schema extends z.ZodMiniType ? z.input<Schema> : undefined
type OptionalWhenUndefined<Key extends string, Value> = [Value] extends [undefined]
  ? { [P in Key]?: never }
  : { [P in Key]: Value }

/** The validated and converted input of a handler. */
export interface HandlerInput<E extends Endpoint> {
  params: Output<Field<E, 'params'>>
  query: Output<Field<E, 'query'>>
  body: Output<Field<E, 'body'>>
}

/** The input of a client's call. */
export type CallInput<E extends Endpoint> = OptionalWhenUndefined<'params', Input<Field<E, 'params'>>> & {
  query?: Input<Field<E, 'query'>>
} & OptionalWhenUndefined<'body', Input<Field<E, 'body'>>>

/** The whole response as a client sees it. */
export type Answer<E extends Endpoint> = Output<E['response']>

/** The return value of a handler: the envelope without what the server adds. */
export type HandlerResult<E extends Endpoint> = Omit<
  E['response'] extends z.ZodMiniType ? z.input<E['response']> : never,
  'success' | 'message'
> & { message?: string }
