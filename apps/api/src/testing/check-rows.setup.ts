import { appendFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, expect, inject, vi } from 'vitest'
import { RELEASE_TEST_MS } from '../../../../test-limits.ts'
import { inspector } from './checked-rows.ts'
import { takeRecordedWrites } from './recorded-writes.ts'
import { RECORDED_WRITES } from './statement-coverage.ts'

if (expect.getState().testPath?.includes('.release.')) vi.setConfig({ testTimeout: RELEASE_TEST_MS })

// Fails the test file on a mismatch or a change without a log entry, even when the product catches the error.
afterAll(async () => {
  const callSites = inspector.takeCallSites()
  if (callSites.length > 0)
    await appendFile(path.join(inject('callSitesFolder'), `${process.pid}.txt`), `${callSites.join('\n')}\n`)
  const writes = takeRecordedWrites()
  if (writes.endpoints.length > 0)
    await appendFile(
      path.join(inject('callSitesFolder'), RECORDED_WRITES),
      `${writes.endpoints.join('\n')}\n`,
    )
  const problems = [...inspector.takeProblems(), ...writes.problems]
  if (problems.length > 0) throw new Error(problems.join('\n'))
})
