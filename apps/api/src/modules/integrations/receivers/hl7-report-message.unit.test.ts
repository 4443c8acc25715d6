import { describe, expect, it } from 'vitest'
import { componentOf, firstOf, parseMessage, textOf } from '../../../platform/hl7/hl7-message.ts'
import { PRESENT } from '../../../testing/hl7-messages.ts'
import { resultDocuments } from '../../inbox/hl7/result-documents.ts'
import type { Hl7Content } from './hl7-content.ts'
import { buildReportMessage, buildTestMessage, controlIdOf } from './hl7-report-message.ts'
import { escapeText } from '../../../platform/hl7/hl7-text.ts'

const ROUTE = {
  ...{ sendingApplication: 'ZELAB', sendingFacility: 'Lab | North & Co', receivingApplication: 'HIS' },
  ...{ receivingFacility: 'CLINIC', assigningAuthority: '', processingId: 'P' as const },
}
const REPORT: Hl7Content = {
  ...{ change: 1, isCorrection: false, isEnd: false },
  ...{
    reportId: 12,
    version: 2,
    typeId: 5,
    typeTitle: 'Complete ^blood^ count',
    loinc: '58410-2',
  },
  ...{ orderNumber: 'ORD~7', collectedAt: '2026-11-27T05:30:00.000Z', collectedOn: null, isCritical: true },
  ...{ changedAt: '2026-11-27T10:00:00.000Z', referrerName: 'Dr. Omar Haddad', referrerLicense: 'DHA-123' },
  ...{ releaserName: 'Layla Saeed', patientId: 9, fullName: 'سلمى Noor Haddad', dateOfBirth: '1990-05-01' },
  ...{ gender: 'FEMALE', emrId: '47|11', nationalId: '784199012345678', phone: '+971501234567' },
}
const FILE = { mediaType: 'application/pdf', content: Buffer.from('%PDF-1.4\n%%EOF\n') }
const NOW = new Date('2026-11-28T17:15:00Z')
const options = { controlId: 'abc', type: 'report.published', file: FILE, now: NOW } as const
const built = (
  changes: Partial<Parameters<typeof buildReportMessage>[2]> = {},
  report = REPORT,
  assigningAuthority = '',
) =>
  parseMessage(
    buildReportMessage({ ...ROUTE, assigningAuthority }, report, { ...options, ...changes }).toString('utf8'),
    'utf-8',
  )
const fieldOf = (message: ReturnType<typeof built>, name: string, position: number) =>
  message.segments.find((segment) => segment.name === name)?.field(position) ?? ''

describe('an HL7 message', () => {
  it('names its route, type, version and character set [API-OUT-50]', () => {
    const message = built()
    const [header] = message.segments
    const positions = [3, 4, 5, 6, 7, 9, 10, 11, 12, 18]
    expect(positions.map((position) => header?.field(position))).toEqual([
      ...['ZELAB', String.raw`Lab \F\ North \T\ Co`, 'HIS', 'CLINIC', '20261128171500+0000'],
      ...['ORU^R01^ORU_R01', 'abc', 'P', '2.5.1', 'UNICODE UTF-8'],
    ])
    expect(message.segments.map(({ name }) => name)).toEqual(['MSH', 'PID', 'ORC', 'OBR', 'OBX'])
  })

  it('names patient, order, type, collection, referrer and releaser [API-OUT-50]', () => {
    const message = built()
    const of = (name: string, position: number) => fieldOf(message, name, position)
    expect(of('PID', 3)).toBe(String.raw`47\F\11^^^^MR~784199012345678^^^^NI~patient-9^^^^PI`)
    expect(of('PID', 5)).toBe('سلمى Noor Haddad^^^^^^D')
    expect([of('PID', 7), of('PID', 8), of('PID', 13)]).toEqual(['19900501', 'F', '+971501234567'])
    expect([of('ORC', 2), of('ORC', 3)]).toEqual([String.raw`ORD\R\7`, '12'])
    expect([of('OBR', 2), of('OBR', 3)]).toEqual([String.raw`ORD\R\7`, '12'])
    expect(of('OBR', 4)).toBe(
      String.raw`5^Complete \S\blood\S\ count^L^58410-2^Complete \S\blood\S\ count^LN`,
    )
    expect(of('OBR', 7)).toBe('20261127053000+0000')
    expect(of('OBR', 16)).toBe('DHA-123^Dr. Omar Haddad')
    expect(of('OBR', 32)).toBe('&Layla Saeed')
    expect(textOf(firstOf(of('OBR', 4), message), 2, message)).toBe('Complete ^blood^ count')
    const bare = { ...REPORT, loinc: null, orderNumber: null, collectedAt: null, collectedOn: '2026-11-26' }
    const other = built({}, { ...bare, emrId: null, nationalId: null, gender: null, referrerName: null })
    expect(fieldOf(other, 'OBR', 7)).toBe('20261126')
    expect(fieldOf(other, 'PID', 3)).toBe('patient-9^^^^PI')
    expect(fieldOf(other, 'PID', 8)).toBe('U')
  })

  it.each([
    ['report.published', 'F', 'F', true],
    ['report.amended', 'C', 'C', true],
    ['report.restored', 'F', 'F', true],
    ['report.changed', 'F', 'F', true],
    ['report.changed', 'C', 'C', true],
    ['report.withdrawn', 'C', 'W', false],
    ['report.suspended', 'C', 'X', false],
    ['report.removed', 'C', 'D', false],
  ] as const)('states for %s: %s, %s [API-OUT-51]', (type, order, result, hasFile) => {
    const report = { ...REPORT, isCorrection: order === 'C' }
    const message = built({ type, file: hasFile ? FILE : undefined }, report)
    expect(fieldOf(message, 'OBR', 25)).toBe(order)
    expect(fieldOf(message, 'OBX', 11)).toBe(result)
    expect(fieldOf(message, 'OBX', 8)).toBe(hasFile ? 'AA' : '')
    expect(componentOf(fieldOf(message, 'OBX', 5), 5, message)).toBe(
      hasFile ? FILE.content.toString('base64') : '',
    )
    const [document] = resultDocuments(message, 'abc', PRESENT)
    expect(document?.kind).toBe(hasFile ? (order === 'F' ? 'report' : 'amendment') : 'withdrawal')
  })

  it('names who assigned the record number and the id of the patient [API-OUT-147]', () => {
    const identifiers = (authority: string) => fieldOf(built({}, REPORT, authority), 'PID', 3)
    expect(identifiers('Oasis|Lab')).toBe(
      String.raw`47\F\11^^^Oasis\F\Lab^MR~784199012345678^^^^NI~patient-9^^^Oasis\F\Lab^PI`,
    )
    expect(identifiers('OASIS&2.16.840.1&ISO')).toContain('patient-9^^^OASIS&2.16.840.1&ISO^PI')
  })

  it('carries pictures too [API-OUT-51]', () => {
    const content = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xd9])
    const message = built({ file: { mediaType: 'image/jpeg', content } })
    expect(fieldOf(message, 'OBX', 5)).toBe(`^image^JPEG^Base64^${content.toString('base64')}`)
  })

  it('cannot be broken by a text [API-OUT-50]', () => {
    const text = 'a|b^c~d\\e&f\rMSH|x\u000b\u001c\n'
    expect(escapeText(text)).toBe(String.raw`a\F\b\S\c\R\d\E\e\T\f\.br\MSH\F\x  \.br` + '\\')
    const message = built({}, { ...REPORT, typeTitle: text, fullName: text, referrerName: text, emrId: text })
    expect(message.segments).toHaveLength(5)
  })

  it('takes its number from its sending and change, in 20 characters [API-OUT-52]', () => {
    expect(controlIdOf(1, 'x')).toMatch(/^[\da-f]{20}$/)
    expect(new Set([controlIdOf(1, 'x'), controlIdOf(2, 'x'), controlIdOf(1, 'y')]).size).toBe(3)
    expect(controlIdOf(1, 'x')).toBe(controlIdOf(1, 'x'))
  })

  it('names no patient but its purpose when it is a test [API-OUT-53]', () => {
    const message = parseMessage(buildTestMessage(ROUTE, 'abc', NOW).toString(), 'utf-8')
    expect(message.segments[0]?.field(11)).toBe('T')
    expect(fieldOf(message, 'PID', 5)).toBe('Test Connection^^^^^^D')
  })
})
