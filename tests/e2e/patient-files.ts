import type { SampleFile } from './sample-files.ts'

/** A CSV file with these rows under the columns that an import needs. */
export const patientFile = (rows: string[], name = 'patients.csv'): SampleFile => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(['Full Name,Phone,Date of Birth,Room', ...rows, ''].join('\r\n')),
})
