import { mutationOptions, useMutation } from '@tanstack/react-query'
import type { RecordKind } from '@zelab/contract'
import type { EndpointCall } from './api-client.ts'

interface Changes {
  invalidates: readonly RecordKind[]
  afterRefusal?: true
}

/** Replaced by Vite (`vite-api-addresses.ts`). Kept out of the shell, which changes no records. */
declare const ENDPOINT_CHANGES: Partial<Record<string, Changes>>

/** The `meta` of a mutation: the records that the endpoint declares to change. */
export const changesOf = (call: EndpointCall<never, unknown>): Changes =>
  ENDPOINT_CHANGES[call.key[1]] ?? { invalidates: [] }

type ParamsOf<Input> = Input extends { params: infer Params } ? Params : never
type BodyOf<Input> = Input extends { body: infer Body } ? Body : void
/** The input of the endpoint; its body alone when the parameters are given. */
type Variables<Input, Params> = [Params] extends [undefined] ? Input : BodyOf<Input>

/** Options of a mutation by an endpoint of the contract: spread them to add handlers. */
export const endpointMutation = <Input, Envelope, Params extends ParamsOf<Input> | undefined = undefined>(
  call: EndpointCall<Input, Envelope>,
  params?: Params,
) =>
  mutationOptions({
    mutationFn: (variables: Variables<Input, Params>) =>
      call((params === undefined ? variables : { params, body: variables }) as Input),
    meta: changesOf(call),
  })

export const useEndpoint = <Input, Envelope, Params extends ParamsOf<Input> | undefined = undefined>(
  call: EndpointCall<Input, Envelope>,
  params?: Params,
) => useMutation(endpointMutation(call, params))
