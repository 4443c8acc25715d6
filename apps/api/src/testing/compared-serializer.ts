import { isDeepStrictEqual } from 'node:util'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { serializeByContract } from '../http/response-serializer.ts'

/** Serializes every response twice, compiled and by parsing it with the contract, and throws on a difference. */
export const serializeAndCompare: typeof serializeByContract = (route) => {
  const compiled = serializeByContract(route)
  const parsed = serializerCompiler(route as Parameters<typeof serializerCompiler>[0])
  return (answer) => {
    const written = compiled(answer)
    if (!isDeepStrictEqual(JSON.parse(written), JSON.parse(parsed(answer))))
      throw new Error(`The answer of ${route.method} ${route.url} differs from its contract: ${written}`)
    return written
  }
}
