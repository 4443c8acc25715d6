const LINES: [size: number, x: number, y: number, text: string][] = [
  [20, 56, 760, 'Example report'],
  [11, 56, 728, 'A lab without reports sees its letterhead on this page.'],
  [12, 56, 670, 'Hemoglobin                          13.9 g/dL                 12.0 - 15.5'],
  [12, 56, 648, 'Leukocytes                            6.4 x10^9/L              4.0 - 10.0'],
  [12, 56, 626, 'Platelets                               248 x10^9/L              150 - 400'],
]

const textOf = ([size, x, y, text]: (typeof LINES)[number]) =>
  `BT /F1 ${size} Tf ${x} ${y} Td (${text}) Tj ET`

/** A minimal A4 page for the preview before a lab has published a report. */
export const exampleReport = (): Uint8Array => {
  const drawing = LINES.map(textOf).join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let pdf = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = pdf.length
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`
  return new TextEncoder().encode(pdf + end)
}
