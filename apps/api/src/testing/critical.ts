import { sure, type ApiClient } from './api-client.ts'

/** A mail server that takes nothing: critical results need a channel. */
export const SILENT_MAIL_SERVER = 'smtp://127.0.0.1:9'

/** Fields of a call that ended now. */
export const callFields = (changes: Record<string, unknown> = {}, now = new Date()) => ({
  ...{ person: 'Dr. Sara Nasser', role: 'Referring doctor', phone: '+97141234567' },
  beganAt: new Date(now.getTime() - 50_000).toISOString(),
  endedAt: now.toISOString(),
  ...{ readOut: 'Potassium', value: '6.9', unit: 'mmol/L', identifiers: 'name and date of birth' },
  ...{ outcome: 'read-back' },
  ...changes,
})

/** For a report that the client does not see. */
const UNSEEN = { sha256: '0'.repeat(64) }

/** The version and file on the page of a report. */
export const seenReport = async (
  client: ApiClient,
  id: number,
): Promise<{ version: number; sha256: string }> => {
  const { status, body } = await client.get(`/report/getById/${id}`)
  return status === 200 ? { version: body.data.version, sha256: body.data.sha256 } : { version: 1, ...UNSEEN }
}

/** The revision and file on the page of a report that awaits release. */
export const seenUnreleased = async (
  client: ApiClient,
  id: number,
): Promise<{ revision: number; sha256: string }> => {
  const { status, body } = await client.get(`/release/getById/${id}`)
  return status === 200
    ? { revision: body.data.revision, sha256: body.data.file?.sha256 ?? UNSEEN.sha256 }
    : { revision: 1, ...UNSEEN }
}

export const useCritical = async (admin: ApiClient, labId: number, changes: object = {}) =>
  sure(await admin.put(`/lab/updateCriticalSettings/${labId}`, { isOn: true, ...changes })) as object

/** About what the page shows now, unless the changes name what it showed before. */
export const recordCall = async (client: ApiClient, id: number, changes: object = {}) =>
  client.post(`/critical/recordCall/${id}`, {
    ...(await seenReport(client, id)),
    ...callFields({ ...changes }),
  })

export const recordUnreleasedCall = async (client: ApiClient, id: number, changes: object = {}) =>
  client.post(`/critical/recordUnreleasedCall/${id}`, {
    ...(await seenUnreleased(client, id)),
    ...callFields({ ...changes }),
  })

export const flagReport = async (client: ApiClient, id: number) =>
  client.post(`/critical/flag/${id}`, await seenReport(client, id))

export const flagUnreleased = async (client: ApiClient, id: number) =>
  client.post(`/critical/flagUnreleased/${id}`, await seenUnreleased(client, id))
