import type { OpenedInboxItem, ProposalComparison } from '@zelab/contract'
import { describe, expect, it } from 'vitest'
import { doubtOf } from './patient-doubt.ts'

const row = (field: ProposalComparison['field'], agrees: boolean): ProposalComparison => ({
  field,
  inFile: 'a',
  onRecord: agrees ? 'a' : 'b',
  agrees,
})
const NOTHING = { names: [], datesOfBirth: [], ids: [], phones: [], codes: [] }
const itemOf = (comparison: ProposalComparison[], named: object = { names: ['Amira Khan'] }) =>
  // Only these fields are read.
  ({ named: { ...NOTHING, ...named }, candidates: [{ id: 1, comparison }] }) as unknown as OpenedInboxItem

describe('the doubt about a chosen patient', () => {
  it('arises when the name, the date of birth or an id differs [INBOX-84]', () => {
    for (const field of ['name', 'dateOfBirth', 'emrId', 'patientId'] as const)
      expect(doubtOf(itemOf([row('name', true), row(field, false)]), 1)?.kind, field).toBe('differs')
  })

  it('stays away when everything agrees, or only the phone differs [INBOX-84]', () => {
    expect(doubtOf(itemOf([row('name', true), row('emrId', true)]), 1)).toBeUndefined()
    expect(doubtOf(itemOf([row('name', true), row('phone', false)]), 1)).toBeUndefined()
  })

  it('arises for a patient with whom nothing in the file agrees [INBOX-84]', () => {
    expect(doubtOf(itemOf([]), 2)).toEqual({ kind: 'not-proposed' })
    expect(doubtOf(itemOf([], { names: [], phones: ['+971 50 1'] }), 2)).toBeUndefined()
  })
})
