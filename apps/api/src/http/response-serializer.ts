import fastJsonStringify from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify/types/schema.js'
import { z } from 'zod'

type Schema = Parameters<typeof fastJsonStringify>[0]
type Serialize = (answer: unknown) => string

const serializers = new WeakMap<z.core.$ZodType, Serialize>()

export const serializerOf = (schema: z.core.$ZodType): Serialize => {
  let serialize = serializers.get(schema)
  if (!serialize) {
    serialize = fastJsonStringify(z.toJSONSchema(schema, { target: 'openapi-3.0', io: 'output' }) as Schema)
    serializers.set(schema, serialize)
  }
  return serialize
}

/**
 * Serializes responses by their contract and drops unlisted fields. Compiling a schema makes it three times as fast as
 * parsing every response (docs/decisions/0007). This happens at the first response, because all schemas together would
 * delay the start.
 */
export const serializeByContract: FastifySerializerCompiler<unknown> = ({ schema, method, url }) => {
  if (!(schema instanceof z.core.$ZodType)) throw new Error(`${method} ${url} has no answer in the contract`)
  return (answer) => serializerOf(schema)(answer)
}
