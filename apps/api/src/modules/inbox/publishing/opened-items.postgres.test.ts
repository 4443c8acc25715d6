import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { ApiClient } from '../../../testing/api-client.ts'
import { decideItem, dropReport, linesOf, openItem } from '../../../testing/inbox.ts'
import { useTestApp } from '../../../testing/test-app.ts'
import {
  addReportType,
  patientFields,
  publishReport,
  registerPatient,
} from '../../../testing/test-records.ts'

const app = await useTestApp()
const lab = await app.createLab()
const technician = await app.signedIn('Technician', lab)
const colleague = await app.signedIn('Technician', lab)
const typeId = await addReportType(await app.signedIn('Admin'))
const fields = patientFields() as Parameters<typeof linesOf>[0]
const patientId = await registerPatient(technician, { ...fields })
const other = await registerPatient(technician)

const report = { reportTypeId: typeId, title: 'Blood count' }
const fileOf = (id: number) => `/api/v1/inbox/file/${id}`
const codeOf = async (client: ApiClient, id: number, body: object = { ...report, patientId }) =>
  (await client.post(`/inbox/publish/${id}`, body)).body.code as string | undefined

describe('a file of the inbox that is to check', () => {
  it('requires a publisher to whom the whole file was sent [INBOX-193]', async () => {
    const id = await dropReport(technician, 'No patient is named')
    expect(await codeOf(technician, id)).toBe('INBOX_ITEM_NOT_OPENED')
    const less: [string, Record<string, string>][] = [
      ['HEAD', {}],
      ['GET', { range: 'bytes=0-9' }],
      ['GET', { range: 'bytes=0-' }],
      ['GET', { 'sec-purpose': 'prefetch' }],
    ]
    for (const [method, headers] of less)
      await (await technician.raw(method, fileOf(id), { headers })).arrayBuffer()
    await (await colleague.raw('GET', fileOf(id))).arrayBuffer()
    await setTimeout(100)
    expect(await codeOf(technician, id)).toBe('INBOX_ITEM_NOT_OPENED')
    expect((await openItem(technician, id)).isOpened).toBe(false)
    expect((await decideItem(technician, `/inbox/publish/${id}`, { ...report, patientId })).status).toBe(200)
  })

  it('becomes a correction only after a look at it [INBOX-193]', async () => {
    const { id: reportId } = await publishReport(technician, patientId, typeId)
    const id = await dropReport(technician, 'A corrected result')
    const amendment = { ...report, reportId, version: 1, reason: 'wrong-file' }
    const refused = await technician.post(`/inbox/amend/${id}`, amendment)
    expect([refused.status, refused.body.code]).toEqual([409, 'INBOX_ITEM_NOT_OPENED'])
    const { body, status } = await decideItem(technician, `/inbox/amend/${id}`, amendment)
    expect(status, JSON.stringify(body)).toBe(200)
  })
})

describe('a file of the inbox that is ready', () => {
  it('needs no look to be published for its patient, but one for another patient [INBOX-194]', async () => {
    const drop = async () => {
      const id = await dropReport(technician, ...linesOf(fields))
      await app.database.execute('update inbox_items set report_type_id = $2 where id = $1', [id, typeId])
      return id
    }
    const first = await drop()
    expect(await codeOf(technician, first)).toBeUndefined()
    const second = await drop()
    expect(await codeOf(technician, second, { ...report, patientId: other })).toBe('INBOX_ITEM_NOT_OPENED')
  })
})
