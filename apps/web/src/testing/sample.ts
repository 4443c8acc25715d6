import type { z } from 'zod/mini'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** A value that fits the schema of a response: each list has one record, and every optional field is there. */
export const sampleOf = (schema: unknown): unknown => {
  // zod/mini types each definition apart; only the parts that the type names are read.
  const def = (schema as z.ZodMiniType)._zod.def as unknown as Record<string, unknown>
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(isObject(def.shape) ? def.shape : {}).map(([name, field]) => [name, sampleOf(field)]),
      )
    case 'array':
      return [sampleOf(def.element)]
    case 'tuple':
      return (def.items as unknown[]).map(sampleOf)
    case 'record':
      return {}
    case 'union':
      return sampleOf((def.options as unknown[])[0])
    case 'literal':
      return (def.values as unknown[])[0]
    case 'enum':
      return Object.values(def.entries as object)[0]
    case 'optional':
    case 'nullable':
    case 'readonly':
    case 'default':
    case 'catch':
      return sampleOf(def.innerType)
    case 'pipe':
      return sampleOf(def.out)
    case 'number':
    case 'int':
      return 1
    case 'boolean':
      return true
    case 'string':
      return sampleText(schema)
    default:
      return null
  }
}

/** A date fits every text. */
const sampleText = (schema: unknown): string => {
  const day = '2026-01-02'
  const type = schema as z.ZodMiniType
  return (
    [`${day}T03:04:05.000Z`, day, '+201001234567', 'mona@mail.test'].find(
      (text) => type.safeParse(text).success,
    ) ?? day
  )
}
