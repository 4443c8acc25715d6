import type { FoundPatient } from '@zelab/contract'
import { describe, expect, it } from 'vitest'
import { certainPatient } from './front-desk-search.tsx'

const patient = (id: number, more: Partial<FoundPatient> = {}): FoundPatient => ({
  id,
  fullName: 'Layla Hassan',
  emrId: null,
  phone: { number: '+971501234567' },
  dateOfBirth: '1990-05-01',
  ...more,
})

describe('choosing a patient with Enter at the counter [DESK-04]', () => {
  it('takes the only one found', () => expect(certainPatient([patient(1)], 'layla')?.id).toBe(1))

  it('takes nobody among several with the same name or number', () => {
    expect(certainPatient([patient(1), patient(2)], 'Layla Hassan')).toBeUndefined()
    expect(certainPatient([patient(1), patient(2)], '0501234567')).toBeUndefined()
  })

  it('takes the one whose id was scanned, also that of a merged record', () => {
    expect(certainPatient([patient(12), patient(1)], 'zl-1')?.id).toBe(1)
    expect(certainPatient([patient(12), patient(3, { formerId: 1 })], 'ZL-1')?.id).toBe(3)
    expect(certainPatient([patient(1, { emrId: 'EMR-77' }), patient(2)], 'emr-77')?.id).toBe(1)
  })

  it('takes no one where two have the same EMR ID', () => {
    const both = [patient(1, { emrId: 'EMR-77' }), patient(2, { emrId: 'EMR-77' })]
    expect(certainPatient(both, 'EMR-77')).toBeUndefined()
  })

  it('never takes a patient with only a similar name', () => {
    expect(certainPatient([patient(1, { isSimilar: true })], 'laila')).toBeUndefined()
    expect(certainPatient([patient(2), patient(1, { isSimilar: true })], 'layla')?.id).toBe(2)
  })
})
