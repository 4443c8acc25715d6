import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { AppError, conflict } from '../../../core/app-error.ts'
import { StorageUnavailableError } from '../../../platform/file-storage/file-storage.ts'
import {
  claimsIn,
  itemsOf,
  namesIn,
  problemOf,
  until,
  useWatchedFolder,
} from '../../../testing/watched-folders.ts'

const at = useWatchedFolder()

describe('an outage', () => {
  it.each([
    ['inbox-full', () => conflict('INBOX_FULL')],
    ['storage-unavailable', () => new StorageUnavailableError(new Error('gone'))],
    ['storage-unavailable', () => new AppError('INSUFFICIENT_STORAGE', 'DISK_ALMOST_FULL')],
  ])('keeps the files and shows %s until it ends [INBOX-35]', async (problem, failure) => {
    let isOver = false
    for (const name of ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf']) await at.put(name)
    at.watch({ intake: at.failingIntake(() => (isOver ? undefined : failure())) })
    await until(async () => (await problemOf(at.app, at.source.id)) === problem)
    expect((await namesIn(at.source.folder)).length).toBeGreaterThanOrEqual(2)
    isOver = true
    await until(at.isEmpty)
    await until(async () => (await problemOf(at.app, at.source.id)) === null)
    expect(await itemsOf(at.app, at.source.id)).toHaveLength(4)
  })

  it('delays no other file when its cause is unknown, and moves the file to failed in the end [INBOX-35]', async () => {
    await at.put('a-poison.pdf')
    let others = 0
    at.watch({
      pollSeconds: 0.02,
      intake: {
        receive: (origin, documents, options) => {
          if (documents[0]?.fileName.includes('poison')) return Promise.reject(new TypeError('a bug'))
          others += 1
          return at.app.services.intake.receive(origin, documents, options)
        },
      },
    })
    const failed = path.join(at.source.folder, 'failed', 'a-poison.pdf.txt')
    await until(async () => {
      await at.put(`good-${others}.pdf`)
      await sleep(100)
      return existsSync(failed)
    })
    expect(others).toBeGreaterThan(2)
    expect(await readFile(failed, 'utf8')).toContain('Tell your IT administrator')
  })

  it('leaves the file to the next start when the service stops [INBOX-35]', async () => {
    await at.put('a.pdf')
    at.watch({ intake: at.failingIntake(() => conflict('INBOX_FULL')) })
    await until(async () => (await claimsIn(at.source.folder)).length === 1)
    await at.stopAll()
    expect(await itemsOf(at.app, at.source.id)).toEqual([])
    at.watch()
    await until(at.isEmpty)
    expect(await itemsOf(at.app, at.source.id)).toHaveLength(1)
  })
})
