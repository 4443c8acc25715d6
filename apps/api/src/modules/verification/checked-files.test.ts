import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pdfBytes, PNG_BYTES, uploadFile } from '../../testing/test-records.ts'
import { startVerificationApp, type VerificationApp } from '../../testing/verification.ts'
import { newVerificationCode } from './verification-codes.service.ts'

let suite: VerificationApp
beforeAll(async () => {
  suite = await startVerificationApp({ publicUrl: 'https://reports.example' })
})
afterAll(() => suite.app.stop())

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

describe('a file that is compared with a report', () => {
  it('matches this version, another version or none [AUTHN-06]', async () => {
    const { id, patientId, content, code } = await suite.published()
    const corrected = pdfBytes()
    await suite.amend(id, patientId, { fileUrl: await uploadFile(suite.doctor, corrected) })
    const newCode = await suite.codeOf(id)
    const checker = suite.newChecker()
    expect(await checker.checkFile(newCode, sha256(corrected))).toEqual({
      status: 200,
      kind: 'good',
      message: 'The file is this version of the report, unchanged.',
    })
    expect(await checker.checkFile(newCode, sha256(content))).toMatchObject({
      kind: 'warn',
      message: expect.stringContaining('version 1'),
    })
    expect(await checker.checkFile(code, sha256(content))).toEqual({
      status: 200,
      kind: 'warn',
      message: 'The file is this version of the report, unchanged. This version is no longer valid.',
    })
    expect(await checker.checkFile(newCode, sha256(PNG_BYTES))).toMatchObject({ kind: 'bad' })
    expect((await checker.checkFile(newCode, sha256(corrected), 'ar')).message).toContain('دون أي تغيير')
  })

  it('never matches with another report, even of the same patient [AUTHN-06]', async () => {
    const [one, other] = [await suite.published(), await suite.published()]
    expect(await suite.newChecker().checkFile(one.code, sha256(other.content))).toMatchObject({ kind: 'bad' })
  })

  it('gets no answer with an unknown code or a malformed hash [AUTHN-06]', async () => {
    const { code } = await suite.published()
    const checker = suite.newChecker()
    for (const hash of ['', 'x'.repeat(64), 'a'.repeat(63), 'A'.repeat(64)])
      expect((await checker.checkFile(code, hash)).status).toBe(404)
    expect((await checker.checkFile(newVerificationCode(), 'a'.repeat(64))).status).toBe(404)
  })
})
