import { addressOf } from '@zelab/contract'
import { clientEndpoints } from './endpoints.ts'
import { storeClient } from './integrations.ts'
import type { TestApp } from './test-app.ts'

/** Every read and search of a client that may read all of a lab, or what names a referrer. */
export const createFhirWalk = async (
  app: TestApp,
  {
    reportId,
    patientId,
    ...place
  }: { reportId: number; patientId: number; labId: number; createdBy: number; referrerId?: number },
) => {
  const { key } = await storeClient(app, { ...place, includesSensitive: true })
  const ids = [1, 2, 3].flatMap((version) => [`report-${reportId}-${version}`])
  const values = [
    ...ids,
    `report-${reportId}`,
    `patient-${patientId}`,
    `lab-${place.labId}`,
    `user-${place.createdBy}`,
  ]
  const queries = [
    ...['', `?patient=patient-${patientId}`, `?identifier=${reportId}`, '?_count=1'],
    ...['?status=entered-in-error', '?date=ge2026', '?_lastUpdated=ge2026'],
    ...['?_include=DiagnosticReport:patient', '?_sort=-_lastUpdated', '?_summary=count'],
    ...[`?patient=patient-${patientId}&_sort=-date`, `?_id=report-${reportId}&_sort=issued`],
    ...['?name=layla', '?birthdate=1990-05-01', '?code=58410-2'],
  ]
  const paths = clientEndpoints
    .filter(([, { access, method }]) => access.startsWith('system/') && method === 'GET')
    .flatMap(([, endpoint]) => {
      const address = addressOf(endpoint)
      return address.includes(':id')
        ? values.map((id) => address.replace(':id', id))
        : queries.map((q) => address + q)
    })
  return async (): Promise<Map<string, Buffer>> => {
    const answers = new Map<string, Buffer>()
    for (const path of paths) {
      const answer = await fetch(app.origin + path, { headers: { authorization: `Bearer ${key}` } })
      if (answer.status >= 500) throw new Error(`${path}: ${answer.status}`)
      if (answer.status < 400) {
        const file = answer.headers.get('content-disposition') ?? ''
        answers.set(path, Buffer.concat([Buffer.from(file), Buffer.from(await answer.arrayBuffer())]))
      }
    }
    return answers
  }
}
