import { shownVerificationCode } from '@zelab/contract'
import { createHash } from 'node:crypto'
import { PDFDocument } from '@cantoo/pdf-lib'
import { addSheet, describeSheet, saveDocument } from '../document.ts'
import { createDrawing, MM, type Drawing } from '../drawing/drawing.ts'
import { drawQrCode } from '../drawing/qr-code.ts'
import type { SlipReason, StampResult, StampTask } from '../stamping.ts'
import { createFontSet } from '../text/embedded-fonts.ts'
import { A4, drawLetterhead, LETTERHEAD_HEIGHT, SHEET_MARGIN } from './letterhead.ts'
import { ARABIC_LABELS, prepareParts, type StampParts } from './stamp-parts.ts'

const REASONS: Record<SlipReason, [english: string, arabic: string]> = {
  signed: [
    'The report has a digital signature. It is unchanged, and this page belongs to it.',
    'يحمل التقرير توقيعًا رقميًا، ولذلك بقي دون تغيير. هذه الصفحة مرفقة به.',
  ],
  unsupported: [
    'The report could not be stamped. It is unchanged, and this page belongs to it.',
    'تعذّر ختم التقرير، ولذلك بقي دون تغيير. هذه الصفحة مرفقة به.',
  ],
}

const RIGHT = A4.width - SHEET_MARGIN
const WIDTH = A4.width - 2 * SHEET_MARGIN
const LABEL_WIDTH = 110
const VALUE_LEFT = SHEET_MARGIN + LABEL_WIDTH
const QR_SIDE = 36 * MM

interface Row {
  label: [english: string, arabic: string]
  values: string[]
}

const inGroups = (text: string, size: number) => text.match(new RegExp(`.{1,${size}}`, 'g')) ?? []

const hashLines = (content: Uint8Array) => {
  const groups = inGroups(createHash('sha256').update(content).digest('hex'), 8)
  return [groups.slice(0, 4).join(' '), groups.slice(4).join(' ')]
}

const rowsOf = ({ stamp, content }: StampTask, pages: number | undefined): Row[] => [
  { label: ['Report', ARABIC_LABELS.report], values: [stamp.report.number] },
  { label: ['Version', ARABIC_LABELS.version], values: [String(stamp.report.version)] },
  { label: ['Published on', ARABIC_LABELS.publishedOn], values: [stamp.report.publishedOn] },
  ...(stamp.signatory
    ? [
        {
          label: ['Published by', ARABIC_LABELS.publishedBy] as [string, string],
          values: [stamp.signatory.name],
        },
      ]
    : []),
  ...(stamp.release
    ? [
        {
          label: ['Released by', 'اعتمده'] as [string, string],
          values: [`${stamp.release.by}, ${stamp.release.on}`],
        },
      ]
    : []),
  ...(stamp.visit?.collectedOn
    ? [{ label: ['Collected on', 'تاريخ أخذ العينة'] as [string, string], values: [stamp.visit.collectedOn] }]
    : []),
  ...(stamp.visit?.referrer
    ? [{ label: ['Referred by', 'الجهة المُحيلة'] as [string, string], values: [stamp.visit.referrer] }]
    : []),
  ...(pages === undefined
    ? []
    : [{ label: ['Pages', 'عدد الصفحات'] as [string, string], values: [String(pages)] }]),
  { label: ['File (SHA-256)', 'بصمة الملف'], values: hashLines(content) },
]

const LABEL = { size: 9, gray: 0.4 }
const VALUE = { size: 10 }
const ROW_PADDING = 9
const VALUE_LEADING = 15

const drawRows = (drawing: Drawing, rows: Row[], top: number): number => {
  let y = top
  for (const { label, values } of rows) {
    y -= ROW_PADDING
    const first = y - 9
    drawing.text(label[0], SHEET_MARGIN, first, LABEL)
    drawing.text(label[1], RIGHT, first, LABEL, WIDTH, 'right')
    values.forEach((value, index) => {
      drawing.text(value, VALUE_LEFT, first - index * VALUE_LEADING, VALUE, WIDTH - 2 * LABEL_WIDTH + 20)
    })
    y = first - (values.length - 1) * VALUE_LEADING - ROW_PADDING + 2
    drawing.rule(SHEET_MARGIN, y, WIDTH)
  }
  return y
}

const drawCheck = (drawing: Drawing, { stamp, qrCode }: StampParts, top: number) => {
  const bottom = top - QR_SIDE
  drawQrCode(drawing, qrCode, SHEET_MARGIN, bottom, QR_SIDE)
  const left = SHEET_MARGIN + QR_SIDE + 24
  const place = `${stamp.host}/v`
  drawing.text('How to check this report', left, top - 12, { size: 11, weight: 'semibold' })
  drawing.text('كيفية التحقق من التقرير', RIGHT, top - 12, { size: 11, weight: 'semibold' }, WIDTH, 'right')
  const explanation = { size: 9, gray: 0.25 }
  drawing.text(`Scan the code, or enter it at ${place}`, left, top - 32, explanation)
  drawing.text(`امسحوا الرمز، أو أدخلوه في ${place}`, RIGHT, top - 48, explanation, WIDTH, 'right')
  drawing.text(shownVerificationCode(stamp.code), left, top - 74, { size: 13, weight: 'semibold' })
}

export const makeSlip = async (
  task: StampTask,
  reason: SlipReason,
  pages: number | undefined,
): Promise<StampResult> => {
  const { stamp } = task
  const doc = await PDFDocument.create({ updateMetadata: false })
  const fonts = createFontSet(doc)
  const drawing = createDrawing(fonts)
  const parts = await prepareParts(doc, stamp)
  drawLetterhead(drawing, parts, A4.width, A4.height - 10 * MM)

  let y = A4.height - 10 * MM - LETTERHEAD_HEIGHT - 44
  drawing.text('Verification slip', SHEET_MARGIN, y, { size: 22, weight: 'semibold' })
  drawing.text('صفحة التحقق', RIGHT, y, { size: 22, weight: 'semibold' }, WIDTH, 'right')
  const [english, arabic] = REASONS[reason]
  drawing.text(english, SHEET_MARGIN, (y -= 26), { size: 9.5, gray: 0.25 }, WIDTH)
  drawing.text(arabic, RIGHT, (y -= 17), { size: 9.5, gray: 0.25 }, WIDTH, 'right')
  drawing.rule(SHEET_MARGIN, (y -= 20), WIDTH)
  y = drawRows(drawing, rowsOf(task, pages), y)
  drawCheck(drawing, parts, y - 34)

  addSheet(doc, drawing, A4.width, A4.height)
  describeSheet(doc, `Verification slip of report ${stamp.report.number}`, stamp.lab.name)
  return { outcome: 'slip', content: await saveDocument(doc, fonts, task), pages: 1, reason }
}
