import { describe, expect, it } from 'vitest'
import { decide, statementOf, type Arrival, type EarlierItem } from './statements.ts'

const item = (changes: Partial<EarlierItem> = {}): EarlierItem => ({
  ...{ id: 7, kind: 'report', state: 'open', problem: null, targetReportId: null },
  ...{ hasSameFile: true, hasSameStatement: false, hasAdditions: false, hasOtherVisit: false, report: null },
  ...changes,
})
const published = (hasSameFile: boolean, changes: Partial<EarlierItem> = {}) =>
  item({ state: 'published', hasSameFile, report: { id: 70, hasSameFile }, ...changes })

const arrival = (changes: Partial<Arrival> = {}): Arrival => ({
  ...{
    kind: 'report',
    isPreliminary: false,
    isBare: false,
    hasOrder: true,
    isInInbox: false,
    published: null,
  },
  ...changes,
})
const same = { hasSameStatement: true }
const withdrawn = { problem: 'withdrawn-by-sender' as const }
const superseded = { problem: 'superseded' as const }
const change = { change: 7 }

const TABLE: [string, EarlierItem[], [Partial<Arrival>, unknown, string, number | null, string | null][]][] =
  [
    [
      'nothing',
      [],
      [
        [{}, 'add', 'report', null, null],
        [{ isPreliminary: true }, 'add', 'report', null, 'not-final'],
        [{ kind: 'amendment' }, 'add', 'amendment', null, 'no-earlier-report'],
        [{ kind: 'withdrawal' }, 'add', 'withdrawal', null, 'no-earlier-report'],
      ],
    ],
    ['an open item that says the same', [item(same)], [[{}, 'none', 'report', null, null]]],
    [
      'an open item to which the sender adds a flag or a visit',
      [item({ ...same, hasAdditions: true })],
      [[{}, change, 'report', null, null]],
    ],
    [
      'an open item whose visit the sender changes',
      [item({ ...same, hasOtherVisit: true })],
      [[{}, change, 'report', null, null]],
    ],
    [
      'a published report to which the sender adds a flag or a visit',
      [published(true, { ...same, hasAdditions: true })],
      [[{}, 'none', 'amendment', 70, null]],
    ],
    [
      'a published report whose visit the sender changes',
      [published(true, { ...same, hasOtherVisit: true })],
      [[{}, 'add', 'amendment', 70, null]],
    ],
    [
      'an open item that says something else',
      [item()],
      [
        [{}, change, 'report', null, null],
        [{ isPreliminary: true }, change, 'report', null, 'not-final'],
        [{ kind: 'amendment' }, change, 'amendment', null, null],
        [{ kind: 'withdrawal' }, 'none', 'withdrawal', null, null],
      ],
    ],
    ['a withdrawn item', [item({ ...same, ...withdrawn })], [[{}, change, 'report', null, null]]],
    ['a replaced item', [item({ ...same, ...superseded })], [[{}, change, 'report', null, null]]],
    [
      'an open item with another file',
      [item({ hasSameFile: false })],
      [
        [{}, 'add', 'report', null, null],
        [{ kind: 'amendment' }, 'add', 'amendment', null, null],
      ],
    ],
    ['a published report that says the same', [published(true, same)], [[{}, 'none', 'amendment', 70, null]]],
    [
      'a published report with the same file that says something else',
      [published(true)],
      [
        [{}, 'add', 'amendment', 70, null],
        [{ isPreliminary: true }, 'add', 'amendment', 70, 'not-final'],
        [{ kind: 'amendment' }, 'add', 'amendment', 70, null],
        [{ kind: 'withdrawal' }, 'add', 'withdrawal', 70, null],
      ],
    ],
    [
      'a published report with another file',
      [published(false, same)],
      [
        [{}, 'add', 'report', null, null],
        [{ kind: 'amendment' }, 'add', 'amendment', 70, null],
      ],
    ],
    [
      'a correction that waits, and the published report says what the sender says again',
      [item({ kind: 'amendment', targetReportId: 70 }), published(true, { ...same, id: 6 })],
      [[{}, 'none', 'amendment', 70, null]],
    ],
    [
      'a report that was withdrawn here',
      [published(true, { report: null, ...same })],
      [
        [{}, 'add', 'report', null, null],
        [{ kind: 'amendment' }, 'add', 'amendment', null, 'no-earlier-report'],
      ],
    ],
    [
      'a rejected item that says the same',
      [item({ state: 'rejected', ...same })],
      [[{}, 'add', 'report', null, null]],
    ],
    [
      'a withdrawal that waits',
      [
        item({ kind: 'withdrawal', targetReportId: 70, hasSameFile: false }),
        published(true, { ...same, id: 6 }),
      ],
      [
        [{ kind: 'withdrawal' }, 'none', 'withdrawal', 70, null],
        [{}, 'none', 'amendment', 70, null],
      ],
    ],
    [
      'a withdrawal that was replaced',
      [
        item({ kind: 'withdrawal', targetReportId: 70, hasSameFile: false, ...superseded }),
        published(true, { ...same, id: 6 }),
      ],
      [[{ kind: 'withdrawal' }, change, 'withdrawal', 70, null]],
    ],
  ]

describe('a document of an order', () => {
  for (const [state, earlier, messages] of TABLE)
    for (const [message, action, kind, targetReportId, problem] of messages)
      it(`after ${state}: ${JSON.stringify(message)} [INBOX-122]`, () => {
        expect(decide(arrival(message), earlier)).toEqual({ action, kind, targetReportId, problem })
      })

  it('shows that its file is published as another report [INBOX-123]', () => {
    const elsewhere = { published: { reportId: 99, isOfMatchedPatient: true } }
    expect(decide(arrival(elsewhere), [])).toMatchObject({
      ...{ action: 'add', targetReportId: 99, problem: 'already-published' },
    })
  })
})

describe('a file without an order', () => {
  const file = (changes: Partial<Arrival> = {}) => arrival({ hasOrder: false, ...changes })
  const elsewhere = (isOfMatchedPatient: boolean) => ({ published: { reportId: 99, isOfMatchedPatient } })

  it('enters the inbox once without a statement of the sender [INBOX-122]', () => {
    const bare = (changes: Partial<Arrival> = {}) => decide(file({ isBare: true, ...changes }), []).action
    expect(bare()).toBe('add')
    expect(bare({ isInInbox: true })).toBe('none')
    expect(bare(elsewhere(false))).toBe('none')
  })

  it('enters the inbox with a patient unless it is published for this patient [INBOX-122]', () => {
    expect(decide(file({ isInInbox: true }), []).action).toBe('add')
    expect(decide(file(elsewhere(true)), []).action).toBe('none')
    expect(decide(file(elsewhere(false)), [])).toMatchObject({ action: 'add', problem: 'already-published' })
    expect(decide(file(), [item(same)]).action).toBe('none')
    expect(decide(file(), [item()]).action).toEqual(change)
  })
})

it('ignores the name of the file in a statement [INBOX-122]', () => {
  const said = (changes: object = {}) =>
    statementOf({ fileName: 'a.pdf', content: undefined, ...changes }, undefined)
  expect(said({ fileName: 'b.pdf' })).toEqual(said())
  expect(said().isBare).toBe(true)
  for (const changes of [{ kind: 'amendment' }, { orderKey: 'F1' }, { isPreliminary: true }]) {
    expect(said(changes).sha256).not.toEqual(said().sha256)
    expect(said(changes).isBare).toBe(false)
  }
})
