import { ACTIVITY_ACTION_KEYS } from '@zelab/contract'
import { REFUSAL } from '@zelab/contract/messages'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const REPOSITORY = path.resolve(import.meta.dirname, '../../../..')
const sourcesOf = (folder: string): string =>
  readdirSync(path.join(REPOSITORY, folder), { recursive: true, encoding: 'utf8' })
    .filter(
      (name) => name.endsWith('.ts') && !/[.]test[.]|^testing|refusal-messages|activity-actions/.test(name),
    )
    .map((name) => readFileSync(path.join(REPOSITORY, folder, name), 'utf8'))
    .join('\n')

const program = sourcesOf('apps/api/src')
const contract = sourcesOf('packages/contract/src')

describe('the program', () => {
  it.each(Object.keys(REFUSAL))('raises each refusal that it declares: %s [CODE-03]', (code) => {
    expect(`${program}${contract}`).toMatch(new RegExp(`\\b${code}\\b`))
  })

  it.each(ACTIVITY_ACTION_KEYS)('records each action that it declares: %s [CODE-03]', (action) => {
    const [object] = action.split('.')
    expect(program.includes(`'${action}'`) || program.includes(`\`${object}.\${`)).toBe(true)
  })
})
