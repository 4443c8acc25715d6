import { sure, type ApiClient } from './api-client.ts'

/** Fields of a call that ended now. */
export const callFields = (changes: Record<string, unknown> = {}, now = new Date()) => ({
  ...{ person: 'Dr. Sara Nasser', role: 'Referring doctor', phone: '+97141234567' },
  beganAt: new Date(now.getTime() - 60_000).toISOString(),
  endedAt: now.toISOString(),
  ...{ readOut: 'Potassium 6.9 mmol/L', outcome: 'read-back' },
  ...changes,
})

export const useCritical = async (admin: ApiClient, labId: number, changes: object = {}) =>
  sure(await admin.put(`/lab/updateCriticalSettings/${labId}`, { isOn: true, ...changes })) as object
