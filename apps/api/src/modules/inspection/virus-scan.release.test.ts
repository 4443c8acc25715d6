import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { createClamdScanner, type VirusScanner } from '../../platform/virus-scanner.ts'
import { startClamd, TEST_VIRUS } from '../../testing/clamd.ts'
import { areInstalled } from '../../testing/programs.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { pdfBytes } from '../../testing/test-records.ts'

const infected = () => Buffer.concat([pdfBytes(), Buffer.from(`% ${TEST_VIRUS}\n`)])

const withApp = async (
  scanner: VirusScanner,
  test: (app: Awaited<ReturnType<typeof startTestApp>>) => Promise<void>,
) => {
  const app = await startTestApp({ scanner })
  try {
    await test(app)
  } finally {
    await app.stop()
  }
}

const filesOf = async (dataDir: string) =>
  (await readdir(path.join(dataDir, 'files'), { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  )

const expectInfectedRefused = (scanner: VirusScanner) =>
  withApp(scanner, async (app) => {
    const technician = await app.signedIn('Technician')
    const message = 'A virus was found in this file. It was not stored.'
    const response = await technician.upload(infected(), 'result.pdf')
    expect(response.status).toBe(415)
    expect(response.body).toEqual({
      success: false,
      code: 'VIRUS_FOUND',
      message,
      errors: [{ path: 'reportFile', message }],
    })
    expect(await filesOf(app.dataDir)).toEqual([])
    expect((await technician.upload(pdfBytes(), 'result.pdf')).status).toBe(200)
    expect(await filesOf(app.dataDir)).toHaveLength(1)
  })

describe('scanning uploads for viruses', () => {
  it('stores nothing of an infected file', () =>
    expectInfectedRefused({
      async scan(content) {
        const chunks: Buffer[] = []
        for await (const chunk of content as AsyncIterable<Buffer>) chunks.push(chunk)
        return Buffer.concat(chunks).includes(TEST_VIRUS) ? 'infected' : 'clean'
      },
    }))

  it('rejects files while the scanner does not respond', () =>
    withApp(createClamdScanner('unix:///nowhere/clamd.sock'), async (app) => {
      const technician = await app.signedIn('Technician')
      const response = await technician.upload(pdfBytes(), 'result.pdf')
      expect(response.status).toBe(503)
      expect(response.body.message).toBe(
        'The virus scanner is not available, so files cannot be uploaded right now. Please try again later.',
      )
      expect(await filesOf(app.dataDir)).toEqual([])
    }))

  it.skipIf(!areInstalled('clamd'))('works with a real ClamAV daemon', async () => {
    const daemon = await startClamd()
    try {
      await expectInfectedRefused(createClamdScanner(daemon.url))
    } finally {
      await daemon.stop()
    }
  })
})
