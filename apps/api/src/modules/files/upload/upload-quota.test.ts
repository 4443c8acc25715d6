import { randomBytes } from 'node:crypto'
import { can, contract, STAFF_ROLES, type Endpoint, type Permission } from '@zelab/contract'
import { describe, expect, it } from 'vitest'
import type { ApiClient } from '../../../testing/api-client.ts'
import { dropFile, listInbox } from '../../../testing/inbox.ts'
import { useTestApp } from '../../../testing/test-app.ts'
import { pdfBytes } from '../../../testing/test-records.ts'

const MEGABYTE = 1024 * 1024
const FILE_BYTES = 300_000
const file = () => {
  const content = pdfBytes()
  return Buffer.concat([content, Buffer.alloc(FILE_BYTES - content.length, '\n')])
}

let freeBytes = 100 * MEGABYTE

const app = await useTestApp({
  uploadQuota: { userBytes: MEGABYTE, labBytes: 2 * MEGABYTE, reserveBytes: 10 * MEGABYTE },
  storage: (disk) => ({ ...disk, freeBytes: () => Promise.resolve(freeBytes) }),
})

const statusesOf = async (client: ApiClient, count: number) =>
  (await Promise.all(Array.from({ length: count }, () => client.upload(file(), 'report.pdf')))).map(
    ({ status }) => status,
  )

describe('unpublished uploads', () => {
  it('reach a limit per user, and free the quota when they are removed [SAFE-15]', async () => {
    const technician = await app.signedIn('Technician')
    const uploaded = [1, 2, 3].map(() => technician.upload(file(), 'report.pdf'))
    for (const one of uploaded) expect((await one).status).toBe(200)
    const refused = await technician.upload(file(), 'report.pdf')
    expect(refused.status).toBe(409)
    expect(refused.body.message).toContain('You have too many uploaded files')
    const { fileUrl } = (await uploaded[0])?.body.data
    await technician.delete('/report/deleteReportFile', { fileUrl })
    expect((await technician.upload(file(), 'report.pdf')).status).toBe(200)
  })

  it('cannot exceed the limit concurrently [SAFE-15]', async () => {
    const technician = await app.signedIn('Technician')
    const statuses = await statusesOf(technician, 10)
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(3)
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([])
  })

  it('reach a limit per lab, not counting other labs [SAFE-15]', async () => {
    const lab = await app.createLab()
    for (let user = 0; user < 2; user++) {
      const technician = await app.signedIn('Technician', lab)
      for (let count = 0; count < 3; count++)
        expect((await technician.upload(file(), 'report.pdf')).status).toBe(200)
    }
    const refused = await (await app.signedIn('Technician', lab)).upload(file(), 'report.pdf')
    expect(refused.status).toBe(409)
    expect(refused.body.message).toContain('Your lab has too many uploaded files')
    const outsider = await app.signedIn('Technician')
    expect((await outsider.upload(file(), 'report.pdf')).status).toBe(200)
  })
})

describe('every upload', () => {
  const uploads = Object.values(contract)
    .flatMap((group): Endpoint[] => Object.values(group))
    .filter(({ filePart }) => filePart !== undefined)

  it.each(uploads)(
    'fails for $path beyond the quota [RULE-43]',
    async ({ method, path, access, filePart }) => {
      const role = STAFF_ROLES.find((one) => one !== 'Admin' && can(one, access as Permission)) ?? 'Admin'
      const client = await app.signedIn(role)
      await app.database.execute(
        `insert into report_files (name, original_name, media_type, size_bytes, sha256, uploaded_by)
       values ($1, 'a.pdf', 'application/pdf', $2, $3, $4)`,
        [`${randomBytes(32).toString('base64url')}.pdf`, MEGABYTE, randomBytes(32), client.user.id],
      )
      const form = new FormData()
      form.append(filePart ?? '', new Blob([new Uint8Array(1_000)]), 'a.pdf')
      const query = path.startsWith('/inbox') ? `?key=${'k'.repeat(16)}` : ''
      const answer = await client.send(method, path.replace(':id', '1') + query, form)
      expect([answer.status, answer.body.code]).toEqual([409, 'UPLOAD_QUOTA_EXCEEDED'])
    },
  )

  it('counts in the inbox, even after it was rejected [RULE-43]', async () => {
    const technician = await app.signedIn('Technician')
    const drop = () => dropFile(technician, file(), 'report.pdf')
    for (let count = 0; count < 3; count++) expect((await drop()).status).toBe(200)
    expect((await drop()).body.code).toBe('UPLOAD_QUOTA_EXCEEDED')
    const [item] = await listInbox(technician)
    const rejected = await technician.post(`/inbox/reject/${item?.id}`, { reason: 'other', note: 'Not ours' })
    expect(rejected.status, JSON.stringify(rejected.body)).toBe(200)
    expect((await drop()).body.code).toBe('UPLOAD_QUOTA_EXCEEDED')
    expect((await technician.upload(file(), 'report.pdf')).status).toBe(409)
  })
})

describe('disk reserve', () => {
  it('stays free of uploads [SAFE-15]', async () => {
    const technician = await app.signedIn('Technician')
    freeBytes = 10 * MEGABYTE
    const refused = await technician.upload(file(), 'report.pdf')
    expect(refused.status).toBe(507)
    expect(refused.body.message).toBe(
      'The disk of the service is almost full. Please tell your administrator.',
    )
    freeBytes = 11 * MEGABYTE
    expect((await technician.upload(file(), 'report.pdf')).status).toBe(200)
  })

  it('reads the actual free space [SAFE-15]', async () => {
    expect(await app.storage.freeBytes()).toBeGreaterThan(0)
  })
})
