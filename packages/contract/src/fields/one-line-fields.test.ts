import { describe, expect, it } from 'vitest'
import { contract, type Endpoint } from '../index.ts'
import type { z } from '../zod.ts'

interface Field {
  name: string
  schema: z.core.$ZodType
}

interface Parts {
  shape?: Record<string, z.core.$ZodType>
  innerType?: z.core.$ZodType
  in?: z.core.$ZodType
  out?: z.core.$ZodType
  element?: z.core.$ZodType
}

const fieldsOf = (name: string, schema: z.core.$ZodType): Field[] => {
  const { shape, innerType, in: input, out, element } = schema._zod.def as Parts
  if (shape)
    return Object.entries(shape).flatMap(([key, field]) => {
      const nested = fieldsOf(`${name}.${key}`, field)
      return nested.length > 0 ? nested : [{ name: `${name}.${key}`, schema: field }]
    })
  if (element) {
    const nested = fieldsOf(`${name}[]`, element)
    return nested.length > 0 ? nested : [{ name: `${name}[]`, schema: element }]
  }
  return [innerType, input, out].flatMap((inner) => (inner ? fieldsOf(name, inner) : []))
}

const parse = ({ schema }: Field, text: string) => (schema as z.ZodMiniType).safeParse(text)
const takes = (field: Field, text: string) => parse(field, text).success

const EXEMPT =
  /^auth\.|^users\.resetSecondFactor|^integrations\.\w+\.ca$|[.](password|confirmPassword|currentPassword|code|fileUrl|remark|note|readOut|description|supportHours)$|[hH]old\.reason$|^release\.(release\.aloneReason|(sendBack|discard)\.reason|correct\.reply)$|^critical\.removeFlag\.reason$|^search\./

const requestFields = Object.entries(contract).flatMap(([group, endpoints]) =>
  Object.entries<Endpoint>(endpoints).flatMap(([name, { body, query, params }]) =>
    [body, query, params].flatMap((schema) => (schema ? fieldsOf(`${group}.${name}`, schema) : [])),
  ),
)
const bodyFields = Object.entries(contract).flatMap(([group, endpoints]) =>
  Object.entries<Endpoint>(endpoints).flatMap(([name, { body }]) =>
    body ? fieldsOf(`${group}.${name}`, body) : [],
  ),
)
const textFields = bodyFields.filter((field) => takes(field, 'Sara Haddad') && !EXEMPT.test(field.name))

describe('every single-line field', () => {
  it('appears in the search of the contract', () => {
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
      for (const character of ['\n', '\u0007', '\u034f', '\u200d', '\u2800'])
        expect(takes(field, `Sara${character}Haddad`), JSON.stringify(character)).toBe(false)
    },
  )
})

it('refuses objects that cannot become text in every body, without failing [SAFE-10]', () => {
  for (const endpoints of Object.values(contract))
    for (const { body } of Object.values<Endpoint>(endpoints)) {
      const { shape } = (body?._zod.def ?? {}) as Parts
      if (!shape) continue
      const hostile = Object.fromEntries(Object.keys(shape).map((key) => [key, { toString: 'x' }]))
      expect(() => (body as z.ZodMiniType).safeParse(hostile)).not.toThrow()
    }
})

/** Typed and pasted text; every text field accepts at least one sample. */
const SAMPLES = [
  'Sara Haddad',
  'محمد بن عبدالله',
  'sara@example.com',
  '+971501112005',
  'HXA100',
  '1990-05-01',
  '10.1.2.3',
  'Asia/Dubai',
  'a1'.repeat(32),
  'Your report of {lab} is ready: {link} until {until}',
]
const MARKS =
  '\u00ad\u061c\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff'
const withMarks = (text: string) => `${MARKS}${text.slice(0, 2)}${MARKS}${text.slice(2)}${MARKS}`

/** Fields written by programs (secrets, keys, file addresses, FHIR), and passwords, which are kept as typed. */
const MACHINE_FIELDS = /^fhir[.]|[.](?:[a-z]*[pP]assword|token|key|v|fileUrl)$/

const freeTextFields = requestFields.filter(
  (field) =>
    !MACHINE_FIELDS.test(field.name) &&
    SAMPLES.some((sample) => {
      const { data } = parse(field, sample)
      return typeof data === 'string' && data !== '' && sample.includes(data)
    }),
)

describe('every field for typed text', () => {
  it('appears in the search of the contract', () => {
    expect(freeTextFields.length).toBeGreaterThan(80)
    expect(freeTextFields.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'patients.list.search',
        'search.records.text',
        'patients.register.phone',
        'auth.login.email',
        'reports.publish.remark',
      ]),
    )
  })

  it.each(freeTextFields.map((field) => [field.name, field] as const))(
    'drops direction marks and other marks of programs: %s [SAFE-41]',
    (_, field) => {
      const taken = SAMPLES.filter((sample) => takes(field, sample))
      for (const sample of taken) expect(parse(field, withMarks(sample))).toEqual(parse(field, sample))
    },
  )

  it('keeps the joiners with which languages are spelled [SAFE-41]', () => {
    const name = 'علی می\u200cخواهم'
    for (const field of freeTextFields.filter((one) => /\.(?:fullName|text|search)$/.test(one.name)))
      expect(parse(field, `\u200f${name}`), field.name).toMatchObject({ data: name })
  })

  it('leaves passwords as they are typed [SAFE-41]', () => {
    const passwords = requestFields.filter(({ name }) => /[pP]assword$/.test(name))
    expect(passwords.length).toBeGreaterThan(5)
    for (const field of passwords) {
      const { success, data } = parse(field, 'Abcdef1!\u200e')
      expect(!success || data === 'Abcdef1!\u200e', field.name).toBe(true)
    }
  })
})
