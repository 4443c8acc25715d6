import { describe, expect, it } from 'vitest'
import { msh, obr, obx, PATIENT, PDF, PDF_BASE64, PRESENT, segments } from '../../../testing/hl7-messages.ts'
import type { ArrivingDocument } from '../intake/arrival.ts'
import { parseMessage } from '../../../platform/hl7/hl7-message.ts'
import { resultDocuments } from './result-documents.ts'

const read = (...lines: string[]) => resultDocuments(parseMessage(segments(...lines), 'utf-8'), 'M1', PRESENT)
const contentOf = async ({ content }: ArrivingDocument) => {
  const parts: Buffer[] = []
  for await (const part of content ?? []) parts.push(part)
  return Buffer.concat(parts)
}
const statedBy = (pid: string) => read(msh(), pid, obr(), obx())[0]?.stated
const withFile = (value: string) => read(msh(), PATIENT, obr(), obx(value))
const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46]).toString('base64')
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).toString('base64')

describe('the patient of an HL7 message', () => {
  it('comes with the identifiers, names, date of birth and phones of PID [INBOX-67]', () => {
    const pid =
      'PID|1|ZL-12^^^ZELAB|4711^^^LIS^MR~784-1990-1234567-1^^^UAE^NI|E5|Haddad&Al^Salma^Noor^^Ms~حداد^سلمى||' +
      '19900501000000+0400|F|||||+971501234567^PRN^CP~^NET^Internet^s@example.com|^WPN^PH^^971^4^3334444'
    expect(statedBy(pid)).toEqual({
      names: ['Salma Noor Haddad', 'سلمى حداد'],
      birthDates: [{ written: '1990-05-01', dates: ['1990-05-01'] }],
      emrIds: ['4711', '784-1990-1234567-1', 'E5'],
      patientIds: [12],
      phones: ['+971501234567', '+97143334444'],
    })
  })

  it.each(['1990', '199005', '19901350', '""', ''])('lacks a date of birth for %j [INBOX-67]', (written) => {
    expect(statedBy(`PID|1||4711||A^B||${written}`)?.birthDates).toEqual([])
  })

  it('stays unknown where the sender gives no value [INBOX-67]', () => {
    expect(statedBy('PID|1')).toEqual({ names: [], birthDates: [], emrIds: [], patientIds: [], phones: [] })
    expect(read(msh(), obr(), obx())[0]?.stated).toBeUndefined()
  })

  it('loses direction marks [SAFE-42]', () => {
    const pid =
      'PID|1||\u200e4711\u200e^^^LIS||\u202bحداد\u202c^\u200fسلمى||19900501|F|||||\u202a+971501234567\u202c'
    expect(statedBy(pid)).toMatchObject({
      emrIds: ['4711'],
      names: ['سلمى حداد'],
      phones: ['+971501234567'],
    })
  })

  it('fails rather than shortening values [INBOX-67]', () => {
    expect(() => statedBy(`PID|1||${'1'.repeat(251)}`)).toThrow('more than 250 characters')
    expect(statedBy(String.raw`PID|1||A\X00\B\F\C||D\T\E^F`)).toMatchObject({
      emrIds: ['A B|C'],
      names: ['F D&E'],
    })
  })

  it('comes from the PID before each report [INBOX-70]', () => {
    const documents = read(
      ...[msh(), 'PID|1||A1||One^Patient', obr('1'), obx()],
      ...['PID|2||B2||Two^Patient', obr('2'), obx(), 'PID|3||C3', obx()],
    )
    expect(documents.map(({ stated, orderKey }) => [stated?.emrIds, stated?.names, orderKey])).toEqual([
      [['A1'], ['Patient One'], 'F1^CBC'],
      [['B2'], ['Patient Two'], 'F2^CBC'],
      [['C3'], [], undefined],
    ])
  })
})

describe('the files of an HL7 message', () => {
  it.each([
    `^application^PDF^Base64^${PDF_BASE64}`,
    `^APPLICATION^pdf^BASE64^${PDF_BASE64}`,
    `LIS^AP^PDF^base64^${PDF_BASE64}`,
    `TME^IM^^Base64^${PDF_BASE64}`,
    `LAB^Image^PDF^Base64^${PDF_BASE64}`,
    `DiagnosticReport^PDF^^Base64^${PDF_BASE64}`,
    `^application/pdf^^Base64^${PDF_BASE64}`,
    `^^^^${PDF_BASE64}`,
    `^PDF^Base64^${PDF_BASE64}`,
    PDF_BASE64,
    `^application^PDF^Base64^${PDF_BASE64.replace(/(.{20})/g, '$1\\.br\\')}`,
    `^application^PDF^Base64^${PDF_BASE64.replace(/(.{20})/g, '$1\\X0D0A\\')}`,
    `^application^PDF^Base64^${PDF_BASE64.replace(/(.{20})/g, '$1\r\n')}`,
    `^application^PDF^Base64^ ${PDF_BASE64.replace(/(.{20})/g, '$1 ')} `,
  ])('come from OBX-5 %j [INBOX-68]', async (value) => {
    const documents = withFile(value)
    expect(documents).toMatchObject([{ fileName: 'HL7-M1-1.pdf', kind: 'report', isPreliminary: false }])
    expect(documents[0] && (await contentOf(documents[0]))).toEqual(PDF)
  })

  it('include pictures, several of an observation, and up to 20 [INBOX-68]', () => {
    expect(
      withFile(`^image^jpeg^Base64^${jpeg}~^image^PNG^Base64^${png}`).map(({ fileName }) => fileName),
    ).toEqual(['HL7-M1-1.jpg', 'HL7-M1-2.png'])
    const many = (count: number) => read(msh(), PATIENT, obr(), ...Array.from({ length: count }, () => obx()))
    expect(many(20)).toHaveLength(20)
    expect(() => many(21)).toThrow('More than 20 documents')
  })

  it.each([
    `${PDF_BASE64}x`,
    PDF_BASE64.slice(0, -2),
    PDF_BASE64.slice(0, -14),
    PDF_BASE64.slice(0, -4).concat('=A=='),
    `${PDF_BASE64.slice(0, 8)}*${PDF_BASE64.slice(9)}`,
    `${PDF_BASE64.slice(0, 8)}\u000b${PDF_BASE64.slice(8)}`,
    `${PDF_BASE64.slice(0, 8)}ı${PDF_BASE64.slice(9)}`,
    '====',
  ])('cause a refusal when their Base64 is invalid: %j [INBOX-68]', (base64) => {
    expect(() => withFile(`^application^PDF^Base64^${base64}`)).toThrow('The Base64 of OBX-5 is invalid')
  })

  it.each([0, 1, 2])('arrive without the padding of their Base64 (%s) [INBOX-136]', async (extra) => {
    const pdf = Buffer.concat([PDF, Buffer.alloc(extra, '\n')])
    const [document] = withFile(`^application^PDF^Base64^${pdf.toString('base64').replaceAll('=', '')}`)
    expect(document && (await contentOf(document))).toEqual(pdf)
  })

  it('never go missing silently [INBOX-68]', () => {
    expect(() => withFile('^application^PDF^Base64^')).toThrow('no file in Base64')
    expect(() => withFile('^application^PDF^Hex^255044')).toThrow('no file in Base64')
    expect(() => withFile('^text^rtf^Base64^e1xydGYx')).toThrow('No report in the message')
    expect(() => read(msh(), PATIENT, obr(), obx('7.1', 'F', 'NM'))).toThrow('No report in the message')
  })
})

describe('the status of an HL7 result', () => {
  const withStatus = (observation: string, order: string) =>
    read(msh(), PATIENT, obr('7', order), obx(undefined, observation))

  it.each([
    ['F', 'F', 'report', false],
    ['U', '', 'report', false],
    ['', 'F', 'report', false],
    ['C', 'F', 'amendment', false],
    ['F', 'C', 'amendment', false],
    ['c', '', 'amendment', false],
    ['P', 'F', 'report', true],
    ['F', 'P', 'report', true],
    ['C', 'P', 'amendment', true],
    ['R', '', 'report', true],
    ['F', 'A', 'report', true],
    ['', '', 'report', true],
  ])(
    'OBX-11 %j and OBR-25 %j is: %s, preliminary %s [INBOX-69]',
    (observation, order, kind, isPreliminary) => {
      expect(withStatus(observation, order)).toMatchObject([
        { kind, isPreliminary, orderKey: 'F7^CBC', title: 'Complete blood count' },
      ])
    },
  )

  it.each([
    ['W', 'F'],
    ['D', ''],
    ['F', 'W'],
  ])(
    'OBX-11 %j and OBR-25 %j withdraws the order once, without its file [INBOX-69]',
    (observation, order) => {
      const withdrawn = read(
        ...[msh(), PATIENT, obr('7', order)],
        ...[obx(undefined, observation), obx('^application^PDF^Base64^broken!', observation)],
      )
      expect(withdrawn).toMatchObject([
        { kind: 'withdrawal', orderKey: 'F7^CBC', content: undefined, stated: { emrIds: ['4711'] } },
      ])
    },
  )

  it('requires an order for a withdrawal [INBOX-69]', () => {
    expect(() => read(msh(), PATIENT, obx(undefined, 'W'))).toThrow('must name its order')
  })

  it('belongs to the filler’s order number, else the placer’s, and the service [INBOX-69]', () => {
    const keyOf = (order: string) => read(msh(), PATIENT, `OBR|1|${order}`, obx())[0]?.orderKey
    expect(keyOf('P1^CLINIC|F2^LIS|GLU^Glucose')).toBe('F2^GLU')
    expect(keyOf('P1^CLINIC||GLU^Glucose')).toBe('P1^GLU')
    expect(keyOf('||GLU^Glucose')).toBeUndefined()
    expect(read(msh(), PATIENT, 'OBR|1|||GLU', obx())[0]?.title).toBe('GLU')
  })
})

describe('other HL7 messages', () => {
  it.each([
    [{ type: 'ADT^A01' }, 'only ORU^R01'],
    [{ type: 'ORU^R30' }, 'only ORU^R01'],
    [{ type: '' }, 'only ORU^R01'],
    [{ version: '2.2' }, 'only 2.3 to 2.8.2'],
    [{ version: '2.9' }, 'only 2.3 to 2.8.2'],
    [{ version: '3' }, 'only 2.3 to 2.8.2'],
    [{ processing: 'T' }, 'Only production messages'],
  ])('cause a refusal: %j [INBOX-71]', (options, text) => {
    expect(() => read(msh(options), PATIENT, obr(), obx())).toThrow(text)
  })

  it.each([
    ...['', '2.3', '2.3.1', '2.4', '2.5', '2.5.1^DEU', '2.6', '2.7', '2.7.1', '2.8', '2.8.1', '2.8.2'],
  ])('pass in version %j [INBOX-137]', (version) => {
    expect(read(msh({ version, type: 'ORU^R01' }), PATIENT, obr(), obx())).toHaveLength(1)
  })

  it('use what version 2.7 added: phones in PID-40, and a fifth delimiter [INBOX-137]', () => {
    const header = msh({ version: '2.7' }).replace('^~\\&', '^~\\&#')
    const pid = String.raw`PID|1||A\P\1||Haddad^Salma${'|'.repeat(35)}^PRN^CP^^971^50^1234567`
    expect(read(header, pid, obr(), obx())[0]?.stated).toMatchObject({
      emrIds: ['A#1'],
      phones: ['+971501234567'],
    })
  })
})
