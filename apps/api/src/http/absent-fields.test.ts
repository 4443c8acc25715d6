import { z } from 'zod'
import { describe, expect, it } from 'vitest'
import { sure, type ApiAnswer } from '../testing/api-client.ts'
import { endpoints } from '../testing/endpoints.ts'
import { jsonSchemaOf } from '../testing/hostile-values.ts'
import { SILENT_MAIL_SERVER } from '../testing/critical.ts'
import { useTestApp } from '../testing/test-app.ts'
import { createUpdateCalls, type Fields } from '../testing/update-calls.ts'

const updates = endpoints.filter(([, { method }]) => method === 'PUT')

/** Updates in which an omitted field has a meaning. */
const COMPLETE: Readonly<Record<string, string>> = {
  'auth.changePassword': 'The new password is the only stored field.',
  'release.correct':
    'The report awaits release with exactly these fields; the file stays unless one is named.',
  'reports.amend': 'A new version is published with exactly these fields; the earlier version stays.',
  'delegates.changeDelegate': 'Another person replaces the delegate, whose contacts must not be used.',
  'messageTemplates.saveMessageTemplate': 'Without a text the lab returns to the built-in one.',
}

const app = await useTestApp({
  inboxRoot: '/srv/inbox',
  hl7Port: 2575,
  smtpUrl: SILENT_MAIL_SERVER,
})
const calls = await createUpdateCalls(app)
const callNamed = (name: string) => {
  const call = calls[name]
  if (!call) throw new Error(`Add the update ${name} to update-calls.ts`)
  return call
}

const namesIn = (fields: Fields): string[] =>
  Object.entries(fields).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? [name, ...Object.keys(value).map((inner) => `${name}.${inner}`)]
      : [name],
  )

const withValue = (fields: Fields, name: string, value: unknown): Fields => {
  const [outer = '', inner] = name.split('.')
  return { ...fields, [outer]: inner ? { ...(fields[outer] as Fields), [inner]: value } : value }
}

const recordIn = (answer: ApiAnswer): Fields => {
  const { updatedAt: _, ...record } = sure(answer) as Fields
  return record
}

describe.each(updates.filter(([name]) => !COMPLETE[name]))('%s', (name, { body: schema }) => {
  const callOf = () => {
    const call = callNamed(name)
    const { client, path, body } = call
    const accepts = (fields: Fields) =>
      z.safeParse(schema as z.ZodType, JSON.parse(JSON.stringify(fields))).success
    const isOptional = (field: string) => accepts(withValue(body, field, undefined))
    return {
      ...call,
      accepts,
      optional: namesIn(body).filter(isOptional),
      put: (fields: Fields) => client.put(path, fields),
    }
  }

  it('stores every field [RULE-90]', async () => {
    const { body, notStored = [], put } = callOf()
    const known = Object.keys(jsonSchemaOf(schema as z.core.$ZodType).properties ?? body)
    const stored = known.filter((field) => field !== 'updatedAt')
    expect([...Object.keys(body), ...notStored].toSorted()).toEqual(stored.toSorted())
    const answer = JSON.stringify(recordIn(await put(body)))
    for (const value of Object.values(body).flatMap((one) =>
      typeof one === 'object' ? Object.values(one ?? {}) : one,
    ))
      if (typeof value !== 'object') expect(answer).toContain(JSON.stringify(value))
  })

  it('leaves fields that are absent from the request as they are [RULE-90]', async () => {
    const { body, optional, put } = callOf()
    const stored = recordIn(await put(body))
    for (const field of optional)
      expect(recordIn(await put(withValue(body, field, undefined))), field).toEqual(stored)
  })

  it('accepts its required fields alone [RULE-90]', async () => {
    const { body, optional, put } = callOf()
    const stored = recordIn(await put(body))
    const required = optional.reduce((fields, field) => withValue(fields, field, undefined), body)
    expect(recordIn(await put(required))).toEqual(stored)
  })

  it('clears optional text that is sent empty [RULE-91]', async () => {
    const { body, accepts, optional, put } = callOf()
    for (const field of optional.filter((one) => accepts(withValue(body, one, '')))) {
      const stored = recordIn(await put(body))
      for (const empty of ['', null])
        expect(recordIn(await put(withValue(body, field, empty))), field).not.toEqual(stored)
    }
  })
})

it('covers every update endpoint [RULE-90]', () => {
  expect([...new Set([...Object.keys(calls), ...Object.keys(COMPLETE)])].toSorted()).toEqual(
    updates.map(([name]) => name).toSorted(),
  )
})

const isOfSettings = ([, { path }]: (typeof updates)[number]) =>
  path.startsWith('/lab/') || path.startsWith('/settings/')

describe.each(updates.filter(isOfSettings))('two savers of %s', (name, { body: schema }) => {
  const seenIn = ({ status, body }: ApiAnswer) => {
    expect(status).toBe(200)
    const seen = (body.data as Fields).updatedAt ?? body.updatedAt
    expect(seen).toEqual(expect.any(String))
    return seen as string
  }
  const callOf = () => {
    const { client, path, body } = callNamed(name)
    return { body, put: (fields: Fields) => client.put(path, fields) }
  }

  it('cannot overwrite each other from the same page [SETTINGS-40]', async () => {
    const { body, put } = callOf()
    const updatedAt = seenIn(await put(body))
    const answers = await Promise.all([put({ ...body, updatedAt }), put({ ...body, updatedAt })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('RECORD_CHANGED')
  })

  it('keep the fields that each of them names [SETTINGS-41]', async () => {
    const { body, put } = callOf()
    const accepts = (fields: Fields) => z.safeParse(schema as z.ZodType, fields).success
    const flags = Object.keys(body).filter(
      (field) => typeof body[field] === 'boolean' && accepts({ [field]: true }),
    )
    const numbers = Object.keys(body).filter(
      (field) => typeof body[field] === 'number' && accepts({ [field]: Number(body[field]) + 1 }),
    )
    const [one, other] = [...flags, ...numbers]
    if (!one || !other) return
    await put(body)
    const valueOf = (field: string, round: number) =>
      typeof body[field] === 'boolean' ? round % 2 === 0 : Number(body[field]) + (round % 2)
    for (let round = 0; round < 10; round += 1) {
      const [first, second] = [valueOf(one, round), valueOf(other, round)]
      await Promise.all([put({ [one]: first }), put({ [other]: second })])
      expect(sure(await put({}))).toMatchObject({ [one]: first, [other]: second })
    }
  })
})
