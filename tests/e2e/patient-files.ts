import type { SampleFile } from './sample-files.ts'

export const patientFile = (rows: string[], name = 'patients.csv'): SampleFile => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(['Full Name,Phone,Date of Birth,Room', ...rows, ''].join('\r\n')),
})
