import { describe, expect, it } from 'vitest'
import { pdfObjects, pdfOf, pdfOfText } from '../../../testing/hostile-files.ts'
import { createFileInspector, type FileInspector } from './file-inspector.ts'

const limits = { pdfPages: 500, imageMegapixels: 100 }
const inspect = (inspector: FileInspector, content: Buffer) =>
  inspector.inspect({ mediaType: 'application/pdf', limits, read: async () => new Uint8Array(content) })

/** Millions of numbers in one object, more than the thread may hold. */
const hugeObject = () => pdfOf(pdfObjects({ more: [`[${'0 '.repeat(25_000_000)}]`] }))

describe('looking into a file in a thread', () => {
  it('gives up on a file that takes too long, and goes on with the next', async () => {
    const inspector = createFileInspector({ timeLimitMs: 1500 })
    const started = Date.now()
    expect(await inspect(inspector, hugeObject())).toEqual({ problem: 'pdfDamaged' })
    expect(Date.now() - started).toBeLessThan(15_000)
    expect(await inspect(inspector, await pdfOfText(['Patient: Layla Haddad']))).toMatchObject({
      hints: { names: ['Layla Haddad'] },
    })
  })

  it('outlives a file that takes all memory a thread may have', async () => {
    const inspector = createFileInspector({ heapMb: 64 })
    expect(await inspect(inspector, hugeObject())).toEqual({ problem: 'pdfDamaged' })
    const many = await Promise.all(
      Array.from({ length: 5 }, async (_, index) => inspect(inspector, await pdfOfText([`MRN: ${index}00`]))),
    )
    expect(many).toMatchObject([0, 1, 2, 3, 4].map((index) => ({ hints: { emrIds: [`${index}00`] } })))
  })

  it('says so when a file cannot be read, and frees its place', async () => {
    const inspector = createFileInspector()
    for (let attempt = 0; attempt < 5; attempt++)
      await expect(
        inspector.inspect({ mediaType: 'image/png', limits, read: () => Promise.reject(new Error('gone')) }),
      ).rejects.toThrow('gone')
    expect(await inspect(inspector, await pdfOfText(['Result']))).toMatchObject({ hints: { names: [] } })
  })
})
