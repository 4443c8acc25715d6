import { describe, expect, it } from 'vitest'
import { pdfWithPage, STAMP, textOf } from '../../testing/stamps.ts'
import { createReportStamper } from './report-stamper.ts'

const stamper = createReportStamper()
let owner = 0
const textWith = async (
  lab: Partial<typeof STAMP.lab>,
  signatory = 'Dr. Layla Haddad',
  more: Partial<typeof STAMP> = {},
) => {
  const original = await pdfWithPage([595, 842])
  const result = await stamper.stamp({
    owner: ++owner,
    mediaType: 'application/pdf',
    stamp: {
      ...STAMP,
      lab: { ...STAMP.lab, ...lab },
      signatory: { name: signatory, signature: null },
      ...more,
    },
    read: async () => original,
  })
  expect(result).toMatchObject({ outcome: 'stamped' })
  return result.outcome === 'failed' ? '' : textOf(result.content)
}

describe('text in a stamp', () => {
  it.each(['مختبر الأمل للتحاليل الطبية', 'مستشفى الشفاء', 'مركز بيروت للأشعة والمختبرات', 'لالا ولاء إسلام'])(
    'reads back in logical order: %s [STAMP-16]',
    async (name) => {
      expect(await textWith({ name })).toContain(name)
    },
  )

  it('mixes Arabic with Latin letters and digits [STAMP-16]', async () => {
    const text = await textWith(
      { name: 'مختبر Cedar الطبي', address: 'شارع الحمراء 12، بيروت' },
      'د. ليلى حداد',
    )
    for (const part of ['مختبر', 'Cedar', 'الطبي', 'شارع الحمراء', '12', 'بيروت', 'ليلى حداد'])
      expect(text).toContain(part)
  })

  it('comes with labels in both languages for a lab with an Arabic letterhead [AR-07]', async () => {
    const labels = ['رقم الاعتماد', 'التقرير', 'النسخة', 'تاريخ الإصدار', 'للتحقق', 'أصدره']
    const arabic = await textWith({ name: 'مختبر الشفاء', address: 'شارع الحمراء 12، بيروت' })
    for (const part of [...labels, 'Report #123', 'Version 2', '12 November 2026', 'Check at labs.example/v'])
      expect(arabic).toContain(part)
    const english = await textWith({})
    for (const label of labels) expect(english).not.toContain(label)
  })

  it('uses the letters of European languages [STAMP-16]', async () => {
    const name = 'Łódź Ünïcode Škoda Лаборатория Ελλάδα'
    expect(await textWith({ name: name.slice(0, 18), address: name.slice(19) })).toContain(name.slice(0, 18))
    expect(await textWith({ address: name.slice(19) })).toContain('Лаборатория Ελλάδα')
  })

  it('shows a question mark for what no font has [STAMP-17]', async () => {
    const text = await textWith({ name: 'Lab 😀 東京 👩‍🔬 one' }, '\u202eevil\u0000\ud800')
    expect(text).toContain('Lab ? ?? ? one')
    expect(text).toMatch(/Published by evil\??\s/)
    expect(await textWith({ name: '', address: '\u200b' }, '')).toContain('Accreditation')
  })

  it('becomes shorter when it is too long [STAMP-18]', async () => {
    const text = await textWith({ name: 'Laboratory '.repeat(5000), address: 'مختبر '.repeat(400) })
    expect(text).toMatch(/Laboratory Laboratory.*…/)
    expect(text).toContain('مختبر مختبر')
    expect(Math.max(...text.split('\n').map((line) => line.trim().length))).toBeLessThan(90)
  })

  it('names the times of collection and release, however long the names are [STAMP-46]', async () => {
    const name = 'Dr. Abdulrahman Khalid Al Mansoori of the Harbour Clinic for Internal Medicine'
    const text = await textWith({}, STAMP.signatory?.name, {
      ...{ signatory: STAMP.signatory, release: { by: name, on: 'September 27, 2026, 12:41' } },
      visit: { collectedOn: 'September 26, 2026, 08:05', referrer: name },
    })
    expect(text).toContain('Collected September 26, 2026, 08:05 · Referred by Dr. Abdulrahman')
    expect(text).toContain('Released September 27, 2026, 12:41 by Dr. Abdulrahman')
  })
})
