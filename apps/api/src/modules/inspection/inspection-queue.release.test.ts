import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ApiClient } from '../../testing/api-client.ts'
import { nestedForms } from '../../testing/hostile-files.ts'
import { useTestApp } from '../../testing/test-app.ts'
import { pdfBytes } from '../../testing/test-records.ts'

const MAX_PER_USER = 16

const app = await useTestApp()
const lab = await app.createLab()
const attacker = await app.signedIn('Technician', lab)
const colleague = await app.signedIn('Technician', lab)

const incoming = async () => (await readdir(path.join(app.dataDir, 'files', 'incoming'))).length

const send = (client: ApiClient, content: Buffer, signal?: AbortSignal) => {
  const form = new FormData()
  form.append('reportFile', new Blob([new Uint8Array(content)]), 'report.pdf')
  return client.raw('POST', '/api/v1/report/uploadReportFile', { body: form, ...(signal && { signal }) })
}

describe('slow inspections', () => {
  it('leave the files of other users without delay [SAFE-12]', async () => {
    const ended: string[] = []
    const note = (name: string) => (response: Response) => void ended.push(`${name} ${response.status}`)
    const slow = [1, 2].map(() => send(attacker, nestedForms()).then(note('slow')))
    await expect.poll(incoming).toBe(2)
    await send(colleague, pdfBytes()).then(note('other'))
    await Promise.all(slow)
    expect(ended.toSorted()).toEqual(['other 200', 'slow 415', 'slow 415'])
    expect(ended.at(-1)).toBe('slow 415')
  })

  it('end when their sender disconnects, and reach a limit while waiting [SAFE-12]', async () => {
    const leaving = new AbortController()
    const answers: Response[] = []
    // The last file is refused long before the first is inspected.
    const slow = Array.from({ length: MAX_PER_USER + 1 }, () =>
      send(attacker, nestedForms(), leaving.signal).then(
        (answer) => void answers.push(answer),
        () => undefined,
      ),
    )
    await expect.poll(() => answers.map(({ status }) => status)).toEqual([429])
    expect(Number(answers[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    await expect.poll(incoming).toBe(MAX_PER_USER)
    leaving.abort()
    await Promise.all(slow)
    await expect.poll(incoming).toBe(0)
    expect((await send(attacker, pdfBytes())).status).toBe(200)
  })
})
