import { contract, type Endpoint } from '@zelab/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ApiClient } from '../testing/api-client.ts'
import { useTestApp } from '../testing/test-app.ts'
import { addReportType, publishReport, registerPatient, uploadFile } from '../testing/test-records.ts'
import { withdrawReport } from '../testing/withdrawal.ts'

const LABS = 3
const ROLES = ['Doctor', 'Technician', 'Receptionist'] as const

/** All data of a lab contains its mark, so that any response reveals a leak. */
interface MarkedLab {
  mark: string
  clients: Record<(typeof ROLES)[number], ApiClient>
  ids: { patients: number[]; reports: number[]; lab: number }
  files: string[]
}
const labs: MarkedLab[] = []

const app = await useTestApp()
const admin = await app.signedIn('Admin')
const type = await addReportType(admin)
for (let index = 0; index < LABS; index++) {
  const mark = `Secret${'XYZ'[index]}`
  const lab = await app.createLab(`${mark} Lab`)
  const clients = {
    Doctor: await app.signedIn('Doctor', lab),
    Technician: await app.signedIn('Technician', lab),
    Receptionist: await app.signedIn('Receptionist', lab),
  }
  const patients: number[] = []
  const reports: number[] = []
  const files: string[] = []
  for (let number = 0; number < 3; number++) {
    const patient = await registerPatient(clients.Receptionist, {
      fullName: `${mark} Person`,
      emrId: `${mark}-${number}`,
      email: `${mark}${number}@mail.test`,
      phone: '+971500001111',
      registrationType: mark,
    })
    const publisher = number === 2 ? admin : clients.Technician
    const report = await publishReport(publisher, patient, type, {
      title: `${mark} report`,
      remark: `${mark} remark`,
    })
    await clients.Receptionist.post(`/delivery/handOver/${report.id}`, { channel: 'copy', language: 'en' })
    patients.push(patient)
    reports.push(report.id)
    files.push(report.filePath)
  }
  await withdrawReport(clients.Technician, reports[1], { reason: 'other', note: `${mark} reason` })
  files.push(await uploadFile(clients.Technician))
  labs.push({ mark, clients, ids: { patients, reports, lab: lab.id }, files })
}

/** Reads that use POST only to stay out of logs. */
const READING_BODIES: Record<string, (text: string) => object> = {
  '/patient/checkPhone': () => ({ phone: '+971500001111' }),
  '/search/records': (text) => ({ text }),
}

// Reads only; the tests of each write check what it may change.
const reads: Endpoint[] = Object.values(contract).flatMap((group) =>
  Object.values(group as Record<string, Endpoint>).filter(
    (endpoint) => endpoint.method === 'GET' || endpoint.path in READING_BODIES,
  ),
)

const queries = fc.record({
  search: fc.constantFrom(
    '',
    'Secret',
    'Persan',
    'Sekret',
    'se',
    '00001111',
    'ZL-',
    '1',
    '5',
    '#3',
    '%',
    '_',
  ),
  limit: fc.constantFrom('1', '10', '100'),
  page: fc.constantFrom('1', '2', '999'),
  registrationType: fc.constantFrom('all', 'SecretX', 'SecretY', 'SecretZ'),
  sortBy: fc.constantFrom('createdAt', 'fullName'),
  sortOrder: fc.constantFrom('asc', 'desc'),
  tab: fc.constantFrom('all', 'self', 'system'),
})

describe('answers', () => {
  it('never contain data of another lab for any input', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...reads),
        fc.nat(LABS - 1),
        fc.constantFrom(...ROLES),
        fc.nat(LABS - 1),
        fc.nat(8),
        queries,
        async (endpoint, own, role, other, number, query) => {
          const { clients, mark } = labs[own] as MarkedLab
          const foreign = labs[other] as MarkedLab
          const idsByPath = /report\/get(ById|Versions|Readers)|delivery\/|ofReport/.test(endpoint.path)
            ? foreign.ids.reports
            : foreign.ids.patients
          const id = /lab\//.test(endpoint.path)
            ? foreign.ids.lab
            : (idsByPath[number % idsByPath.length] ?? 1)
          const file = foreign.files[number % foreign.files.length]?.split('/').at(-1) ?? ''
          const path = endpoint.path.replace(':fileName', file).replace(/:\w+/g, String(id))
          const answer =
            endpoint.method === 'GET'
              ? await clients[role].raw('GET', `/api/v1${path}?${new URLSearchParams(query)}`)
              : await clients[role].raw('POST', `/api/v1${path}`, {
                  body: JSON.stringify(READING_BODIES[endpoint.path]?.(query.search)),
                  headers: { 'content-type': 'application/json' },
                })
          expect(answer.status).toBeLessThan(500)
          const text = await answer.text()
          for (const { mark: otherMark } of labs)
            if (otherMark !== mark) expect(text, `${role} of ${mark}: ${path}`).not.toContain(otherMark)
          // Report types are shared by all labs, and a redirect leads to a page that says the problem.
          const isShared =
            endpoint.path.startsWith('/report/getReportType') || endpoint.response === 'redirect'
          if (own !== other && !isShared && /:(id|reportId|patientId|fileName)/.test(endpoint.path))
            expect([403, 404], `${role} of ${mark}: ${path}`).toContain(answer.status)
        },
      ),
      { numRuns: 600 },
    )
  })
})
