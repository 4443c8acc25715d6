import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { RecordKind } from '@zelab/contract'
import type { EndpointCall } from './api-client.ts'

/** The fields of the envelope; its `data` alone if it has no other field, as services return them. */
export type Shown<Envelope> = Envelope extends unknown
  ? Exclude<keyof Envelope, 'success' | 'message'> extends infer Field
    ? [Field] extends ['data']
      ? Envelope['data' & keyof Envelope]
      : Omit<Envelope, 'success' | 'message'>
    : never
  : never

/** Replaced by Vite (`vite-api-addresses.ts`): the endpoints that declare more than `data`. */
declare const WIDE_ANSWERS: readonly string[]

/** Follows the contract instead of the answer, which may lack an optional field. */
const shownOf = <Envelope extends object>(endpoint: string, envelope: Envelope): Shown<Envelope> => {
  const { success: _, message: __, ...fields } = envelope as Record<string, unknown>
  return (WIDE_ANSWERS.includes(endpoint) ? fields : fields['data']) as Shown<Envelope>
}

/** A list shows its last page until the next one arrives. */
const keepPage = <Data>(previous: Data | undefined): Data | undefined =>
  typeof previous === 'object' && previous !== null && 'pagination' in previous ? previous : undefined

/** The query of an endpoint of the contract: spread it to add options. */
export const endpointQuery = <Input, Envelope extends object>(
  call: EndpointCall<Input, Envelope>,
  ...input: void extends Input ? [input?: Input] : [input: Input]
) =>
  queryOptions({
    queryKey: [...call.key, ...input],
    queryFn: async ({ signal }) => shownOf(call.key[1], await call(input[0] as Input, { signal })),
    placeholderData: keepPage,
  })

/** Invalidates records and refetches visible ones. Not awaited, so that no form waits for a list. */
export const invalidate = (client: QueryClient, kinds: readonly RecordKind[]): void => {
  for (const kind of kinds) void client.invalidateQueries({ queryKey: [kind] })
}
