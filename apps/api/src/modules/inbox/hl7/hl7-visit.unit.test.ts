import { describe, expect, it } from 'vitest'
import { msh, obx, PATIENT, PRESENT, segments } from '../../../testing/hl7-messages.ts'
import { orderOf, potassium } from '../../../testing/orders.ts'
import { parseMessage } from '../../../platform/hl7/hl7-message.ts'
import { resultDocuments } from './result-documents.ts'

const documents = (...lines: string[]) =>
  resultDocuments(parseMessage(segments(msh(), PATIENT, ...lines), 'utf-8'), 'M1', PRESENT)
const stated = (fields: Record<number, string>) => documents(orderOf('F1', fields), obx())[0]

describe('a time of an order', () => {
  it.each([
    ['20261126', '2026-11-26'],
    ['20261126+0400', '2026-11-26'],
    ['2026112608', '2026-11-26T08:00:00'],
    ['202611260830', '2026-11-26T08:30:00'],
    ['20261126083015', '2026-11-26T08:30:15'],
    ['20261126083015.1', '2026-11-26T08:30:15.1'],
    ['20261126083000.1234567', '2026-11-26T08:30:00.123'],
    ['20261126083000.1234-0500', '2026-11-26T08:30:00.123-05:00'],
    ['2026112608+0530', '2026-11-26T08:00:00+05:30'],
    ['202611260830Z', '2026-11-26T08:30:00Z'],
    ['20261126083000&9^S', '2026-11-26T08:30:00'],
  ])('%s is read [INBOX-169]', (written, time) => {
    expect(stated({ 7: written, 14: written })).toMatchObject({
      visit: { collectedAt: time, receivedAt: time },
      notices: [],
    })
  })

  it.each([
    '2026',
    '202611',
    '20261345',
    '2026112625',
    '26.11.2026',
    '20261126083000.12345678',
    '20261126+9900',
  ])('%s is quoted, because it names no day [INBOX-169]', (written) => {
    const { visit, notices } = stated({ 7: written }) ?? {}
    expect({ visit, notices }).toEqual({
      visit: undefined,
      notices: [{ code: 'collected-unclear', value: written }],
    })
  })

  it.each(['20270101040200', '2027010105', '20270102', '20270101000200Z', '19000101', '19700101000000'])(
    '%s is quoted, because no specimen was collected then [INBOX-181]',
    (written) => {
      const { visit, notices } = stated({ 7: written, 14: '20261126' }) ?? {}
      expect(visit).toMatchObject({ collectedAt: null, receivedAt: '2026-11-26' })
      expect(notices).toEqual([{ code: 'collected-unclear', value: written }])
    },
  )

  it.each(['20270101040030', '20270101', '20270101000030Z'])(
    '%s is read, as the clocks differ a little [INBOX-181]',
    (written) => {
      expect(stated({ 7: written })?.notices).toEqual([])
    },
  )

  it('stays out of another order of the report where it does not fit [INBOX-181]', () => {
    const [first] = documents(
      orderOf('F1', { 7: '202611260800', 14: '202611260810' }),
      orderOf('F1', { 7: '202611261000' }),
      obx(),
    )
    expect(first).toMatchObject({ visit: { collectedAt: '2026-11-26T10:00:00' }, notices: [] })
  })

  it('becomes a notice with the quoted value when the receipt comes before the collection [INBOX-181]', () => {
    expect(stated({ 7: '202611260900', 14: '202611260800' })).toMatchObject({
      visit: { collectedAt: '2026-11-26T09:00:00', receivedAt: null },
      notices: [{ code: 'received-unclear', value: '2026-11-26T08:00:00' }],
    })
  })

  it.each(['', '""'])('%j is no time [INBOX-169]', (written) => {
    expect(stated({ 7: written })).toMatchObject({ visit: undefined, notices: [] })
  })
})

describe('the referrer of an order', () => {
  it.each([
    ['1234^Van der Berg&van der&Berg^Johanna^^^Dr.', 'Dr. Johanna Van der Berg'],
    ['1234^Keller^""^""^^""', 'Keller'],
    [String.raw`1234^O\T\Neil^Ann`, 'Ann O&Neil'],
    ['1234^""^""', '1234'],
    ['1234&NPI', '1234'],
    ['""~5^Khan^Ali', 'Ali Khan'],
  ])('%s is read like the patient’s name [INBOX-169]', (written, referrer) => {
    expect(stated({ 16: written })).toMatchObject({ visit: { referrer }, notices: [] })
  })

  it('becomes a notice with the quoted value when nothing of it is a name [INBOX-169]', () => {
    expect(stated({ 16: '^X' })).toMatchObject({
      notices: [{ code: 'referrer-unclear', value: '^X' }],
    })
    expect(stated({ 16: '""^""' })).toMatchObject({ visit: undefined, notices: [] })
  })
})

describe('a critical value', () => {
  it('counts only for its patient, and not once withdrawn [INBOX-160]', () => {
    const other = 'PID|2||4712^^^LIS^MR||Khoury^Hassan'
    const [first, second] = documents(orderOf('A'), obx(), other, orderOf('A'), potassium('HH'), obx())
    expect([first?.isCritical, second?.isCritical]).toEqual([false, true])
    expect(documents(orderOf('A'), potassium('HH', 'W'), obx())[0]?.isCritical).toBe(false)
  })

  it('counts only for its order when that has its own file [INBOX-160]', () => {
    const [first, second] = documents(orderOf('A'), potassium('HH'), obx(), orderOf('B'), obx())
    expect([first?.isCritical, second?.isCritical]).toEqual([true, false])
  })
})

it('20,000 OBR of one order are read in time proportional to their number [INBOX-78]', () => {
  const orders = Array.from({ length: 19_900 }, () => orderOf('A', { 7: '2026', 16: '^X' }))
  const [document] = documents(...orders, obx())
  expect(document?.notices).toHaveLength(2)
})
