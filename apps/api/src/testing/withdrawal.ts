import type { ApiAnswer, ApiClient } from './api-client.ts'
import { seenReport } from './critical.ts'

/** About what the page shows now, unless the body names what it showed before. */
export const withdrawReport = async (
  client: ApiClient,
  id: number | undefined,
  body: Record<string, unknown> = { reason: 'wrong-file' },
): Promise<ApiAnswer> =>
  client.delete(`/report/deleteById/${id}`, { ...(await seenReport(client, id ?? 0)), ...body })

export const reassignReport = async (
  client: ApiClient,
  id: number | undefined,
  body: Record<string, unknown>,
): Promise<ApiAnswer> =>
  client.post(`/report/republishForPatient/${id}`, { ...(await seenReport(client, id ?? 0)), ...body })
