import type { Permission } from './access.ts'
import { z } from './zod.ts'

/** Who may call an endpoint. `staff` is any signed-in staff user. */
export type Access = 'anyone' | 'staff' | Permission

/**
 * The rate limit of calls without a session. `none-needed`: the endpoint does not hash, send email or search.
 */
export type AnonymousRateLimit = 'sign-in' | 'reset-mail' | 'password-reset' | 'none-needed'

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
   * A request that arrives twice with the same `Idempotency-Key` header changes something once, and is answered with the
   * same record. Clients send a key with every such request; the server ignores the header on any other endpoint.
   */
  idempotent?: true
  /** Only reads, although it is not a GET. */
  changesNothing?: boolean
  /** Open to a signed-in user who still has to set up the second factor that the role requires. */
  beforeSecondFactor?: boolean
  /** The name of the one file part of a multipart request. */
  filePart?: string
  /** An envelope, or `file` for an endpoint that streams a file. */
  response: z.ZodMiniType | 'file'
  /**
   * What kind of file: `stored` as it was uploaded, or an `export` made of many records, which counts against the
   * caller's exports at a time. Declared by every endpoint that streams a file, and by no other one.
   */
  file?: 'stored' | 'export'
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
  ? { file: 'stored' | 'export' }
  : { file?: never }

/**
 * Declares one endpoint. It does not compile when `params` differs from the `:names` of `path`, when an endpoint that is
 * open to anyone declares no rate limit, or when one that streams a file does not say which kind.
 */
export const defineEndpoint = <const E extends Endpoint>(
  endpoint: E & ParamsMatchPath<E> & RateLimitMatchesAccess<E> & FileMatchesResponse<E>,
): E => endpoint

/** The success envelope of AMB-76 around the given fields. */
export const envelope = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.object({ success: z.literal(true), message: z.string(), ...shape })

export const failureSchema = z.object({
  success: z.literal(false),
  /** A `RefusalCode`: stays the same when the text changes. */
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
