import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../../testing/api-client.ts'
import { dropFile, listInbox, reportPdf } from '../../../testing/inbox.ts'
import { useTestApp } from '../../../testing/test-app.ts'
import { zipOf } from '../../../testing/zip-files.ts'

let technician: ApiClient

const app = await useTestApp()

beforeEach(async () => {
  technician = await app.signedIn('Technician')
})

const dropArchive = async (count: number, key: string) => {
  const files = Array.from({ length: count }, async (_, number) => ({
    name: `${number}.pdf`,
    content: await reportPdf(),
  }))
  return dropFile(technician, zipOf(await Promise.all(files)), 'Scans.ZIP', { key })
}

describe('the key of an upload', () => {
  const single = (content: Buffer, key: string) => dropFile(technician, content, 'a.pdf', { key })

  it('fails with another file, and repeats the same one [RULE-46]', async () => {
    const [key, content] = [randomUUID(), await reportPdf()]
    const first = await single(content, key)
    expect((await single(content, key)).body.data).toEqual(first.body.data)
    const reused = await single(await reportPdf(), key)
    expect([reused.status, reused.body.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED'])
    expect(await listInbox(technician)).toHaveLength(1)
  })

  it('fails with an archive of other files, or instead of one [RULE-46]', async () => {
    const [archiveKey, fileKey] = [randomUUID(), randomUUID()]
    await dropArchive(2, archiveKey)
    await single(await reportPdf(), fileKey)
    const codeOf = async (answer: Promise<{ body: { code?: string } }>) => (await answer).body.code
    expect(await codeOf(dropArchive(2, archiveKey))).toBe('IDEMPOTENCY_KEY_REUSED')
    expect(await codeOf(single(await reportPdf(), archiveKey))).toBe('IDEMPOTENCY_KEY_REUSED')
    expect(await codeOf(dropArchive(1, fileKey))).toBe('IDEMPOTENCY_KEY_REUSED')
    expect(await listInbox(technician)).toHaveLength(3)
  })
})
