import { expect, it } from 'vitest'
import { randomFiles } from '../../../../testing/patient-files.ts'
import { RefusedFileError } from '../import-text.ts'
import { readFile } from './file-reading.ts'

const isRead = async (content: Buffer): Promise<boolean> => {
  try {
    for await (const part of readFile({ content, dateOrder: 'ymd', today: '2026-01-01' })) void part
    return true
  } catch (error) {
    if (error instanceof RefusedFileError) return false
    throw error
  }
}

it('reads or rejects any content [SAFE-14]', async () => {
  let read = 0
  let rejected = 0
  for (const content of randomFiles(20_262, 100)) {
    if (await isRead(content)) read += 1
    else rejected += 1
  }
  expect(read).toBeGreaterThan(60)
  expect(rejected).toBeGreaterThan(60)
})
