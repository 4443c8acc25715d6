import { readFileSync } from 'node:fs'

/** A file for Playwright's `setInputFiles`. */
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

export const samplePdf = (): SampleFile => read('blood-count.pdf', 'application/pdf')
/** Renders four times as fast, for tests that do not check the file. */
export const sampleSlip = (): SampleFile => read('result-slip.pdf', 'application/pdf')
export const sampleJpeg = (): SampleFile => read('chest-x-ray.jpg', 'image/jpeg')
export const samplePng = (): SampleFile => read('urine-scan.png', 'image/png')

/** Pads with a comment and another trailer, because readers search for the cross-reference table from the end. */
export const samplePdfOfSize = (bytes: number): SampleFile => {
  const pdf = samplePdf()
  const end = pdf.buffer.subarray(pdf.buffer.lastIndexOf('startxref'))
  const padding = Buffer.alloc(Math.max(0, bytes - pdf.buffer.length - end.length), 'x')
  return { ...pdf, buffer: Buffer.concat([pdf.buffer, Buffer.from('\n%'), padding, Buffer.from('\n'), end]) }
}
