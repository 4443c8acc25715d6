import type { Bundle, FhirResource } from 'fhir/r4'
import { sure } from './api-client.ts'
import { askAsClient, storeClient } from './integrations.ts'
import type { TestApp } from './test-app.ts'
import { addReportType, publishReport, registerPatient, uploadFile } from './test-records.ts'
import { withdrawReport } from './withdrawal.ts'

/** A lab that uses visits, with two referrers, and clients of it. */
export const useFhirLab = async (app: TestApp) => {
  const lab = await app.createLab()
  const admin = await app.signedIn('Admin')
  const doctor = await app.signedIn('Doctor', lab)
  sure(await admin.put(`/lab/updateVisitSettings/${lab.id}`, { isOn: true }))
  const type = await addReportType(doctor)
  const sensitiveType = sure(
    await doctor.post('/report/addReportType', {
      title: `HIV ${lab.id}`,
      isSensitive: true,
      loinc: '75622-1',
    }),
  ).id as number
  const place = { labId: lab.id, createdBy: admin.user.id }
  const addReferrer = async (name: string) =>
    sure(await doctor.post(`/lab/addReferrer/${lab.id}`, { kind: 'clinic', name })).id as number
  const clientOf = async (reach: { referrerId?: number; includesSensitive?: boolean } = {}) => {
    const { id, key } = await storeClient(app, { ...place, ...reach })
    const ask = (path: string, init?: RequestInit) => askAsClient(app, key, path, init)
    return {
      id,
      key,
      ask,
      read: async <Resource extends FhirResource>(path: string) => {
        const { status, body } = await ask(`/R4/${path}`)
        if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`)
        return body as Resource
      },
      search: async (query: string) => {
        const { status, body } = await ask(`/R4/${query}`)
        if (status !== 200) throw new Error(`${query}: ${status} ${JSON.stringify(body)}`)
        return body as Bundle
      },
    }
  }
  return {
    ...{ lab, admin, doctor, type, sensitiveType, addReferrer, clientOf },
    /** @param visit fields of the visit that the report belongs to, if any */
    async publish({
      patientId,
      visit,
      ...changes
    }: { patientId?: number; visit?: Record<string, unknown>; reportTypeId?: number } & Record<
      string,
      unknown
    > = {}) {
      const patient = patientId ?? (await registerPatient(doctor))
      const { id } = await publishReport(doctor, patient, (changes.reportTypeId as number) ?? type, changes)
      if (visit) sure(await doctor.post(`/visit/create/${patient}`, { ...visit, reportIds: [id] }))
      return { id, patientId: patient }
    },
    async amend(id: number, changes: Record<string, unknown> = {}) {
      const { data } = (await doctor.get(`/report/getById/${id}`)).body
      const fields = { title: 'Corrected', patientId: data.patient.id, reportTypeId: data.reportType.id }
      const fileUrl = await uploadFile(doctor)
      sure(
        await doctor.put(`/report/update/${id}`, { ...fields, reason: 'wrong-result', fileUrl, ...changes }),
      )
    },
    withdraw: async (id: number) =>
      sure(await withdrawReport(doctor, id, { reason: 'published-twice' })) as unknown,
  }
}
export type FhirLab = Awaited<ReturnType<typeof useFhirLab>>
export type FhirTestClient = Awaited<ReturnType<FhirLab['clientOf']>>

export const idsOf = ({ entry = [] }: Bundle): string[] =>
  entry.filter(({ search }) => search?.mode === 'match').map(({ resource }) => resource?.id ?? '')

export const nextOf = ({ link = [] }: Bundle): string | undefined =>
  link.find(({ relation }) => relation === 'next')?.url.split('/R4/')[1]

/** Ids of all pages. */
export const allPages = async (
  { search }: Pick<FhirTestClient, 'search'>,
  query: string,
): Promise<string[]> => {
  const ids: string[] = []
  for (let next: string | undefined = query; next !== undefined;) {
    const page = await search(next)
    ids.push(...idsOf(page))
    next = nextOf(page)
  }
  return ids
}
