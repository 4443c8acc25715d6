import { describe, expect, it } from 'vitest'
import type { Endpoint } from './endpoint.ts'
import { contract } from './index.ts'
import { z } from './zod.ts'

/** Updates in which an omitted field has a meaning. */
const COMPLETE: Readonly<Record<string, string>> = {
  'auth.changePassword': 'The new password is the only stored field.',
  'passkeys.rename': 'The name is the only stored field.',
  'release.correct': 'Names the revision, and the file stays unless one is named.',
  'reports.amend': 'Names the version. The next one has exactly these fields, and the earlier one stays.',
  'delegates.changeDelegate': 'Another person replaces the delegate, whose contacts must not be used.',
  'messageTemplates.saveMessageTemplate': 'Names the text by its language and purpose.',
}

const updates = Object.entries(contract).flatMap(([module, group]) =>
  Object.entries(group as Record<string, Endpoint>)
    .map(([name, endpoint]) => [`${module}.${name}`, endpoint] as const)
    .filter(
      ([name, { method, body }]) =>
        body && (method === 'PUT' || /\.(update|change|rename|correct|save)/.test(name)),
    ),
)

describe('an update', () => {
  it.each(updates.filter(([name]) => !COMPLETE[name]))(
    'changes only the fields that it names: %s [RULE-92]',
    (_, { body }) => {
      const parsed = JSON.stringify(z.parse(body as z.ZodMiniType, {}))
      expect(parsed.replace(/"\w+":\{\}/, '')).toBe('{}')
    },
  )

  it('appears in the list with its reason when it needs fields [RULE-92]', () => {
    const listed = updates.filter(([, { body }]) => !z.safeParse(body as z.ZodMiniType, {}).success)
    expect(listed.map(([name]) => name).toSorted()).toEqual(Object.keys(COMPLETE).toSorted())
  })
})
