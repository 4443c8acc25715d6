import type { ApiClient } from './api-client.ts'
import { nextNumber } from './test-app.ts'

export const patientFields = (changes: Record<string, unknown> = {}) => {
  const number = nextNumber()
  return {
    fullName: 'Layla Haddad',
    emrId: `EMR-${1000 + number}`,
    email: `layla${number}@mail.test`,
    phone: `+97150${String(1_000_000 + number)}`,
    dob: '1990-05-01',
    gender: 'FEMALE',
    address: { line1: '12 Palm Street', city: 'Dubai' },
    ...changes,
  }
}

export const registerPatient = async (
  client: ApiClient,
  changes?: Record<string, unknown>,
): Promise<number> => {
  const answer = await client.post('/user/patient/onboarding', patientFields(changes))
  if (answer.status !== 200) throw new Error(`No patient: ${JSON.stringify(answer.body)}`)
  return answer.body.data.id as number
}

/** A small but real PDF with one empty page, different for every number. */
export const pdfBytes = (number: number = nextNumber()): Buffer => {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${200 + number} 300] >>`,
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const start = text.length
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`
  text += offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}

/** One white pixel. */
export const PNG_BYTES = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTj2FAAAAABJRU5ErkJggg==',
  'base64',
)

export const addReportType = async (client: ApiClient, title = `Type ${nextNumber()}`): Promise<number> => {
  const answer = await client.post('/report/addReportType', { title })
  if (answer.status !== 200) throw new Error(`No report type: ${JSON.stringify(answer.body)}`)
  return answer.body.data.id as number
}

export const uploadFile = async (
  client: ApiClient,
  content = pdfBytes(),
  name = 'result.pdf',
): Promise<string> => {
  const answer = await client.upload(content, name)
  if (answer.status !== 200) throw new Error(`No upload: ${JSON.stringify(answer.body)}`)
  return answer.body.data.fileUrl as string
}

export const publishReport = async (
  client: ApiClient,
  patientId: number,
  reportTypeId: number,
  changes: Record<string, unknown> = {},
): Promise<{ id: number; filePath: string }> => {
  const answer = await client.post(`/user/uploadPatientReportFile/${patientId}`, {
    title: 'Blood count',
    remark: 'Within range',
    reportTypeId,
    patientId,
    fileUrl: await uploadFile(client),
    ...changes,
  })
  if (answer.status !== 200) throw new Error(`No report: ${JSON.stringify(answer.body)}`)
  return answer.body.data as { id: number; filePath: string }
}
