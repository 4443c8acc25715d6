import { describe, expect, it } from 'vitest'
import { matchesWords } from './search-groups.tsx'

describe('a typed text and the name of a page', () => {
  it.each([
    ['Add Patient', 'add'],
    ['Add Patient', 'PAT'],
    ['Add Patient', ' patient  a '],
    ['Add Patient', ''],
    ['Activity Logs', 'log act'],
  ])('match: %s, "%s"', (label, typed) => expect(matchesWords(label, typed)).toBe(true))

  it.each([
    ['Add Patient', 'tient'],
    ['Add Patient', 'add user'],
    ['Add Patient', 'patients'],
    ['Dashboard', '.*'],
  ])('differ: %s, "%s"', (label, typed) => expect(matchesWords(label, typed)).toBe(false))
})
