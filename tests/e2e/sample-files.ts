import { readFileSync } from 'node:fs'

/** A file as a person picks it: Playwright's `setInputFiles` takes it as it is. */
export interface SampleFile {
  name: string
  mimeType: string
  buffer: Buffer
}

const read = (name: string, mimeType: string): SampleFile => ({
  name,
  mimeType,
  buffer: readFileSync(new URL(`files/${name}`, import.meta.url)),
})

/** A laboratory's printout of three pages. */
export const samplePdf = (): SampleFile => read('blood-count.pdf', 'application/pdf')
/** The top of its first page, drawn in a quarter of the time: for reports whose file is not looked at. */
export const sampleSlip = (): SampleFile => read('result-slip.pdf', 'application/pdf')
export const sampleJpeg = (): SampleFile => read('chest-x-ray.jpg', 'image/jpeg')
export const samplePng = (): SampleFile => read('urine-scan.png', 'image/png')

/**
 * A valid PDF of at least so many bytes: a long comment is appended, and after it the end of the file once more,
 * since readers look for the cross-reference table from there.
 */
export const samplePdfOfSize = (bytes: number): SampleFile => {
  const pdf = samplePdf()
  const end = pdf.buffer.subarray(pdf.buffer.lastIndexOf('startxref'))
  const padding = Buffer.alloc(Math.max(0, bytes - pdf.buffer.length - end.length), 'x')
  return { ...pdf, buffer: Buffer.concat([pdf.buffer, Buffer.from('\n%'), padding, Buffer.from('\n'), end]) }
}
