import { describe, expect, it } from 'vitest'
import { contract, type Endpoint } from './index.ts'
import type { z } from './zod.ts'

interface Field {
  name: string
  schema: z.core.$ZodType
}

interface Parts {
  shape?: Record<string, z.core.$ZodType>
  innerType?: z.core.$ZodType
  in?: z.core.$ZodType
  out?: z.core.$ZodType
}

/** The fields of a body, including nested objects. */
const fieldsOf = (name: string, schema: z.core.$ZodType): Field[] => {
  const { shape, innerType, in: input, out } = schema._zod.def as Parts
  if (shape)
    return Object.entries(shape).flatMap(([key, field]) => {
      const nested = fieldsOf(`${name}.${key}`, field)
      return nested.length > 0 ? nested : [{ name: `${name}.${key}`, schema: field }]
    })
  return [innerType, input, out].flatMap((inner) => (inner ? fieldsOf(name, inner) : []))
}

const takes = ({ schema }: Field, text: string) => (schema as z.ZodMiniType).safeParse(text).success

/** Fields that are compared but never displayed, or are multiline. */
const EXEMPT =
  /^auth\.|^users\.resetSecondFactor|[.](password|confirmPassword|currentPassword|code|fileUrl|remark|note|description|supportHours)$|[hH]old\.reason$|^search\./

const textFields = Object.entries(contract)
  .flatMap(([group, endpoints]) =>
    Object.entries<Endpoint>(endpoints).flatMap(([name, { body }]) =>
      body ? fieldsOf(`${group}.${name}`, body) : [],
    ),
  )
  .filter((field) => takes(field, 'Sara Haddad') && !EXEMPT.test(field.name))

describe('every single-line field', () => {
  it('is found', () => {
    expect(textFields.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'patients.register.fullName',
        'patients.update.address.city',
        'users.invite.name',
        'users.register.name',
        'users.update.name',
        'labs.create.name',
        'reports.publish.title',
        'reports.amend.title',
        'reportTypes.update.title',
        'settings.updateGeneral.productName',
      ]),
    )
  })

  it.each(textFields.map((field) => [field.name, field] as const))(
    'rejects control and invisible characters: %s [SAFE-25]',
    (_, field) => {
      for (const character of ['\n', '\u0007', '\u200b', '\u202e'])
        expect(takes(field, `Sara${character}Haddad`), JSON.stringify(character)).toBe(false)
    },
  )
})
