import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../testing/api-client.ts'
import { nestedForms } from '../../testing/hostile-files.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { pdfBytes } from '../../testing/test-records.ts'

/** One file being inspected and the maximum waiting. */
const MAX_PER_USER = 16
const HANG_GUARD_MS = 120_000

let app: TestApp
let attacker: ApiClient
let colleague: ApiClient
beforeAll(async () => {
  app = await startTestApp()
  const lab = await app.createLab()
  attacker = await app.signedIn('Technician', lab)
  colleague = await app.signedIn('Technician', lab)
})
afterAll(() => app.stop())

const incomingFolder = () => path.join(app.dataDir, 'files', 'incoming')
const incoming = async () => (await readdir(incomingFolder())).length

/** Files of this size that have arrived to their end: they wait for their inspection, and no later one is before them. */
const whole = async (size: number) => {
  const names = await readdir(incomingFolder())
  const files = await Promise.all(
    names.map((name) => stat(path.join(incomingFolder(), name)).catch(() => undefined)),
  )
  return files.filter((file) => file?.size === size).length
}

const send = (client: ApiClient, content: Buffer, signal?: AbortSignal) => {
  const form = new FormData()
  form.append('reportFile', new Blob([new Uint8Array(content)]), 'report.pdf')
  return client.raw('POST', '/api/v1/report/uploadReportFile', { body: form, ...(signal && { signal }) })
}

describe('slow inspections', () => {
  it(
    'do not delay the files of other users [SAFE-12]',
    async () => {
      const ended: string[] = []
      const note = (name: string) => (response: Response) => void ended.push(`${name} ${response.status}`)
      const slow = [1, 2].map(() => send(attacker, nestedForms()).then(note('slow')))
      await expect.poll(incoming, { timeout: 10_000 }).toBe(2)
      await send(colleague, pdfBytes()).then(note('other'))
      await Promise.all(slow)
      expect(ended.toSorted()).toEqual(['other 200', 'slow 415', 'slow 415'])
      expect(ended.at(-1)).toBe('slow 415')
    },
    HANG_GUARD_MS,
  )

  it(
    'are dropped when their sender disconnects, and limited while waiting [SAFE-12]',
    async () => {
      const leaving = new AbortController()
      const content = nestedForms()
      const slow = Array.from({ length: MAX_PER_USER }, () =>
        send(attacker, content, leaving.signal).catch(() => undefined),
      )
      await expect.poll(() => whole(content.length), { timeout: 10_000 }).toBe(MAX_PER_USER)
      const refused = await send(attacker, pdfBytes())
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      leaving.abort()
      await Promise.all(slow)
      await expect.poll(incoming, { timeout: 10_000 }).toBe(0)
      expect((await send(attacker, pdfBytes())).status).toBe(200)
    },
    HANG_GUARD_MS,
  )
})
