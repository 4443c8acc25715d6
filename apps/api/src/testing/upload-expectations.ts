import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect } from 'vitest'
import type { ApiClient } from './api-client.ts'
import type { TestApp } from './test-app.ts'

export const uploadExpectations = (app: TestApp, technician: ApiClient) => {
  const expectNothingStored = async () => {
    const entries = await readdir(path.join(app.dataDir, 'files'), { recursive: true, withFileTypes: true })
    expect(entries.filter((entry) => entry.isFile())).toEqual([])
    expect(await app.database.one('select count(*) from report_files')).toEqual({ count: 0 })
  }

  const expectRefused = async (content: Buffer, name: string, message: string, status = 415) => {
    const answer = await technician.upload(content, name)
    expect(answer.body).toEqual({
      success: false,
      code: expect.stringMatching(/^[A-Z_]+$/),
      message,
      errors: [{ path: 'reportFile', message }],
    })
    expect(answer.status).toBe(status)
    await expectNothingStored()
  }

  const expectAccepted = async (content: Buffer, name: string) => {
    const answer = await technician.upload(content, name)
    expect(answer.body).toMatchObject({ success: true })
    const { fileUrl } = answer.body.data
    expect((await technician.delete('/report/deleteReportFile', { fileUrl })).status).toBe(200)
  }

  return { expectNothingStored, expectRefused, expectAccepted }
}
