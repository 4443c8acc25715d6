import { setTimeout } from 'node:timers/promises'
import { sure, type ApiAnswer, type ApiClient } from './api-client.ts'
import type { TestLab } from './test-app.ts'
import { uploadFile } from './test-records.ts'

export const needTwoPersons = async (admin: ApiClient, lab: TestLab, changes: object = {}): Promise<void> => {
  sure(await admin.put(`/lab/updateReleaseSettings/${lab.id}`, { twoPersons: 'all', ...changes }))
}

/** Publishes, which awaits release. */
export const submitReport = async (
  client: ApiClient,
  patientId: number,
  reportTypeId: number,
  changes: Record<string, unknown> = {},
): Promise<number> => {
  const answer = await client.post(`/user/uploadPatientReportFile/${patientId}`, {
    ...{ title: 'Blood count', remark: 'Within range', reportTypeId, patientId },
    ...('fileUrl' in changes ? {} : { fileUrl: await uploadFile(client) }),
    ...changes,
  })
  if (answer.status !== 202) throw new Error(`Does not await release: ${JSON.stringify(answer.body)}`)
  return answer.body.data.unreleasedId as number
}

/** Reads the whole file, and waits until the server has noted that it was sent. */
export const readUnreleasedFile = async (
  client: ApiClient,
  id: number,
): Promise<{ status: number; sha256: string }> => {
  const file = await client.raw('GET', `/api/v1/release/file/${id}`)
  await file.arrayBuffer()
  const sha256 = (file.headers.get('etag') ?? '').replaceAll('"', '')
  if (file.status !== 200) return { status: file.status, sha256 }
  const isOpened = async () => (await client.get(`/release/getById/${id}`)).body?.data?.isOpened !== false
  for (let tries = 0; tries < 100 && !(await isOpened()); tries += 1) await setTimeout(20)
  return { status: file.status, sha256 }
}

/** Opens the file and returns what a release has to name. */
export const openUnreleased = async (
  client: ApiClient,
  id: number,
): Promise<{ revision: number; sha256: string }> => {
  const { revision } = sure(await client.get(`/release/getById/${id}`))
  const { status, sha256 } = await readUnreleasedFile(client, id)
  if (status !== 200) throw new Error(`No file: ${status}`)
  return { revision, sha256 }
}

/** The version, revision and file that a decision about an amendment names. */
export const decisionOn = async (
  client: ApiClient,
  id: number,
): Promise<{ revision: number; sha256: string; version: number }> => {
  const { revision, file, amends } = sure(await client.get(`/release/getById/${id}`))
  return { revision, sha256: file?.sha256 ?? '0'.repeat(64), version: amends?.version ?? 1 }
}

export const releaseReport = async (
  client: ApiClient,
  id: number,
  changes: object = {},
): Promise<ApiAnswer> =>
  client.post(`/release/release/${id}`, { ...(await openUnreleased(client, id)), ...changes })
