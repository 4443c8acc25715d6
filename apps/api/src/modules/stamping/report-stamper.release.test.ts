import { degrees, PDFDocument, PDFName, PDFString, type PDFPage } from '@cantoo/pdf-lib'
import { describe, expect, it } from 'vitest'
import { nestedForms, pdfBomb, pdfOfText } from '../../testing/hostile-files.ts'
import { differenceOf, pdfWithPage, readQrCode, render, STAMP, textOf } from '../../testing/stamps.ts'
import { QueueFullError } from '../../platform/fair-queue.ts'
import { createReportStamper } from './report-stamper.ts'
import { STAMP_CORNERS } from '@zelab/contract'
import type { StampContent, StampResult } from './stamping.ts'

const stamper = createReportStamper()
let owner = 0
const stamp = (content: Uint8Array, changes: Partial<StampContent> = {}, by = stamper) =>
  by.stamp({
    owner: ++owner,
    mediaType: 'application/pdf',
    stamp: { ...STAMP, ...changes },
    read: async () => new Uint8Array(content),
  })

const contentOf = (result: StampResult): Uint8Array => {
  if (result.outcome === 'failed') throw new Error('No file was made')
  return result.content
}

const MM = 72 / 25.4
const A4: [number, number] = [595, 842]
const shortReport = () => pdfOfText(['Patient: Layla Haddad', 'Haemoglobin\t13.2 g/dL'])

describe('stamping an empty corner', () => {
  it.each(STAMP_CORNERS)('changes nothing outside of the block, %s [STAMP-01]', async (corner) => {
    const original = await pdfWithPage(A4, (page) => page.drawText('Haemoglobin 13.2', { x: 200, y: 400 }))
    const result = await stamp(original, { corner })
    expect(result).toMatchObject({ outcome: 'stamped', placement: 'corner', pages: 1 })
    const changed = differenceOf(render(original), render(contentOf(result)))
    const [near, far] = [10 * MM - 1, 105 * MM + 1]
    const across = corner.endsWith('left') ? [near, far] : [A4[0] - far, A4[0] - near]
    const down = corner.startsWith('top') ? [12 * MM - 1, 44 * MM] : [A4[1] - 44 * MM, A4[1] - 12 * MM + 1]
    expect(changed?.left).toBeGreaterThanOrEqual(Math.floor(across[0] ?? 0))
    expect(changed?.right).toBeLessThanOrEqual(Math.ceil(across[1] ?? 0))
    expect(changed?.top).toBeGreaterThanOrEqual(Math.floor(down[0] ?? 0))
    expect(changed?.bottom).toBeLessThanOrEqual(Math.ceil(down[1] ?? 0))
  })

  it('shows who published which report and where to check it [STAMP-02]', async () => {
    const text = textOf(contentOf(await stamp(await shortReport())))
    for (const part of [
      'Cedar Medical Laboratory',
      '12 Hamra Street, Beirut',
      'Accreditation LB-0421',
      'Report #123',
      'Version 2',
      '12 November 2026',
      'ABCDE-FGHJK-MNPQR-STVWX-YZ2345',
      'Check at labs.example/v',
      'Published by Dr. Layla Haddad',
    ])
      expect(text).toContain(part)
  })

  it('leaves a code that a scanner reads at 100, 150 and 200 dpi [STAMP-03]', async () => {
    const full = await pdfWithPage(A4, (page) =>
      page.drawRectangle({ x: 300, y: 40, width: 200, height: 50 }),
    )
    for (const original of [await shortReport(), full]) {
      const copy = contentOf(await stamp(original))
      for (const dpi of [100, 150, 200]) expect(readQrCode(copy, dpi)).toBe(STAMP.address)
    }
  })

  it('keeps its place despite unbalanced content of the page [STAMP-04]', async () => {
    const plain = contentOf(await stamp(await pdfWithPage(A4)))
    for (const content of [
      'q 2 0 0 2 50 50 cm q',
      '0.5 0 0 0.5 9 9 cm BT /F 9 Tf',
      '(a \\) q) pop 0 1 -1 0 0 0 cm',
    ]) {
      const left = await pdfWithPage(A4, (page, { context }) =>
        page.node.set(PDFName.of('Contents'), context.register(context.stream(content))),
      )
      const result = await stamp(left)
      expect(result).toMatchObject({ placement: 'corner' })
      expect(differenceOf(render(plain), render(contentOf(result)))).toBeUndefined()
    }
  })
})

const annotation = (page: PDFPage, entries: Record<string, unknown>) => {
  const { context } = page.doc
  const dict = context.obj({ Type: 'Annot', Rect: [400, 60, 420, 80], ...entries } as never)
  page.node.set(PDFName.of('Annots'), context.obj([context.register(dict)]))
}

const OCCUPIED: Record<string, (page: PDFPage) => void> = {
  text: (page) => page.drawText('Glucose', { x: 400, y: 70, size: 5 }),
  'a light line': (page) =>
    page.drawRectangle({
      x: 300,
      y: 70,
      width: 200,
      height: 0.3,
      color: { type: 'Grayscale', gray: 0.85 } as never,
    }),
  'a link': (page) => annotation(page, { Subtype: 'Link' }),
  'a form field': (page) => annotation(page, { Subtype: 'Widget', FT: 'Tx', T: PDFString.of('name') }),
  'an image that cannot be drawn': (page) => {
    const { context } = page.doc
    const entries = { Type: 'XObject', Subtype: 'Image', Width: 8, Height: 8, BitsPerComponent: 8 }
    const broken = context.stream('none', { ...entries, ColorSpace: 'DeviceGray', Filter: 'JPXDecode' })
    page.node.setXObject(PDFName.of('I'), context.register(broken))
    page.node.set(PDFName.of('Contents'), context.register(context.stream('q 9 0 0 9 9 800 cm /I Do Q')))
  },
}

describe('a corner that is not empty', () => {
  it.each(Object.keys(OCCUPIED))('extends the page below: %s [STAMP-05]', async (content) => {
    const original = await pdfWithPage(A4, OCCUPIED[content])
    const result = await stamp(original)
    expect(result).toMatchObject({ outcome: 'stamped', placement: 'footer' })
    const [before, after] = [render(original), render(contentOf(result))]
    expect(after.width).toBe(before.width)
    expect(after.height - before.height).toBeGreaterThan(26 * MM)
    expect(after.height - before.height).toBeLessThan(34 * MM)
    expect(differenceOf(before, after)).toBeUndefined()
    expect(readQrCode(contentOf(result), 150)).toBe(STAMP.address)
  })
})

/** Adds text below the lower edge of the page, where no viewer shows it. */
const withHiddenText = (hidden: string) =>
  pdfWithPage(A4, (page) => {
    page.drawRectangle({ x: 0, y: 0, width: 595, height: 842 })
    if (hidden) page.drawText(hidden, { x: 60, y: -60, size: 40 })
  })

it.each(['corner', 'footer'])('prints a wide code whole: %s [STAMP-02]', async (placement) => {
  const content =
    placement === 'corner'
      ? await shortReport()
      : await pdfWithPage(A4, (page) => page.drawRectangle({ x: 0, y: 0, width: 595, height: 842 }))
  const result = await stamp(content, { code: 'W'.repeat(26) })
  expect(result).toMatchObject({ placement })
  expect(textOf(contentOf(result))).toContain('WWWWW-WWWWW-WWWWW-WWWWW-WWWWWW')
})

describe('content outside of a page’s edges', () => {
  it('stays invisible when the page is extended [STAMP-05]', async () => {
    const [plain, hidden] = [
      await stamp(await withHiddenText('')),
      await stamp(await withHiddenText('HIDDEN')),
    ]
    expect([plain, hidden]).toMatchObject([{ placement: 'footer' }, { placement: 'footer' }])
    const [one, other] = [render(contentOf(plain)), render(contentOf(hidden))]
    expect(Buffer.compare(one.data, other.data)).toBe(0)
  })

  it('leads to a slip as an annotation [STAMP-05]', async () => {
    const content = await pdfWithPage(A4, (page) => {
      page.drawRectangle({ x: 0, y: 0, width: 595, height: 842 })
      const { context } = page.doc
      const link = context.obj({ Type: 'Annot', Subtype: 'Square', Rect: [50, -70, 200, -20] })
      page.node.set(PDFName.of('Annots'), context.obj([context.register(link)]))
    })
    expect(await stamp(content)).toMatchObject({ outcome: 'slip', reason: 'unsupported' })
  })
})

const PAGES: Record<string, [size: [number, number], change: (page: PDFPage) => void]> = {
  'turned by 90': [A4, (page) => page.setRotation(degrees(90))],
  'turned by 180': [A4, (page) => page.setRotation(degrees(180))],
  'turned by 270': [A4, (page) => page.setRotation(degrees(-90))],
  cropped: [[700, 1000], (page) => page.setCropBox(50, 60, 500, 700)],
  'cropped and turned': [
    [700, 1000],
    (page) => {
      page.setCropBox(50, 60, 500, 700)
      page.setRotation(degrees(270))
    },
  ],
  'with another origin': [A4, (page) => page.setMediaBox(-300, -400, 595, 842)],
  'with a unit': [[300, 421], (page) => page.node.set(PDFName.of('UserUnit'), page.doc.context.obj(2))],
  landscape: [[842, 595], () => {}],
  A0: [[2384, 3370], () => {}],
  narrow: [[280, 400], () => {}],
}

describe('pages of all kinds', () => {
  it.each(Object.keys(PAGES))(
    'get a stamp in the corner, or below what they show: %s [STAMP-06]',
    async (kind) => {
      const [size, change] = PAGES[kind] as (typeof PAGES)[string]
      // Poppler ignores the user unit of the page.
      const hasUnit = kind === 'with a unit'
      const dpi = hasUnit ? 200 : 100
      const empty = await pdfWithPage(size, change)
      const corner = await stamp(empty, { marginX: 0, marginY: 0 })
      expect(corner).toMatchObject({ outcome: 'stamped', placement: 'corner' })
      const [before, after] = [render(empty), render(contentOf(corner))]
      expect([after.width, after.height]).toEqual([before.width, before.height])
      const changed = differenceOf(before, after)
      expect(Math.abs(before.width - (changed?.right ?? 0))).toBeLessThan(6)
      expect(Math.abs(before.height - (changed?.bottom ?? 0))).toBeLessThan(6)
      expect(readQrCode(contentOf(corner), dpi)).toBe(STAMP.address)

      const full = await pdfWithPage(size, (page) => {
        page.drawRectangle({ x: -5000, y: -5000, width: 10_000, height: 10_000, opacity: 0.5 })
        change(page)
      })
      const footer = await stamp(full)
      expect(footer).toMatchObject({ outcome: 'stamped', placement: 'footer' })
      const [covered, extended] = [render(full), render(contentOf(footer))]
      expect(extended.width).toBe(covered.width)
      expect(extended.height).toBeGreaterThan(covered.height + (hasUnit ? 35 : 70))
      // Skips the last row, which may show a part of the footer because of rounding.
      const shown = { ...covered, height: covered.height - 1 }
      expect(differenceOf(shown, extended)).toBeUndefined()
      expect(readQrCode(contentOf(footer), dpi)).toBe(STAMP.address)
    },
  )

  it('get a slip when they are narrower than the stamp [STAMP-06]', async () => {
    const label = await pdfWithPage([60 * MM, 40 * MM])
    expect(await stamp(label)).toMatchObject({ outcome: 'slip', reason: 'unsupported' })
  })

  it('stay as they are after the first one, with the title of the file [STAMP-07]', async () => {
    const lines = Array.from({ length: 200 }, (_, page) => [`Page ${page + 1}`, '\f']).flat()
    const doc = await PDFDocument.load(await pdfOfText(lines.slice(0, -1)))
    doc.setTitle('Blood count')
    const original = await doc.save()
    const result = await stamp(original)
    expect(result).toMatchObject({ outcome: 'stamped', pages: 200 })
    const copy = contentOf(result)
    expect(differenceOf(render(original, 72, 200), render(copy, 72, 200))).toBeUndefined()
    expect((await PDFDocument.load(copy)).getTitle()).toBe('Blood count')
  })
})

it('gives the same bytes for the same input [STAMP-08]', async () => {
  const original = await shortReport()
  const [first, other] = [
    await stamp(original),
    await stamp(original, { lab: { ...STAMP.lab, name: 'مختبر' } }),
  ]
  const again = await stamp(original, {}, createReportStamper())
  expect(Buffer.from(contentOf(await stamp(original)))).toEqual(Buffer.from(contentOf(first)))
  expect(Buffer.from(contentOf(again))).toEqual(Buffer.from(contentOf(first)))
  expect(Buffer.from(contentOf(other))).not.toEqual(Buffer.from(contentOf(first)))
})

describe('a file that takes too much', () => {
  it('ends its process only [STAMP-09]', async () => {
    const hurried = createReportStamper({ cpuLimitMs: 1_500 })
    expect(await stamp(nestedForms(), {}, hurried)).toMatchObject({
      outcome: expect.stringMatching(/failed|slip/),
    })
    expect((await stamp(pdfBomb())).outcome).not.toBe('stamped')
    const busy = await pdfWithPage(A4, (page, { context }) => {
      const work = '0 0 m 500 800 l S '.repeat(400_000)
      page.node.set(PDFName.of('Contents'), context.register(context.flateStream(work)))
    })
    expect(await stamp(busy, {}, createReportStamper({ cpuLimitMs: 300 }))).toEqual({ outcome: 'failed' })
    expect(await stamp(await shortReport())).toMatchObject({ outcome: 'stamped' })
  })

  it('waits in a queue that is limited for each user [STAMP-10]', async () => {
    const content = await shortReport()
    const attempts = Array.from({ length: 14 }, () =>
      stamper.stamp({
        owner: -1,
        mediaType: 'application/pdf',
        stamp: STAMP,
        read: async () => new Uint8Array(content),
      }),
    )
    const outcomes = await Promise.allSettled(attempts)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(9)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(QueueFullError)
  })
})
