import { randomUUID } from 'node:crypto'
import type { InboxItem, OpenedInboxItem } from '@zelab/contract'
import type { ApiAnswer, ApiClient } from './api-client.ts'
import { pdfOfText } from './hostile-files.ts'
import { nextNumber } from './test-app.ts'

export const dropFile = (
  client: ApiClient,
  content: Buffer,
  fileName: string,
  { key = randomUUID(), labId }: { key?: string; labId?: number } = {},
): Promise<ApiAnswer> => {
  const form = new FormData()
  form.append('reportFile', new Blob([new Uint8Array(content)]), fileName)
  const lab = labId === undefined ? '' : `&labId=${labId}`
  return client.post(`/inbox/uploadFile?key=${key}${lab}`, form)
}

/** Unique for every call. */
export const reportPdf = (...lines: string[]): Promise<Buffer> =>
  pdfOfText(['Blood count', ...lines, `Specimen number ${nextNumber()}-${randomUUID()}`])

export const dropReport = async (client: ApiClient, ...lines: string[]): Promise<number> => {
  const answer = await dropFile(client, await reportPdf(...lines), 'result.pdf')
  if (answer.status !== 200) throw new Error(`No upload: ${JSON.stringify(answer.body)}`)
  return answer.body.data[0].itemId as number
}

export const linesOf = (patient: { fullName: string; dob: string; emrId: string }): string[] => [
  `Patient: ${patient.fullName}`,
  `DOB: ${patient.dob}`,
  `EMR ID: ${patient.emrId}`,
]

export const listInbox = async (client: ApiClient, query = ''): Promise<InboxItem[]> =>
  (await client.get(`/inbox/getAll?limit=100${query}`)).body.data

export const openItem = async (client: ApiClient, id: number): Promise<OpenedInboxItem> => {
  const answer = await client.post(`/inbox/claim/${id}`)
  if (answer.status !== 200) throw new Error(`Not opened: ${JSON.stringify(answer.body)}`)
  return answer.body.data
}
