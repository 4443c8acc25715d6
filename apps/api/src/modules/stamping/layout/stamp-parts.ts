import type { PDFDocument } from '@cantoo/pdf-lib'
import { shownVerificationCode } from '@zelab/contract'
import { shapeText } from '../text/shaping.ts'
import type { Drawing, EmbeddedImage, TextStyle } from '../drawing/drawing.ts'
import { embedPicture } from '../drawing/pictures.ts'
import { createQrCode, type QrCode } from '../drawing/qr-code.ts'
import type { StampContent } from '../stamping.ts'

export const ARABIC_LABELS = {
  report: 'التقرير',
  version: 'النسخة',
  publishedOn: 'تاريخ الإصدار',
  publishedBy: 'أصدره',
  accreditation: 'رقم الاعتماد',
  check: 'للتحقق',
  bornOn: 'تاريخ الميلاد',
}

export interface StampParts {
  stamp: StampContent
  /** Labels in both languages are for labs with a letterhead in Arabic; empty for others. */
  arabic: Partial<typeof ARABIC_LABELS>
  qrCode: QrCode
  logo: EmbeddedImage | undefined
  signature: EmbeddedImage | undefined
}

export const prepareParts = async (doc: PDFDocument, stamp: StampContent): Promise<StampParts> => ({
  stamp,
  arabic: /\p{Script=Arabic}/u.test(`${stamp.lab.name} ${stamp.lab.address ?? ''}`) ? ARABIC_LABELS : {},
  qrCode: createQrCode(stamp.address),
  logo: await embedPicture(doc, stamp.lab.logo),
  signature: await embedPicture(doc, stamp.signatory?.signature ?? null),
})

export const STYLES = {
  name: { size: 8.5, weight: 'semibold' },
  detail: { size: 6.5, gray: 0.35 },
  fact: { size: 6.75, gray: 0.15 },
  code: { size: 8, weight: 'semibold' },
} satisfies Record<string, TextStyle>

export interface Line {
  text: string
  /** At the other end of the line, if both fit. */
  arabic?: string | undefined
  style: TextStyle
  leading: number
  /** The text shrinks to this size before it is shortened. */
  smallest?: number
}

export const codeLine = ({ code }: StampContent, leading: number): Line => ({
  text: shownVerificationCode(code),
  style: STYLES.code,
  leading,
  // A shortened code is useless.
  smallest: 0,
})

const fitted = ({ text, style, smallest = style.size }: Line, width: number): TextStyle => {
  const fitting = width / shapeText(text, style.weight ?? 'regular').width
  return { ...style, size: Math.max(smallest, Math.min(style.size, fitting)) }
}

export const join = (...parts: (string | null)[]) => parts.filter(Boolean).join('  ·  ')

const accreditationOf = ({ accreditation }: StampContent['lab']) =>
  accreditation && `Accreditation ${accreditation}`

export const contactOf = (lab: StampContent['lab']) => join(accreditationOf(lab), lab.phone)

export const labLines = ({ stamp: { lab }, arabic }: StampParts): Line[] =>
  [
    { text: lab.name, style: STYLES.name, leading: 10.5 },
    { text: lab.address ?? '', style: STYLES.detail, leading: 8 },
    {
      text: accreditationOf(lab) ?? '',
      arabic: arabic.accreditation,
      style: STYLES.detail,
      leading: 8,
    },
  ].filter(({ text }) => text !== '')

export const reportLines = ({ stamp: { report }, arabic }: StampParts, leading: number): Line[] => [
  {
    text: join(`Report ${report.number}`, `Version ${report.version}`),
    arabic: arabic.report && join(arabic.report, arabic.version ?? null),
    style: STYLES.fact,
    leading,
  },
  { text: report.publishedOn, arabic: arabic.publishedOn, style: STYLES.fact, leading },
]

export const checkLine = ({ stamp, arabic }: StampParts, leading: number): Line => ({
  text: `Check at ${stamp.host}/v`,
  arabic: arabic.check,
  style: STYLES.fact,
  leading,
})

const SMALLEST_FACT = 5.5

/**
 * Times come first, because names may be shortened. No lines without a visit that names one of them, and without a
 * second person.
 */
export const visitLines = ({ stamp: { visit, release } }: StampParts, leading: number): Line[] => {
  const ofVisit = join(
    visit?.collectedOn ? `Collected ${visit.collectedOn}` : null,
    visit?.referrer ? `Referred by ${visit.referrer}` : null,
  )
  const ofRelease = release ? `Released ${release.on} by ${release.by}` : ''
  return [ofVisit, ofRelease]
    .filter((text) => text !== '')
    .map((text) => ({ text, style: STYLES.fact, leading, smallest: SMALLEST_FACT }))
}

export const heightOf = (lines: Line[]) => lines.reduce((sum, { leading }) => sum + leading, 0)

const LABEL_GAP = 6

export const drawLines = (drawing: Drawing, lines: Line[], x: number, top: number, width: number): number => {
  let y = top
  for (const line of lines) {
    const { text, arabic, leading } = line
    const style = fitted(line, width)
    // Baseline: centers capital letters in the line.
    const baseline = y - leading / 2 - style.size * 0.35
    const used = drawing.text(text, x, baseline, style, width)
    const labelWidth = arabic === undefined ? Infinity : shapeText(arabic, 'regular').width * style.size
    if (arabic !== undefined && used + LABEL_GAP + labelWidth <= width)
      drawing.text(arabic, x + width, baseline, { size: style.size, gray: 0.35 }, Infinity, 'right')
    y -= leading
  }
  return y
}
