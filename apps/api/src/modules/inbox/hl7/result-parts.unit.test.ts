import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { msh, obr, PATIENT, PDF, PDF_BASE64, PRESENT, segments } from '../../../testing/hl7-messages.ts'
import type { ArrivingDocument } from '../intake/arrival.ts'
import { parseMessage } from '../../../platform/hl7/hl7-message.ts'
import { MessageRefusal } from '../../../platform/hl7/message-refusal.ts'
import { resultDocuments } from './result-documents.ts'

const read = (...lines: string[]) =>
  resultDocuments(parseMessage(segments(msh(), PATIENT, obr(), ...lines), 'utf-8'), 'M1', PRESENT)
const contentOf = async ({ content }: ArrivingDocument) => {
  const parts: Buffer[] = []
  for await (const part of content ?? []) parts.push(part)
  return Buffer.concat(parts)
}
const contentsOf = (documents: ArrivingDocument[]) => Promise.all(documents.map(contentOf))

const DESCRIBED = '^application^PDF^Base64^'
const part = (value: string, { setId = '', identifier = 'PDF^Report', subId = '', status = 'F' } = {}) =>
  `OBX|${setId}|ED|${identifier}|${subId}|${value}||||||${status}`
const cut = (text: string, ...places: number[]) =>
  [0, ...places].map((start, index) => text.slice(start, places[index]))

const NOT_WHOLE = 'do not make a whole file'
const NOT_CONTINUED = 'does not continue the one before it'
const NOT_IN_ORDER = 'are not in order'

describe('a report in several parts', () => {
  it('becomes one from OBX with the same OBX-3, or from repetitions, wherever it is cut [INBOX-138]', async () => {
    const lengths = fc.array(fc.integer({ min: 10, max: PDF_BASE64.length - 1 }), {
      minLength: 1,
      maxLength: 9,
    })
    const forms = fc.record({
      asRepetitions: fc.boolean(),
      isDescribedOnce: fc.boolean(),
      setIds: fc.boolean(),
      subIds: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(lengths, forms, async (places, form) => {
        const pieces = cut(PDF_BASE64, ...[...new Set(places)].sort((a, b) => a - b))
        const values = pieces.map((piece, at) => (at > 0 && form.isDescribedOnce ? piece : DESCRIBED + piece))
        const lines = form.asRepetitions
          ? [part(values.join('~'))]
          : values.map((value, at) =>
              part(value, {
                setId: form.setIds ? String(at + 1) : form.subIds ? '1' : '',
                subId: form.subIds ? String(at + 1) : '',
              }),
            )
        expect(await contentsOf(read(...lines, part(DESCRIBED + PDF_BASE64)))).toEqual([PDF, PDF])
      }),
    )
  })

  it('becomes one when each part is encoded separately [INBOX-138]', async () => {
    const encoded = [PDF.subarray(0, 20), PDF.subarray(20, 40), PDF.subarray(40)].map((bytes) =>
      bytes.toString('base64'),
    )
    expect(await contentsOf(read(...encoded.map((text) => part(DESCRIBED + text))))).toEqual([PDF])
  })

  it('never arrives in half, whichever of its numbered parts come in which order [INBOX-139]', async () => {
    const pieces = cut(PDF_BASE64, 20, 32, 48)
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([0, 1, 2, 3], { minLength: 1 }), async (order) => {
        fc.pre(order.join('') !== '0123')
        const lines = order.map((at) => part(DESCRIBED + pieces[at], { subId: String(at + 1) }))
        try {
          const contents = await contentsOf(read(...lines))
          // The inbox refuses a file that does not begin or end like a PDF.
          expect(contents.every((one) => one.includes('%PDF-') && one.includes('%%EOF'))).toBe(false)
        } catch (error) {
          expect(error).toBeInstanceOf(MessageRefusal)
        }
      }),
    )
  })

  const [one = '', two = '', three = ''] = cut(PDF_BASE64, 24, 48)
  const [first = '', second = '', third = ''] = [one, two, three].map((piece) => DESCRIBED + piece)
  it.each([
    ['without its end', [part(first), part(second)], NOT_WHOLE],
    ['with a gap', [part(first, { subId: '1' }), part(third, { subId: '3' })], NOT_IN_ORDER],
    ['backwards', [part(first, { setId: '2' }), part(second, { setId: '1' })], NOT_IN_ORDER],
    [
      'with a part twice',
      [part(first, { setId: '1' }), part(second, { setId: '2' }), part(second, { setId: '2' })],
      NOT_IN_ORDER,
    ],
    ['without counting', [part(first, { setId: '1' }), part(second, { setId: '1' })], NOT_IN_ORDER],
    [
      'of two reports in turns',
      [
        part(first, { subId: '1' }),
        part(second, { subId: '1' }),
        part(second, { subId: '2' }),
        part(third, { subId: '2' }),
      ],
      NOT_IN_ORDER,
    ],
    ['of another OBX-3', [part(first), part(second, { identifier: 'NOTE' })], NOT_CONTINUED],
    ['undescribed, of another OBX-3', [part(first), part(two, { identifier: 'NOTE' })], NOT_CONTINUED],
    ['of another status', [part(first), part(second, { status: 'P' })], NOT_CONTINUED],
    ['with other data', [part(first), part(`${DESCRIBED}*`), part(third)], 'The Base64 of OBX-5 is invalid'],
    ['with an empty part', [part(first), part(DESCRIBED), part(second)], 'OBX-5 has no file in Base64'],
    ['in more repetitions than are read', [part(`${first}${'~A'.repeat(50)}`)], 'more than 50 repetitions'],
    ['continued by ADD', [part(first), `ADD|${two}`], 'continued (ADD, DSC)'],
    ['continued by DSC', [part(first), 'DSC|1'], 'continued (ADD, DSC)'],
  ])('%s is refused with that reason [INBOX-139]', (_, lines, reason) => {
    expect(() => read(...lines)).toThrow(reason)
  })

  it('allows notes between its parts, and other results after it [INBOX-138]', async () => {
    const lines = [
      part(DESCRIBED + one),
      'NTE|1|L|continued',
      part(two + three),
      'OBX|3|NM|HB^Hemoglobin||7.1||||||F',
    ]
    expect(await contentsOf(read(...lines, part('^text^rtf^Base64^e1xydGYx'), 'DSC|'))).toEqual([PDF])
  })

  it('stays apart from the next report, even when that has bytes before its header [INBOX-139]', async () => {
    const late = Buffer.concat([Buffer.from('\r\n'), PDF])
    const documents = read(part(DESCRIBED + PDF_BASE64), part(DESCRIBED + late.toString('base64')))
    expect(await contentsOf(documents)).toEqual([PDF, late])
  })
})
