import { describe, expect, it } from 'vitest'
import { createEncryption } from '../../../platform/encryption.ts'
import {
  contentOfEnd,
  contentToSend,
  openContent,
  sealContent,
  type Hl7Content,
  type Hl7Report,
  type Told,
} from './hl7-content.ts'

const REPORT: Hl7Report = {
  ...{ reportId: 12, version: 1, typeId: 5, typeTitle: 'CBC', loinc: null, isCritical: false },
  ...{ orderNumber: 'ORD-7', collectedAt: null, collectedOn: '2026-11-26', phone: '+971501234567' },
  ...{ changedAt: '2026-11-27T10:00:00.000Z', referrerName: 'Dr. Omar Haddad', referrerLicense: 'DHA-123' },
  ...{ releaserName: null, patientId: 9, fullName: 'Salma Haddad', dateOfBirth: '1990-05-01', gender: null },
  ...{ emrId: '4711', nationalId: null },
}
const NEVER: Told = { sent: undefined, accepted: undefined, wasAccepted: false }
const CONTENT: Hl7Content = { ...REPORT, change: 1, isCorrection: false, isEnd: false }
const HAD: Told = { sent: CONTENT, accepted: CONTENT, wasAccepted: true }
const ABOUT = { change: 2, type: 'report.changed' }

describe('the content of an HL7 message', () => {
  const statusOf = (changes: Partial<Hl7Report>, told = HAD) => {
    const content = contentToSend({ ...REPORT, ...changes }, ABOUT, told)
    return content && (content.isCorrection ? 'C' : 'F')
  }

  it('states “final” at the first contact, and a correction only of version and identity [API-OUT-148]', () => {
    expect(statusOf({ version: 3 }, NEVER)).toBe('F')
    const corrections: Partial<Hl7Report>[] = [
      ...[{ version: 2 }, { fullName: 'Salma Noor Haddad' }, { dateOfBirth: '1991-05-01' }],
      ...([{ gender: 'FEMALE' }, { emrId: null }, { nationalId: '784199012345678' }] as const),
    ]
    for (const change of corrections) expect(statusOf(change), JSON.stringify(change)).toBe('C')
    const others: Partial<Hl7Report>[] = [
      ...[
        { isCritical: true },
        { orderNumber: null },
        { referrerName: 'Dr. Noor' },
        { phone: '+971500000000' },
      ],
      ...[{ typeTitle: 'Blood count' }, { releaserName: 'Layla' }, { patientId: 10, fullName: 'S. Haddad' }],
    ]
    for (const change of others) expect(statusOf(change), JSON.stringify(change)).toBe('F')
  })

  it('stays unsent while nothing in it differs [API-OUT-148]', () => {
    expect(statusOf({ changedAt: '2026-11-28T10:00:00.000Z' })).toBeUndefined()
    const restored = contentToSend(REPORT, { ...ABOUT, type: 'report.restored' }, HAD)
    expect(restored?.isCorrection).toBe(false)
  })

  it('goes out if the last message may have said something else [API-OUT-148]', () => {
    expect(statusOf({}, { ...HAD, sent: { ...CONTENT, fullName: 'Another Name' } })).toBe('C')
    expect(statusOf({}, { ...HAD, sent: { ...CONTENT, isCorrection: true, isEnd: true } })).toBe('F')
    expect(statusOf({}, { ...HAD, sent: undefined })).toBe('C')
  })

  it('corrects what was accepted before contents were stored [API-OUT-148]', () => {
    const told = { ...NEVER, wasAccepted: true }
    expect(statusOf({}, told)).toBe('C')
    const first = contentToSend(REPORT, { ...ABOUT, type: 'report.published' }, told)
    expect(first?.isCorrection).toBe(false)
  })

  it('stays the same when it is repeated [API-OUT-149]', () => {
    const sent = { ...CONTENT, fullName: 'Before', change: 2, isCorrection: true }
    expect(contentToSend(REPORT, ABOUT, { ...HAD, sent })).toEqual(sent)
    expect(contentOfEnd(REPORT, ABOUT, { ...HAD, sent })).toEqual(sent)
  })

  it('names for an end the order and referrer that were sent [API-OUT-149]', () => {
    const now = { ...REPORT, orderNumber: null, referrerName: null, referrerLicense: null, collectedOn: null }
    const end = { change: 2, isCorrection: true, isEnd: true }
    expect(contentOfEnd(now, ABOUT, HAD)).toEqual({ ...REPORT, ...end })
    expect(contentOfEnd(now, ABOUT, NEVER)).toEqual({ ...now, ...end })
  })

  it('stays encrypted at rest, and unknown under another key [API-OUT-149]', () => {
    const [encryption, other] = [5, 6].map((byte) => createEncryption(Buffer.alloc(32, byte)))
    const sealed = encryption ? sealContent(encryption, CONTENT) : Buffer.of()
    expect(sealed.toString('latin1')).not.toContain('Salma')
    expect(encryption && openContent(encryption, sealed)).toEqual(CONTENT)
    expect(other && openContent(other, sealed)).toBeUndefined()
    expect(encryption && openContent(encryption, null)).toBeUndefined()
  })
})
