import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
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

/** Reads the whole file of an item, and waits until the server has noted that it was sent. */
export const readItemFile = async (client: ApiClient, id: number | string): Promise<void> => {
  const file = await client.raw('GET', `/api/v1/inbox/file/${id}`)
  await file.arrayBuffer()
  if (file.status !== 200) return
  const isDone = async () => {
    const { status, body } = await client.post(`/inbox/claim/${id}`)
    return status !== 200 || body.data.isOpened
  }
  for (let tries = 0; tries < 100 && !(await isDone()); tries += 1) await setTimeout(20)
  await client.post(`/inbox/release/${id}`)
}

/** Publishes an item, or amends with it, after a look at its file. */
export const decideItem = async (
  client: ApiClient,
  address: string,
  ...rest: [body: object, options?: Parameters<ApiClient['post']>[2]]
): Promise<ApiAnswer> => {
  await readItemFile(client, /\d+/.exec(address)?.[0] ?? '')
  return client.post(address, ...rest)
}

export const listInbox = async (client: ApiClient, query = ''): Promise<InboxItem[]> =>
  (await client.get(`/inbox/getAll?limit=100${query}`)).body.data

export const openItem = async (client: ApiClient, id: number): Promise<OpenedInboxItem> => {
  const answer = await client.post(`/inbox/claim/${id}`)
  if (answer.status !== 200) throw new Error(`Not opened: ${JSON.stringify(answer.body)}`)
  return answer.body.data
}
