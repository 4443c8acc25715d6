import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { buildPrograms } from './built-program.ts'
import { startTestDatabaseServer, withDatabase } from './database-server.ts'
import type { TestDatabaseServer } from './database-server.ts'
import { readKnownColumns } from './known-columns.ts'
import type { KnownColumns } from './row-inspector.ts'
import { findUncheckedStatements } from './statement-coverage.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    testDatabaseServer: TestDatabaseServer
    knownColumns: KnownColumns
    callSitesFolder: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  buildPrograms()
  const { server, stop } = await startTestDatabaseServer(
    fileURLToPath(new URL('../../migrations', import.meta.url)),
  )
  const callSitesFolder = await mkdtemp(path.join(tmpdir(), 'zelab-call-sites-'))
  project.provide('testDatabaseServer', server)
  project.provide(
    'knownColumns',
    await readKnownColumns(withDatabase(server.connectionString, server.template)),
  )
  project.provide('callSitesFolder', callSitesFolder)
  return async () => {
    const unchecked = await findUncheckedStatements(project, callSitesFolder)
    await stop()
    await rm(callSitesFolder, { recursive: true, force: true })
    if (unchecked.length > 0) {
      // Vitest reports an error of this function, but exits with 0.
      process.exitCode = 1
      process.stderr.write(
        `No test${process.env.TEST_DATABASE_URL ? ' named *.postgres.*' : ''} sends these statements, or sees an entry of the activity log of these writes:\n${unchecked.join('\n')}\n`,
      )
    }
  }
}
