import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../../testing/api-client.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { pdfBytes } from '../../../testing/test-records.ts'

const MEGABYTE = 1024 * 1024
const FILE_BYTES = 300_000
const file = () => {
  const content = pdfBytes()
  return Buffer.concat([content, Buffer.alloc(FILE_BYTES - content.length, '\n')])
}

let freeBytes = 100 * MEGABYTE
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({
    uploadQuota: { userBytes: MEGABYTE, labBytes: 2 * MEGABYTE, reserveBytes: 10 * MEGABYTE },
    storage: (disk) => ({ ...disk, freeBytes: () => Promise.resolve(freeBytes) }),
  })
})
afterAll(() => app.stop())

const statusesOf = async (client: ApiClient, count: number) =>
  (await Promise.all(Array.from({ length: count }, () => client.upload(file(), 'report.pdf')))).map(
    ({ status }) => status,
  )

describe('unpublished uploads', () => {
  it('are limited per user, and the quota is freed when they are removed [SAFE-15]', async () => {
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

  it('are limited per lab, not counting other labs [SAFE-15]', async () => {
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

describe('disk reserve', () => {
  it('is not used up by uploads [SAFE-15]', async () => {
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

  it('is compared with the actual free space [SAFE-15]', async () => {
    expect(await app.storage.freeBytes()).toBeGreaterThan(0)
  })
})
