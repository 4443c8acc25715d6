import * as contract from '@zelab/contract'
import { phoneField, type Endpoint } from '@zelab/contract'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

/** Fields that are sent without an input of their own. */
const WITHOUT_INPUT: Readonly<Record<string, string>> = {
  'inboxWithdrawForm.reportId': 'The report is shown beside the item.',
  'preferences.update.patientColumns': 'The menu of columns.',
  'preferences.update.reportColumns': 'The menu of columns.',
  'preferences.update.savedFilters': 'The menu of saved filters.',
  'patients.update.registrationType': 'A patient keeps it, and the endpoint asks for it as specified.',
  'critical.updateCriticalSettings.halfwayUserIds': 'A list of people.',
  'critical.updateCriticalSettings.overdueUserIds': 'A list of people.',
  'messageTemplates.saveMessageTemplate.template': 'The editor of the text.',
}

/** They name the record as the person saw it. */
const SEEN = ['updatedAt', 'version', 'revision', 'sha256', 'seen']

const read = (name: string) => readFileSync(path.join(import.meta.dirname, name), 'utf8')
const names = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /[.]tsx?$/.test(name) && !name.includes('.test.'),
)

/** A file, those beside it, and what they import from features and entities. */
const screenOf = (file: string, seen = new Set<string>()): string => {
  const beside = names.filter((name) => path.dirname(name) === path.dirname(file))
  for (const name of seen.size === 0 ? beside : [file]) {
    if (seen.has(name) || !/^(features|entities)/.test(name)) continue
    seen.add(name)
    for (const [, part = ''] of read(name).matchAll(/from '([.]{1,2}[/][^']+[.]tsx)'/g))
      screenOf(path.join(path.dirname(name), part), seen)
  }
  return [...seen].map(read).join()
}

const hasInput = (screen: string, field: string) => new RegExp(`['"\`]${field}['"\`.]`).test(screen)

interface Schema {
  shape?: object
  def?: { in?: Schema; innerType?: Schema }
}
const fieldsOf = (schema: Schema | undefined): string[] =>
  schema?.def?.in ? fieldsOf(schema.def.in) : Object.keys(schema?.shape ?? {})

const declared = (name: string): Schema => {
  const schema = (contract as Record<string, unknown>)[name]
  return (typeof schema === 'function' ? schema(phoneField) : schema) as Schema
}

const forms = names.flatMap((name) =>
  [...read(name).matchAll(/(?:useSchemaForm|formResolver|momentResolver)(?:<[^(]*>)?[(]\s*(\w+)/g)].map(
    ([, schema = '']) => [schema, name] as const,
  ),
)

const updates = Object.entries(contract.contract).flatMap(([module, group]) =>
  Object.entries(group as Record<string, Endpoint>)
    .filter(([, { method, body }]) => method === 'PUT' && body)
    .map(([name, { body }]) => [`${module}.${name}`, body as Schema] as const),
)

const isInputNeeded = (owner: string, field: string) =>
  !SEEN.includes(field) && !WITHOUT_INPUT[`${owner}.${field}`]

describe('a form', () => {
  it.each(forms.filter(([schema]) => schema !== 'schema'))(
    'has an input for each field of %s in %s [CODE-02]',
    (schema, file) => {
      const fields = fieldsOf(declared(schema))
      expect(fields).not.toEqual([])
      const screen = screenOf(file)
      const missing = fields.filter((field) => isInputNeeded(schema, field) && !hasInput(screen, field))
      expect(missing).toEqual([])
    },
  )
})

describe('a field that can be changed', () => {
  const screens = names
    .filter((name) => /^(features|entities)/.test(name))
    .map(read)
    .join()
  it.each(updates)('has an input on a screen: %s [CODE-02]', (name, body) => {
    const missing = fieldsOf(body).filter((field) => isInputNeeded(name, field) && !hasInput(screens, field))
    expect(missing).toEqual([])
  })
})

it('excuses no field that is gone [CODE-02]', () => {
  const bodies = Object.fromEntries(updates)
  const excused = Object.keys(WITHOUT_INPUT).filter((name) => {
    const [owner, field] = [name.slice(0, name.lastIndexOf('.')), name.slice(name.lastIndexOf('.') + 1)]
    return fieldsOf(bodies[owner] ?? declared(owner)).includes(field)
  })
  expect(excused).toEqual(Object.keys(WITHOUT_INPUT))
})
