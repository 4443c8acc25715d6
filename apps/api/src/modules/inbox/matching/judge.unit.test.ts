import { describe, expect, it } from 'vitest'
import type { IdentityHints } from '../../inspection/inspection.ts'
import type { Candidate } from '../../reports/patient-match/identity-candidates.ts'
import { UNKNOWN, withCodes, type ItemIdentity } from './identity.ts'
import { judge } from './judge.ts'

const LAYLA = { id: 7, fullName: 'Layla Haddad', dateOfBirth: '1990-05-01', emrId: 'EMR-1001' }
const HINTS: IdentityHints = {
  names: ['Layla Haddad'],
  birthDates: [{ written: '1990-05-01', dates: ['1990-05-01'] }],
  emrIds: ['EMR-1001'],
  patientIds: [],
  phones: [],
}
const identity = (changes: Partial<IdentityHints> = {}, isStated = false): ItemIdentity => ({
  hints: { ...HINTS, ...changes },
  codes: [],
  isStated,
})
const AGREEING = ['emrId', 'name', 'dateOfBirth'] as const
type Field = Candidate['comparison'][number]['field']

const candidate = (agreeing: readonly Field[] = AGREEING, person: Partial<Candidate> = {}): Candidate => ({
  ...LAYLA,
  gender: 'FEMALE',
  phone: { number: '+971500000000' },
  former: [],
  comparison: AGREEING.map((field) => ({
    field,
    inFile: '',
    onRecord: '',
    agrees: agreeing.includes(field),
  })),
  ...person,
})

describe('green', () => {
  it('needs a number, the name and the date of birth of one patient [INBOX-12]', () => {
    expect(judge(identity(), [candidate()], true)).toEqual({ match: 'green', patientId: 7 })
  })

  it.each<[string, Field[]]>([
    ['the name', ['emrId', 'dateOfBirth']],
    ['the date of birth', ['emrId', 'name']],
    ['the number', ['name', 'dateOfBirth']],
  ])('requires %s [INBOX-12]', (_, agreeing) => {
    expect(judge(identity(), [candidate(agreeing)], true).match).toBe('amber')
  })

  it.each<[string, Partial<IdentityHints>]>([
    ['name', { names: ['Layla Haddad', 'Omar Saleh'] }],
    [
      'date of birth',
      { birthDates: [...HINTS.birthDates, { written: '1985-01-01', dates: ['1985-01-01'] }] },
    ],
    ['EMR ID', { emrIds: ['EMR-1001', 'EMR-2002'] }],
    ['ZL id', { patientIds: [8] }],
  ])('excludes a file that names a second %s [INBOX-12]', (_, changes) => {
    expect(judge(identity(changes), [candidate()], true).match).toBe('amber')
  })

  it('excludes a number that two patients have [INBOX-12]', () => {
    const twin = candidate(['emrId'], { id: 8 })
    expect(judge(identity(), [candidate(), twin], true).match).toBe('amber')
  })

  it('stays despite a namesake without the number [INBOX-12]', () => {
    const namesake = candidate(['name', 'dateOfBirth'], { id: 8, emrId: 'EMR-9' })
    expect(judge(identity(), [candidate(), namesake], true)).toEqual({ match: 'green', patientId: 7 })
  })

  it('excludes a file with an unread part, unless the sender names the patient [INBOX-12]', () => {
    expect(judge(identity(), [candidate()], false).match).toBe('amber')
    expect(judge(identity({}, true), [candidate()], false).match).toBe('green')
  })

  it('excludes a file with an EMR ID when the record has none [INBOX-12]', () => {
    const found = candidate(AGREEING, { emrId: null })
    expect(judge(identity(), [found], true).match).toBe('amber')
  })

  it('excludes a file in which more values were found than are read [INBOX-12]', () => {
    const names = Array.from({ length: 20 }, (_, index) => `Layla ${'A'.repeat(index)} Haddad`)
    expect(judge(identity({ names }), [candidate()], true).match).toBe('amber')
  })
})

it('judges an item without a candidate red [INBOX-12]', () => {
  expect(judge(identity(), [], true)).toEqual({ match: 'red', patientId: null })
})

it('takes a ZL id from a barcode as a name of the patient, and other codes as possible numbers [INBOX-13]', () => {
  const read = withCodes(UNKNOWN, ['zl-12', 'EMR-1001', ' '])
  expect(read).toMatchObject({ hints: { patientIds: [12], emrIds: [] }, codes: ['EMR-1001'] })
})
