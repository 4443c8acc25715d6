import { appendFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, inject } from 'vitest'
import { inspector } from './checked-rows.ts'

// A mismatch fails the test file even when the product survives the failing statement.
afterAll(async () => {
  const callSites = inspector.takeCallSites()
  if (callSites.length > 0)
    await appendFile(path.join(inject('callSitesFolder'), `${process.pid}.txt`), `${callSites.join('\n')}\n`)
  const problems = inspector.takeProblems()
  if (problems.length > 0) throw new Error(problems.join('\n'))
})
