import type { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { manyPatients } from '../../../../testing/patient-files.ts'
import { RefusedFileError } from '../import-text.ts'
import { readInThread } from './reading-thread.ts'

const task = (text: string) => ({
  content: new Uint8Array(Buffer.from(text)),
  dateOrder: 'ymd' as const,
  today: '2026-01-01',
})

const rowsOf = async (parts: ReturnType<typeof readInThread>) => {
  let rows = 0
  for await (const part of parts) if (part.kind === 'rows') rows += part.rows.length
  return rows
}

describe('reading an import in a thread', () => {
  it('leaves the event loop free [SAFE-14]', async () => {
    const threads: Worker[] = []
    const noteThread = (thread: Worker) => void threads.push(thread)
    process.on('worker', noteThread)
    let turns = 0
    const timer = setInterval(() => (turns += 1), 5)
    expect(await rowsOf(readInThread(task(manyPatients(5_000))))).toBe(5_000)
    clearInterval(timer)
    process.off('worker', noteThread)
    expect(turns).toBeGreaterThan(10)
    expect(threads).toHaveLength(1)
  })

  it('rejects a file that takes too much memory or time [SAFE-14]', async () => {
    const text = manyPatients(20_000)
    await expect(rowsOf(readInThread(task(text), { busyLimitMs: 1 }))).rejects.toThrow(RefusedFileError)
    const hugeCells = `Full Name,Phone,Date of Birth\n"${'x'.repeat(900_000)}",1,2\n`.repeat(20)
    await expect(rowsOf(readInThread(task(hugeCells), { heapMb: 8 }))).rejects.toThrow(RefusedFileError)
  })

  it('needs no memory for a word of any length [SAFE-14]', async () => {
    const file = task(`Full Name,Phone,Date of Birth\n"${'x'.repeat(3_000_000)}",1,2\n`)
    await expect(rowsOf(readInThread(file, { heapMb: 24 }))).rejects.toThrow(/Row 2/)
  })
})
