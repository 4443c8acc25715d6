import { describe, expect, it } from 'vitest'
import { compressedPdfOf, nestedForms, pdfObjects, pdfOf, pdfOfText } from '../../testing/hostile-files.ts'
import { createFileInspector, type FileInspector } from './file-inspector.ts'

const limits = { pdfPages: 500, imageMegapixels: 100 }
let owner = 0
const inspect = (
  inspector: FileInspector,
  content: Buffer,
  by: { owner?: number; signal?: AbortSignal } = {},
) =>
  inspector.inspect({
    owner: ++owner,
    ...by,
    mediaType: 'application/pdf',
    limits,
    read: async () => new Uint8Array(content),
  })

/** Millions of numbers in one object, more than the memory limit allows. */
const hugeObject = (write = pdfOf) => write(pdfObjects({ more: [`[${'0 '.repeat(25_000_000)}]`] }))

describe('inspecting a file in a process', () => {
  it('aborts a file that takes too long and continues with the next', async () => {
    const inspector = createFileInspector({ wallLimitMs: 1500 })
    const started = Date.now()
    expect(await inspect(inspector, hugeObject())).toEqual({ problem: 'PDF_DAMAGED' })
    expect(Date.now() - started).toBeLessThan(15_000)
    expect(await inspect(inspector, await pdfOfText(['Patient: Layla Haddad']))).toMatchObject({
      hints: { names: ['Layla Haddad'] },
    })
  })

  it('aborts a file that takes too much processor time [SAFE-12]', async () => {
    const inspector = createFileInspector({ cpuLimitMs: 500, wallLimitMs: 600_000 })
    expect(await inspect(inspector, nestedForms())).toEqual({ problem: 'PDF_DAMAGED' })
    expect(await inspect(inspector, await pdfOfText(['Patient: Layla Haddad']))).toMatchObject({
      hints: { names: ['Layla Haddad'] },
    })
  })

  it('does not let one user’s files block those of others [SAFE-12]', async () => {
    const inspector = createFileInspector({ cpuLimitMs: 1_000 })
    const ended: string[] = []
    const note = (name: string) => () => void ended.push(name)
    const slow = [1, 2].map((n) => inspect(inspector, nestedForms(), { owner: -1 }).then(note(`slow ${n}`)))
    await inspect(inspector, await pdfOfText(['Result']), { owner: -2 }).then(note('other'))
    await Promise.all(slow)
    expect(ended.at(-1)).toBe('slow 2')
    expect(ended.indexOf('other')).toBeLessThan(ended.indexOf('slow 2'))
  }, 120_000)

  it('aborts the inspection when the request was cancelled [SAFE-12]', async () => {
    const inspector = createFileInspector({ cpuLimitMs: 600_000, wallLimitMs: 600_000 })
    const leaving = new AbortController()
    const left = [1, 2, 3].map(() => inspect(inspector, nestedForms(), { owner: -1, signal: leaving.signal }))
    const refused = Promise.allSettled(left)
    setTimeout(() => leaving.abort(new Error('gone')), 300)
    for (const outcome of await refused) expect(outcome).toMatchObject({ reason: new Error('gone') })
    expect(await inspect(inspector, await pdfOfText(['Result']), { owner: -1 })).toHaveProperty('hints')
  })

  it('survives a file that exceeds the memory limit', async () => {
    const inspector = createFileInspector({ heapMb: 64 })
    expect(await inspect(inspector, hugeObject())).toEqual({ problem: 'PDF_DAMAGED' })
    const many = await Promise.all(
      Array.from({ length: 5 }, async (_, index) => inspect(inspector, await pdfOfText([`MRN: ${index}00`]))),
    )
    expect(many).toMatchObject([0, 1, 2, 3, 4].map((index) => ({ hints: { emrIds: [`${index}00`] } })))
  })

  it('survives a small file that needs more memory at once than the limit [SAFE-28]', async () => {
    const inspector = createFileInspector({ heapMb: 128, cpuLimitMs: 120_000, wallLimitMs: 120_000 })
    const file = hugeObject(compressedPdfOf)
    expect(file.length).toBeLessThan(100_000)
    expect(await inspect(inspector, file)).toEqual({ problem: 'PDF_DAMAGED' })
    expect(await inspect(inspector, await pdfOfText(['Result']))).toHaveProperty('hints')
  }, 120_000)

  it('reports a file that cannot be read, and frees its slot', async () => {
    const inspector = createFileInspector()
    for (let attempt = 0; attempt < 5; attempt++)
      await expect(
        inspector.inspect({
          owner: 0,
          mediaType: 'image/png',
          limits,
          read: () => Promise.reject(new Error('gone')),
        }),
      ).rejects.toThrow('gone')
    expect(await inspect(inspector, await pdfOfText(['Result']))).toMatchObject({ hints: { names: [] } })
  })
})
