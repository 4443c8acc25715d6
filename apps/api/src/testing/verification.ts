import type { ApiClient } from './api-client.ts'
import { startLinkApp } from './link-client.ts'
import { pdfBytes, publishReport, registerPatient, uploadFile } from './test-records.ts'
import { withdrawReport } from './withdrawal.ts'

export interface PageAnswer {
  status: number
  headers: Headers
  html: string
}

let visitors = 0
const newAddress = () => `198.51.${100 + Math.floor(++visitors / 250)}.${1 + (visitors % 250)}`

export const createChecker = (client: ApiClient, address = newAddress()) => {
  const request = async (
    method: string,
    path: string,
    { headers = {}, body }: { headers?: Record<string, string>; body?: string } = {},
  ): Promise<PageAnswer> => {
    const response = await client.raw(method, path, {
      headers: { 'x-forwarded-for': address, ...headers },
      ...(body !== undefined && { body }),
    })
    return { status: response.status, headers: response.headers, html: await response.text() }
  }
  return {
    address,
    client,
    get: (path = '', headers: Record<string, string> = {}) => request('GET', `/v${path}`, { headers }),
    async checkFile(code: string, sha256: string, lang = 'en') {
      const { status, html } = await request('GET', `/v/${code}/file-check?lang=${lang}&sha256=${sha256}`)
      return { status, ...(status === 200 && (JSON.parse(html) as { message: string; kind: string })) }
    },
    enterPass: (code: string, pass: string, headers: Record<string, string> = {}) =>
      request('POST', `/v/${code}/report`, {
        headers: { origin: 'null', 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: new URLSearchParams({ pass }).toString(),
      }),
  }
}
export type Checker = ReturnType<typeof createChecker>

/** A server behind one proxy; visitors' addresses come from the proxy's header. */
export const startVerificationApp = async (options: Parameters<typeof startLinkApp>[0] = {}) => {
  const links = await startLinkApp({ trustProxy: 1, ...options })
  const { doctor, type } = links
  const codeOf = async (reportId: number, version?: number): Promise<string> => {
    const row = await links.app.database.one<{ code: string }>(
      `select code from verification_codes where report_id = $1
        and version = coalesce($2, (select version from reports where id = $1))`,
      [reportId, version ?? null],
    )
    return row.code
  }
  return {
    ...links,
    codeOf,
    async published(patient: Record<string, unknown> = {}, content = pdfBytes()) {
      const patientId = await registerPatient(doctor, patient)
      const { id } = await publishReport(doctor, patientId, type, {
        title: 'Secret title',
        remark: 'Secret remark',
        fileUrl: await uploadFile(doctor, content),
      })
      return { id, patientId, content, code: await codeOf(id) }
    },
    async amend(id: number, patientId: number, changes: Record<string, unknown> = {}) {
      const { data } = (await doctor.get(`/report/getById/${id}`)).body
      const answer = await doctor.put(`/report/update/${id}`, {
        patientId,
        title: data.title,
        remark: data.remark,
        reportTypeId: data.reportType.id,
        fileUrl: data.filePath,
        reason: 'clerical',
        ...changes,
      })
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
    },
    withdraw: (id: number) => withdrawReport(doctor, id, { reason: 'other', note: 'Secret note' }),
    newChecker: (address?: string): Checker => createChecker(links.app.client(), address),
    lookupsOf: async (reportId: number, client = links.doctor) =>
      (await client.get(`/report/getVerification/${reportId}`)).body.data as {
        code: string
        address: string
        totalLookups: number
        lookups: { at: string; version: number; outcome: string; network: string }[]
      },
  }
}
export type VerificationApp = Awaited<ReturnType<typeof startVerificationApp>>
