import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import {
  compressedPdfOf,
  jpegOf,
  nestedForms,
  pdfObjects,
  pdfOf,
  pdfOfText,
} from '../../testing/hostile-files.ts'
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

const hugeObject = (write = pdfOf) => write(pdfObjects({ more: [`[${'0 '.repeat(25_000_000)}]`] }))

describe('the text of a file', () => {
  const inspector = createFileInspector()

  it('starts at the beginning of the file, and tells whether every page was read [INBOX-05]', async () => {
    const pages = (count: number) => Array.from({ length: count }, () => ['Result 13.2', '\f']).flat()
    const [head, ...lines] = ['Patient: Layla Haddad', 'Haemoglobin 13.2 g/dL']
    expect(await inspect(inspector, await pdfOfText([head ?? '', ...lines]))).toMatchObject({
      text: 'Patient: Layla Haddad\nHaemoglobin 13.2 g/dL',
      isReadWhole: true,
    })
    const long = await inspect(inspector, await pdfOfText(Array.from({ length: 40 }, () => 'x'.repeat(80))))
    expect(long).toMatchObject({ text: `${'x'.repeat(80)}\n`.repeat(40).slice(0, 2000), isReadWhole: true })
    expect(await inspect(inspector, await pdfOfText([...pages(9), 'Last']))).toMatchObject({
      isReadWhole: true,
    })
    expect(await inspect(inspector, await pdfOfText([...pages(10), 'Last']))).toMatchObject({
      isReadWhole: false,
    })
  })

  it('counts as incomplete when a page has none [INBOX-05]', async () => {
    const pages = pdfObjects({
      page: '/Contents 5 0 R /Resources << /Font << /T 6 0 R >> >>',
      more: [
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 300] >>',
        '<< /Length 36 >>\nstream\nBT /T 9 Tf 9 200 Td (Result) Tj ET   \nendstream',
        '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      ],
    }).with(1, '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>')
    expect(await inspect(inspector, pdfOf(pages))).toMatchObject({
      text: 'Result',
      isReadWhole: false,
    })
    expect(await inspect(inspector, pdfOf(pdfObjects()))).toMatchObject({ text: '', isReadWhole: false })
  })

  it('stays empty for a picture [INBOX-05]', async () => {
    const result = await inspector.inspect({
      owner: ++owner,
      mediaType: 'image/jpeg',
      limits,
      read: async () => new Uint8Array(jpegOf()),
    })
    expect(result).toEqual({ hints: null, pageCount: 1, text: '', isReadWhole: false })
  })
})

describe('a file on the disk', () => {
  it('gets read by the process itself, and by the service when the process cannot [SAFE-12]', async () => {
    const inspector = createFileInspector()
    const folder = await mkdtemp(path.join(tmpdir(), 'inspection-'))
    const content = await pdfOfText(['Patient: Layla Haddad'])
    await writeFile(path.join(folder, 'a.pdf'), content)
    const read = vi.fn(async () => new Uint8Array(content))
    const inspectAt = (name: string) =>
      inspector.inspect({
        owner: ++owner,
        mediaType: 'application/pdf',
        limits,
        path: path.join(folder, name),
        read,
      })
    expect(await inspectAt('a.pdf')).toMatchObject({ hints: { names: ['Layla Haddad'] } })
    expect(read).not.toHaveBeenCalled()
    expect(await inspectAt('missing.pdf')).toMatchObject({ hints: { names: ['Layla Haddad'] } })
    expect(read).toHaveBeenCalledOnce()
    await rm(folder, { recursive: true })
  })
})

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

  it('keeps one user’s files from blocking those of others [SAFE-12]', async () => {
    const inspector = createFileInspector({ cpuLimitMs: 1_000 })
    const ended: string[] = []
    const note = (name: string) => () => void ended.push(name)
    const slow = [1, 2].map((n) => inspect(inspector, nestedForms(), { owner: -1 }).then(note(`slow ${n}`)))
    await inspect(inspector, await pdfOfText(['Result']), { owner: -2 }).then(note('other'))
    await Promise.all(slow)
    expect(ended.at(-1)).toBe('slow 2')
    expect(ended.indexOf('other')).toBeLessThan(ended.indexOf('slow 2'))
  })

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
  })

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
